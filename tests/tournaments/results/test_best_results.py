"""The best results of a round, which the event's page reads from the tables that have them."""

import pytest

from tests.support.play import released
from tests.support.tables import playing
from tournaments.entries.models.entries import Entry
from tournaments.results.queries import public_results
from tournaments.results.queries.public_results import find_best_results, find_released_tables, find_round_results
from tournaments.rounds.models import StandIn

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TABLES = ((60, 20, -30, -50), (10, 10, -8, -12), (60, 20, -30, -50))


def list_all(event, count):
    rows = [(row, sheet.table) for sheet in find_round_results(event, 1) for row in sheet.rows]
    rows.sort(key=lambda best: (best[0].table_points, best[0].score, best[0].points), reverse=True)
    return [(row.player.number, row.points, table) for row, table in rows[:count]]


def list_best(event, count):
    return [(row.player.number, row.points, sheet.table) for row, sheet in find_best_results(event, 1, count)]


def choose(event, count):
    tables = find_released_tables(event, 1)
    return [table.number for table in public_results._choose_best_tables(event, tables, count)]


def test_the_best_results_are_the_first_of_all():
    event = playing(12)
    assert find_best_results(event, 1, 5) is None
    round_ = released(event, 1, TABLES)
    for count in range(1, 13):
        assert list_best(event, count) == list_all(event, count)
    assert [choose(event, count) for count in (1, 2, 3, 4)] == [[1, 3], [1, 3], [1, 2, 3], [1, 2, 3]]
    StandIn.objects.create(
        round=round_,
        entry=event.entries.get(number=9),
        plays_for=Entry.objects.create(tournament=event, number=77, family_name="Absent"),
    )
    assert choose(event, 1) == [1, 2, 3]
    assert 9 not in {number for number, _points, _table in list_best(event, 12)}
