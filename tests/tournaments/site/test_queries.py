"""No page and no route asks the database more often because more people play: what is counted is not the time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.roles.cast import Cast
from tests.roles.rows import Row, table
from tests.support.people import acting, people, signed_in, token_of
from tests.support.slices import in_slice
from tests.support.tables import enter, playing
from tournaments.core.printing import pdf
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.models import GameTable

pytestmark = pytest.mark.django_db

SMALL, LARGE = 8, 16

STATEMENT = re.compile(r'(?P<verb>SELECT|INSERT|UPDATE|DELETE).*?"(?:tournaments|django)_(?P<rows>\w+)"')

LOOKS: dict[str, None] = dict.fromkeys(row.route for row in table() if row.method == "GET" and "director" in row.who)
"""Every route that shows something to the director."""


def only_filled(run: pdf.PrintRun, *_given: Any, **_named: Any) -> bytes:
    """Fill the leaves of a paper without making its PDF, which needs no database."""
    pdf.filled(run)
    return b"%PDF"


def queries(players: int) -> dict[str, int]:
    """Route -> queries of one look at it, nothing cached, in an event whose first round was entered and confirmed.

    A run takes half of the routes.
    """
    cast = Cast(players)
    for each in GameTable.objects.filter(round__tournament=cast.event, round__number=1).exclude(number=1):
        results.confirm_sheet(acting("ren"), enter(each, (60, 20, -30, -50)))
    counted = {}
    for route in in_slice(list(LOOKS), 2):
        for one in caches.all():
            one.clear()
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            b"".join(cast.browsers["director"].get(cast.address(Row("GET", route, "", frozenset()))))
            transaction.set_rollback(True)
        counted[route] = len(captured)
    return counted


def undone(players: int) -> dict[str, int]:
    """The same; nothing stays of the event."""
    with transaction.atomic():
        counted = queries(players)
        transaction.set_rollback(True)
    return counted


def asked(event, name: str, address: str, sent: dict[str, object], *, token: bool = False) -> list[str]:
    """Return the queries of a request, after a first one that fills the caches of the process."""
    browser = Client(headers={"Authorization": f"Token {token_of(name)}"}) if token else signed_in(name)
    kind = {"content_type": "application/json"} if token else {}
    with CaptureQueriesContext(connection) as captured:
        assert browser.post(address.format(event.slug), sent, **kind).status_code in (200, 201, 302)
    found = (STATEMENT.match(query["sql"]) for query in captured)
    return [f"{one['verb'].lower()} {one['rows']}" for one in found if one]


def event_with(players: int, confirmations: str) -> Tournament:
    event = playing(players)
    event.confirmations = confirmations
    event.save()
    people(event)
    return event


def asked_for_a_sheet(players: int) -> list[str]:
    """Return the queries when sam enters a table's sheet, in an event without confirmations."""
    event = event_with(players, Tournament.Confirmations.NONE)
    sheet = {f"points_{seat}": str(points) for seat, points in enumerate((60, 20, -30, -50))} | {"based_on": "0"}
    return asked(event, "sam", "/t/{}/manage/results/1/table/2/", sheet)


def test_a_sheet_that_counts_is_written_with_what_it_needs_and_no_more():
    with transaction.atomic():
        few = asked_for_a_sheet(SMALL)
        transaction.set_rollback(True)
    seen = ["select session", "select user", "select tournament", "select gametable", "select seat"]
    assert few == [*seen, *LOCKED, *COUNTED, *LOGGED, *UNDO]
    assert asked_for_a_sheet(LARGE) == few


LOCKED = ["select tournament", "select gametable", "select tableresult", "select seat"]
"""The lock, and what the service reads under it: the table, its versions and its players."""
IN_LEDGER = ["select scoreline", "insert scoreline", "update gametable", "select gametable"]
"""The facts beside the sheet are read in one query; the last one asks whether the round is complete."""
COUNTED = ["insert tableresult", "insert resultseat", "delete handrecord", *IN_LEDGER]
LOGGED = ["select tournament", "insert auditentry", "update tournament"]
"""First the end of the chain is read."""
UNDO = ["select tableresult"]
"""A page asks whether the message may offer to take the sheet back."""


@pytest.mark.parametrize("players", [SMALL, LARGE])
def test_a_program_s_sheet_is_written_with_what_it_needs_and_no_more(players):
    event = event_with(players, Tournament.Confirmations.NONE)
    found = asked(event, "sam", "/api/v1/tournaments/{}/rounds/1/tables/2/", {"points": [60, 20, -30, -50]}, token=True)
    known = ["select apitoken", "update apitoken", "select tournament", "select membership", "select membership"]
    seen, shown = ["select gametable", "select seat"], ["select resultseat"]
    assert found == [*known, *seen, *LOCKED, *COUNTED, *LOGGED, *shown]


@pytest.mark.parametrize(
    ("token", "address", "sent"),
    [
        (False, "/t/{}/manage/results/1/table/2/1/confirm/", {}),
        (True, "/api/v1/tournaments/{}/rounds/1/tables/2/confirm/", {"version": 1}),
    ],
)
def test_a_sheet_is_confirmed_with_what_it_needs_and_no_more(token, address, sent):
    event = event_with(SMALL, Tournament.Confirmations.ONE)
    enter(GameTable.objects.get(round__tournament=event, round__number=1, number=2), (60, 20, -30, -50))
    found = asked(event, "olga", address, sent, token=token)
    seen = ["select tableresult", "select tournament", "select tableresult"]
    counted = ["insert confirmation", "select tableresult", "update tableresult", "select resultseat", *IN_LEDGER]
    shown = ["select resultseat"] if token else UNDO
    assert found[found.index("select tableresult") :] == [*seen, *counted, *LOGGED, *shown]


@pytest.mark.long
def test_no_look_asks_more_often_when_more_people_play(monkeypatch):
    monkeypatch.setattr(pdf, "render_run", only_filled)
    few, many = undone(SMALL), undone(LARGE)
    assert {route: (count, many[route]) for route, count in few.items() if many[route] > count} == {}
