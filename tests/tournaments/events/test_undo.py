"""Undo beside the result of what was just done."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, signed_in
from tests.support.rows import rows_of
from tests.support.tables import enter, table_of
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)

FORM = re.compile(r'<form class="undo" method="post" action="([^"]+)">(.*?)</form>', re.DOTALL)
INPUT = re.compile(r'name="([^"]+)" value="([^"]*)"')

PENALTY = {"kind": "penalty", "entry": "1", "amount": "30", "unit": "points", "scope": "overall", "reason": "Late"}


def state(event: Tournament) -> dict[str, object]:
    event.refresh_from_db()
    first = event.rounds.get(number=1)
    return {
        "published": event.published,
        "round": first.state,
        "released": first.released_at is not None,
        "statuses": [entry.status for entry in event.entries.order_by("number")],
        "lines": event.score_lines.filter(kind="penalty", voided_at=None).count(),
    }


@rows
def test_what_olga_did_is_undone_beside_its_message(
    event: Tournament, olga: Client, name: str, parts: dict[str, int], values: dict[str, str]
) -> None:
    event.confirmations = "none"
    event.save()
    for number in (1, 2):
        enter(table_of(event, number), [30, -10, -10, -10])
    before = state(event)
    shown = olga.post(reverse(name, kwargs={"slug": event.slug, **parts}), values, follow=True).content.decode()
    assert state(event) != before
    found = FORM.search(shown)
    assert found, shown
    sent = {key: html.unescape(value) for key, value in INPUT.findall(found[2])}
    assert olga.post(html.unescape(found[1]), sent).status_code == 302
    assert state(event) == before


def test_what_changed_nothing_offers_no_undo(event: Tournament, olga: Client) -> None:
    page = reverse("manage_publish", args=[event.slug])

    def offered() -> list[bool]:
        answer = olga.post(page, {"published": "no"}, follow=True)
        return [bool(message.extra_tags) for message in answer.context["messages"]]

    # A second tab closes the pages that are closed already: undoing it would open them.
    assert (offered(), offered()) == ([True], [False])
    assert Tournament.objects.get(pk=event.pk).published is False


def test_a_penalty_is_typed_without_its_sign(event: Tournament) -> None:
    address = reverse("manage_ledger", args=[event.slug])
    shown = signed_in("ren").post(address, PENALTY, follow=True).content.decode()
    assert "−30 for 1 Given01 Family01 is in the ledger." in shown
    assert [line.amount for line in event.score_lines.filter(kind="penalty")] == [-30]


def sheets(event: Tournament) -> list[tuple[str, int, int]]:
    """Return the state of each version, how many confirmed it, and its lines that count."""
    found = TableResult.objects.filter(table__round__tournament=event).order_by("table", "version")
    return [
        (row.state, row.confirmed_by.count(), row.score_lines.filter(voided_at=None, unit="score").count())
        for row in found
    ]


def test_sheets_are_taken_back_until_somebody_else_went_on(event: Tournament, olga: Client) -> None:
    sam, ren = signed_in("sam"), signed_in("ren")
    at = [event.slug, 1, 1]
    points = {f"points_{seat}": number for seat, number in enumerate((30, -10, -10, -10))}
    json_wanted = {"headers": {"Accept": "application/json"}}

    def undo(client: Client, offered: dict[str, Any]) -> str:
        answer = client.post(offered["action"], offered["values"], follow=True)
        return [str(message) for message in answer.context["messages"]][-1]

    entered = sam.post(reverse("manage_table", args=at), points, **json_wanted).json()["undo"]
    assert undo(olga, entered) == "The sheet of table 1 has changed since. Open the table."
    assert undo(sam, entered) == "Taken back: table 1."
    assert sheets(event) == [("rejected", 0, 0)]
    enter(table_of(event, 2), [30, -10, -10, -10])
    shown = olga.post(reverse("manage_confirm", args=[event.slug, 1, 2, 1]), follow=True)
    assert sheets(event)[1] == ("confirmed", 1, 4)
    *_earlier, message = shown.context["messages"]
    assert undo(olga, json.loads(message.extra_tags)) == "Taken back: table 2."
    assert (sheets(event)[1], table_of(event, 2).confirmed_at) == (("entered", 0, 0), None)
    again = olga.post(reverse("manage_confirm", args=[event.slug, 1, 2, 1]), **json_wanted).json()
    assert (sheets(event)[1], again["undo"] is not None) == (("confirmed", 1, 4), True)
    enter(table_of(event), [30, -10, -10, -10])
    olga.post(reverse("manage_confirm", args=[*at, 2]))
    rounds.finish(acting(), event.rounds.get(number=1))
    assert undo(olga, again["undo"]) == "The sheet of table 2 has changed since. Open the table."
    assert ren.post(again["undo"]["action"], again["undo"]["values"]).status_code == 403
