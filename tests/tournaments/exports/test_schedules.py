"""The seating goes out in layouts that other programs, and this one, read."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.exports import schedules
from tournaments.imports.schedule import content_of
from tournaments.imports.schedule_files.reading import read_rounds
from tournaments.services import seating

pytestmark = pytest.mark.django_db


def test_each_layout_is_read_back_as_the_same_rounds():
    event = small_tournament()
    first, second, _third = event.rounds.order_by("number")
    seating.publish(acting(), seat_in_order(first))
    seat_in_order(second)
    draft = seat_in_order(second)
    seats = list(draft.seats.order_by("table_number", "wind"))
    seats[1].entry, seats[5].entry = seats[5].entry, seats[1].entry
    draft.seats.all().delete()
    for seat in seats:
        seat.pk = None
        seat.save(force_insert=True)
    asked = QueryDict()
    assert schedules.rows(event, asked).decode() == "1-2-3-4\n5-6-7-8\n\n1-6-3-4\n5-2-7-8\n"
    for make in (schedules.rows, schedules.tables_csv, schedules.tables_xlsx, schedules.players_csv):
        content, problems = content_of(make(event, asked))
        found = read_rounds(content)
        assert (problems, [str(problem) for problem in found.problems]) == ([], [])
        assert found.rounds == (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 6, 3, 4), (5, 2, 7, 8))), make.__name__


def test_an_event_without_a_seating_gives_empty_files():
    event, asked = small_tournament(), QueryDict()
    assert schedules.rows(event, asked) == b"\n"
    assert schedules.tables_csv(event, asked).decode("utf-8-sig") == "round,table,east,south,west,north\r\n"
