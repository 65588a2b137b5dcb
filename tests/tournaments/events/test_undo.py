"""Undo beside the result of what was just done."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import signed_in
from tests.support.tables import enter, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form class="undo" method="post" action="([^"]+)">(.*?)</form>', re.DOTALL)
INPUT = re.compile(r'name="([^"]+)" value="([^"]*)"')

PENALTY = {"kind": "penalty", "entry": "1", "amount": "30", "unit": "points", "scope": "overall", "reason": "Late"}


def state(event: Tournament) -> dict[str, object]:
    """Return what the steps below change."""
    event.refresh_from_db()
    first = event.rounds.get(number=1)
    return {
        "published": event.published,
        "round": first.state,
        "released": first.released_at is not None,
        "statuses": [entry.status for entry in event.entries.order_by("number")],
        "lines": event.score_lines.filter(kind="penalty", voided_at=None).count(),
    }


@pytest.mark.parametrize(
    ("name", "parts", "values"),
    [
        ("manage_publish", {}, {"published": "no"}),
        ("manage_round_finish", {"number": 1}, {}),
        ("manage_entry_drop", {"number": 8}, {"drop-from_round": "2"}),
        ("manage_ledger", {}, PENALTY),
    ],
)
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


def test_a_penalty_is_typed_without_its_sign(event: Tournament) -> None:
    address = reverse("manage_ledger", args=[event.slug])
    shown = signed_in("ren").post(address, PENALTY, follow=True).content.decode()
    assert "−30 for 1 Given01 Family01 is in the ledger." in shown
    assert [line.amount for line in event.score_lines.filter(kind="penalty")] == [-30]
