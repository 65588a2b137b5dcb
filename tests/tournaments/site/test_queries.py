"""No page and no route asks the database more often because more people play: what is counted is not the time."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.roles.cast import Cast
from tests.roles.rows import Row, routes, table
from tests.support.people import acting, people, signed_in, small_tournament, token_of
from tests.support.remembered import MEMORIES, remembered
from tests.support.slices import in_slice
from tests.support.tables import enter, playing
from tournaments.core.printing import pdf
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.models import GameTable
from tournaments.seasons import services as season_services

pytestmark = pytest.mark.django_db

SMALL, LARGE = 8, 16

LOOKS: dict[str, None] = dict.fromkeys(row.route for row in table() if row.method == "GET" and "director" in row.who)
"""Every route that shows something to the director."""


def only_filled(run: pdf.PrintRun, *_given: Any, **_named: Any) -> bytes:
    """Fill the leaves of a paper without making its PDF, which needs no database."""
    pdf.fill_leaves(run)
    return b"%PDF"


def queries(players: int) -> dict[str, int]:
    """Route -> queries of one look at it, nothing cached, in an event whose first round was entered and confirmed.

    A run takes a sixth of the routes.
    """
    cast = Cast(players)
    for each in GameTable.objects.filter(round__tournament=cast.event, round__number=1).exclude(number=1):
        results.confirm_sheet(acting("ren"), enter(each, (60, 20, -30, -50)))
    counted = {}
    for route in in_slice(list(LOOKS), 6):
        # What an earlier look has left in the process belongs to rows that were taken back.
        for memory in (*caches.all(), *MEMORIES):
            memory.clear()
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


def asked(event, name: str, address: str, sent: dict[str, object], *, token: bool = False) -> int:
    """Return the number of queries of a request."""
    browser = Client(headers={"Authorization": f"Token {token_of(name)}"}) if token else signed_in(name)
    kind = {"content_type": "application/json"} if token else {}
    with CaptureQueriesContext(connection) as captured:
        assert browser.post(address.format(event.slug), sent, **kind).status_code in (200, 201, 302)
    return len(captured)


@remembered
def event_with(players: int, confirmations: str) -> Tournament:
    event = playing(players)
    event.confirmations = confirmations
    event.save()
    people(event)
    return event


SIGNED_IN, TOKEN = 2, 2
"""Session and account; the token with its account, and the time of its use."""
TRANSACTION = 2
"""Its begin and end; within a test a savepoint has both."""
LOCK = 4
"""Reads of the service under the lock: the event, the table, its versions and its players."""
IN_LEDGER = 4
"""The facts beside the sheet, in one query; its lines; the table; and whether the round is complete."""
COUNTED = 3 + IN_LEDGER
"""The sheet with its places, and the hands of an earlier one."""
LOGGED = 4
"""The end of the chain, the entry, its personal values, and the event's version."""
LOCKING = 'SELECT "tournaments_tournament"."archived_at"'
READS = ("gametable", "seat", "tableresult")
"""Tables of the database that a posted sheet reads once."""


def count_reads(captured: CaptureQueriesContext) -> dict[str, int]:
    """Return how often each of `READS` is read whole, after the event's lock alone."""
    sql = [query["sql"] for query in captured]
    lock = next(place for place, text in enumerate(sql) if text.startswith(LOCKING))
    wanted = {name: f'FROM "tournaments_{name}"' for name in READS}
    reads = {name: [place for place, text in enumerate(sql) if clause in text] for name, clause in wanted.items()}
    assert all(place > lock for places in reads.values() for place in places), "read before the lock"
    return {name: sum("SELECT 1 " not in sql[place] for place in places) for name, places in reads.items()}


@pytest.mark.parametrize("players", [SMALL, LARGE])
def test_a_sheet_that_counts_is_written_with_what_it_needs_and_no_more(players):
    event = event_with(players, Tournament.Confirmations.NONE)
    sheet = {f"points_{seat}": str(points) for seat, points in enumerate((60, 20, -30, -50))} | {"based_on": "0"}
    found = asked(event, "sam", "/t/{}/manage/results/1/table/2/", sheet)
    # The event with the roles of the account.
    assert found == SIGNED_IN + 1 + TRANSACTION + LOCK + COUNTED + LOGGED


def test_a_player_s_sheet_is_written_with_what_it_needs_and_no_more():
    event = event_with(SMALL, Tournament.Confirmations.NONE)
    event.entry_by = Tournament.EntryBy.TABLE_CODE
    event.save()
    table = GameTable.objects.get(round__tournament=event, round__number=1, number=2)
    sheet = {f"points_{seat}": str(points) for seat, points in enumerate((60, 20, -30, -50))} | {"based_on": "0"}
    sheet["player"] = str(event.entries.get(number=5).pk)
    with CaptureQueriesContext(connection) as captured:
        assert Client().post(f"/e/{table.token}/", sheet).status_code == 302
    # The language and the key of the code's event; the player's confirmation.
    assert len(captured) == 2 + TRANSACTION + LOCK + COUNTED + 1 + LOGGED


