"""No page and no route asks the database more often because more people play: what is counted is not the time."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.roles.cast import Cast
from tests.roles.rows import Row, table
from tests.support.people import acting
from tests.support.tables import enter
from tournaments.models import GameTable
from tournaments.services import results

pytestmark = pytest.mark.django_db

FEW, MANY = 8, 24

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


def test_no_look_asks_more_often_when_more_people_play():
    few, many = undone(FEW), undone(MANY)
    assert {route: (count, many[route]) for route, count in few.items() if many[route] > count} == {}
