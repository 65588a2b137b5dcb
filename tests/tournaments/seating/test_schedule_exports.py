"""The seating goes out in layouts that other programs, and this one, read."""

from __future__ import annotations

from unittest import mock

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seat
from tournaments.seating import files as schedules
from tournaments.seating.reading.formats.reading import read_layout, read_rounds
from tournaments.seating.reading.schedule import content_of
from tournaments.seating.services import seating

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


@st.composite
def seated_rounds(draw):
    """Rounds in which some of up to twenty players sit, at tables of any numbers."""
    players = draw(st.lists(st.integers(1, 400), min_size=4, max_size=20, unique=True))
    numbers = sorted(draw(st.sets(st.integers(1, 30), min_size=1, max_size=4)))
    rounds = []
    for number in numbers:
        order = draw(st.permutations(players))
        count = draw(st.integers(1, len(players) // 4))
        tables = sorted(draw(st.sets(st.integers(1, 200), min_size=count, max_size=count)))
        rounds.append((number, {table: tuple(order[4 * at : 4 * at + 4]) for at, table in enumerate(tables)}))
    return rounds


def as_exported(rounds):
    """The rounds as the exports take them."""
    return [
        (
            number,
            [
                Seat(table_number=table, wind=wind, entry=Entry(number=player))
                for table, players in tables.items()
                for wind, player in enumerate(players)
            ],
        )
        for number, tables in rounds
    ]


@settings(max_examples=40)
@given(seated_rounds())
def test_every_export_is_read_back_also_where_players_sit_out(rounds):
    asked = QueryDict()
    with mock.patch.object(schedules, "seated_rounds", return_value=as_exported(rounds)):
        files = {
            make: make(None, asked) for make in (schedules.tables_csv, schedules.tables_xlsx, schedules.players_csv)
        }
        lines = schedules.rows(None, asked)
    for make, content in files.items():
        found = read_layout(content_of(content)[0])
        read = [
            (one.number, {table.number: tuple(seat.player for seat in table.players) for table in one.tables})
            for one in found.rounds
        ]
        assert (found.problems, read) == ([], rounds), make.__name__
    tables = tuple(tuple(players for _table, players in sorted(each.items())) for _number, each in rounds)
    assert read_rounds(content_of(lines)[0], leave_out=True).rounds == tables
