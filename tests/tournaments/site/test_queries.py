"""No page and no route asks the database more often because more people play: what is counted is not the time."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.roles.cast import Cast
from tests.roles.rows import Row, table
from tests.support.people import acting, people, person
from tests.support.tables import enter, playing
from tournaments.models import GameTable
from tournaments.services import results

pytestmark = pytest.mark.django_db

FEW, MANY = 8, 24

STATEMENT = re.compile(r'(?P<verb>SELECT|INSERT|UPDATE|DELETE).*?"(?:tournaments|django)_(?P<rows>\w+)"')

LOOKS: dict[str, None] = dict.fromkeys(row.route for row in table() if row.method == "GET" and "director" in row.who)
"""Every route that shows something to the director."""


def queries(players: int) -> dict[str, int]:
    """Route -> queries of one look at it, nothing cached, in an event whose first round was entered and confirmed."""
    cast = Cast(players)
    for each in GameTable.objects.filter(round__tournament=cast.event, round__number=1).exclude(number=1):
        results.confirm(acting("ren"), enter(each, (60, 20, -30, -50)))
    counted = {}
    for route in LOOKS:
        cache.clear()
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


def asked_for_a_sheet(players: int) -> list[str]:
    """What the desk asks and writes when sam sends in the sheet of a table, in an event that asks no confirmation."""
    event = playing(players)
    event.confirmations = event.Confirmations.NONE
    event.save()
    people(event)
    sam = Client()
    sam.force_login(person("sam"))
    sheet = {f"points_{seat}": str(points) for seat, points in enumerate((60, 20, -30, -50))} | {"based_on": "0"}
    address = f"/t/{event.slug}/manage/results/1/table/2/"
    # What a process asks once is asked before.
    sam.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert sam.post(address, sheet).status_code == 302
    found = (STATEMENT.match(query["sql"]) for query in captured)
    return [f"{one['verb'].lower()} {one['rows']}" for one in found if one]


def test_a_sheet_that_counts_is_written_with_what_it_needs_and_no_more():
    with transaction.atomic():
        few = asked_for_a_sheet(FEW)
        transaction.set_rollback(True)
    assert few == [
        "select session",
        "select user",
        "select tournament",
        "select tournament",
        "select gametable",
        "select seat",
        "insert tableresult",
        "insert resultseat",
        "insert scoreline",
        "update gametable",
        "select tournament",
        "insert auditentry",
        "update tournament",
    ]
    assert asked_for_a_sheet(MANY) == few


def test_no_look_asks_more_often_when_more_people_play():
    few, many = undone(FEW), undone(MANY)
    assert {route: (count, many[route]) for route, count in few.items() if many[route] > count} == {}