def test_a_posted_sheet_reads_its_table_and_players_once_under_the_lock():
    event = event_with(SMALL, Tournament.Confirmations.ONE)
    sheet = {f"points_{seat}": str(points) for seat, points in enumerate((60, 20, -30, -50))} | {"based_on": "0"}
    page = signed_in("sam")
    with CaptureQueriesContext(connection) as captured:
        assert page.post(f"/t/{event.slug}/manage/results/1/table/2/", sheet).status_code == 302
    assert count_reads(captured) == {"gametable": 1, "seat": 1, "tableresult": 1}


def test_a_program_s_sheets_of_a_round_read_the_tables_and_players_together():
    event = event_with(LARGE, Tournament.Confirmations.ONE)
    client = Client(headers={"Authorization": f"Token {token_of('sam')}"})
    address = f"/api/v1/tournaments/{event.slug}/rounds/1/results/"

    def count(*numbers: int) -> int:
        sheets = [{"table": number, "points": [60, 20, -30, -50]} for number in numbers]
        with CaptureQueriesContext(connection) as captured:
            assert client.post(address, {"sheets": sheets}, content_type="application/json").status_code == 201
        return len(captured)

    _first_use_of_token, few, many = count(1), count(2), count(3, 4)
    # Of each table its versions, the hands of its phones, the sheet with its lines, and the time of its entry.
    assert many - few == 5 + LOGGED


@pytest.mark.parametrize("players", [SMALL, LARGE])
def test_a_program_s_sheet_is_written_with_what_it_needs_and_no_more(players):
    event = event_with(players, Tournament.Confirmations.NONE)
    found = asked(event, "sam", "/api/v1/tournaments/{}/rounds/1/tables/2/", {"points": [60, 20, -30, -50]}, token=True)
    # The event, the roles of the account there and anywhere; and the places that are shown.
    assert found == TOKEN + 3 + TRANSACTION + LOCK + COUNTED + LOGGED + 1


@pytest.mark.parametrize(
    ("token", "address", "sent", "around"),
    [
        # Around the change: the event.
        (False, "/t/{}/manage/results/1/table/2/1/confirm/", {}, SIGNED_IN + 1),
        # The event, the roles of the account; and the places that are shown.
        (True, "/api/v1/tournaments/{}/rounds/1/tables/2/confirm/", {"version": 1}, TOKEN + 2 + 1),
    ],
)
def test_a_sheet_is_confirmed_with_what_it_needs_and_no_more(token, address, sent, around):
    event = event_with(SMALL, Tournament.Confirmations.ONE)
    enter(GameTable.objects.get(round__tournament=event, round__number=1, number=2), (60, 20, -30, -50))
    found = asked(event, "olga", address, sent, token=token)
    # Under the lock the event and the sheet; the confirmation, who has confirmed, the sheet's state, and its places.
    assert found == around + TRANSACTION + 2 + 4 + IN_LEDGER + LOGGED


def test_a_change_of_an_event_locks_its_row_and_reads_it_by_one_query():
    event = event_with(SMALL, Tournament.Confirmations.NONE)
    with CaptureQueriesContext(connection) as captured:
        event_services.announce(acting(), event, text="Lunch at noon.")
    reads = [query["sql"] for query in captured if 'FROM "tournaments_tournament" WHERE' in query["sql"]]
    assert len(reads) == 1


@pytest.mark.long
def test_no_look_asks_more_often_when_more_people_play(monkeypatch):
    monkeypatch.setattr(pdf, "render_run", only_filled)
    few, many = undone(SMALL), undone(LARGE)
    assert {route: (count, many[route]) for route, count in few.items() if many[route] > count} == {}


def test_no_page_of_the_site_asks_more_often_when_it_has_more_events():
    cast = Cast()
    addresses = [name for name, pattern in routes().items() if name in LOOKS and not pattern.pattern.converters]
    asked = [(role, name) for role in ("visitor", "director", "admin") for name in addresses]

    def count(role: str, address: str) -> int:
        for cache in caches.all():
            cache.clear()
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            b"".join(cast.browsers[role].get(address))
            transaction.set_rollback(True)
        return len(captured)

    few = {(role, name): count(role, reverse(name)) for role, name in asked}
    for number in range(6):
        event = small_tournament(4, slug=f"event-{number}")
        people(event)
        season_services.create(acting(), name=f"Season {number}", published=True)
    many = {(role, name): count(role, reverse(name)) for role, name in asked}
    assert {each: (few[each], many[each]) for each in asked if many[each] > few[each]} == {}
