"""Schedules made elsewhere, and those that go out in layouts that other programs read."""

import json
import tomllib
from pathlib import Path
from unittest import mock

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.release import in_full
from tournaments.core.tabular.reading import SourceRow
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seat
from tournaments.seating import files as schedules
from tournaments.seating.logic import freeze
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import format_rounds
from tournaments.seating.reading.formats.reading import read_layout, read_rounds
from tournaments.seating.reading.schedule import read_content
from tournaments.seating.services import seating

SAMPLES = tomllib.loads((Path(__file__).parent / "layouts.toml").read_text(encoding="utf-8"))
TABLE = "round;table;east;south;west;north\n1;2;5;6;7;8\n1;1;1;2;3;4\n2;1;1;5;2;6\n2;2;3;7;4;8\n"


def problems(text):
    return [str(problem) for problem in read_rounds(text).problems]


def test_printed_rounds_are_read_back():
    schedule = schedule_rounds(20, 4, seed="olga")
    assert read_rounds(format_rounds(schedule)).rounds == schedule.rounds


@pytest.mark.parametrize(
    ("text", "rounds"), [(text, each["rounds"]) for each in SAMPLES["layout"] for text in each["texts"]]
)
def test_layouts_of_all_programs_are_read(text, rounds):
    assert (read_rounds(text).rounds, problems(text)) == (freeze(rounds), [])


NO_SCHEDULE = (
    "This JSON is not a schedule: rounds of tables of four are wanted, such as"
    " [[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]."
)
NO_TABLES = (
    "320 of 320 lines are not tables of a schedule, the first is line 1. Write four players a line with an empty line "
    "between rounds, such as 1-2-3-4; the guide shows all other layouts."
)
LONG = {
    "1 2 3 4\n" * 25_001: "This has 25001 lines; a schedule has up to 25000.",
    "\n".join(f"{line} bottles of beer on the wall" for line in range(320)): NO_TABLES,
    '1,2,3,4\n"' + "a" * 200_000 + ",b,c": "Line 2: four players are wanted, not 3.",
    "[" * 100_000: NO_SCHEDULE,
    f"[[[{'9' * 5000},2,3,4]]]": NO_SCHEDULE,
    TABLE.replace("1;1;1", '1;1;"1') + "2;2;3;7;4;8\n" * 15_000: (
        "Line 3: This line cannot be read: field larger than field limit (131072)"
    ),
}


def test_all_that_is_wrong_is_named_with_line_and_field():
    mistakes = {each["text"]: each["problems"] for each in SAMPLES["mistake"]}
    for text, sentences in (mistakes | {text: [sentence] for text, sentence in LONG.items()}).items():
        assert (problems(text), read_rounds(text).rounds) == (sentences, ()), text[:80]


UNEVEN = "1-2-3-4\n5-6-7-8\n\n1-2-3-4\n\n1-2-3-4"


def test_players_who_are_missing_more_often_than_others_sit_out_only_where_that_is_said():
    assert problems(UNEVEN) == [
        f"Line 2, field {player - 4}: player {player} is missing from round 2, 3; add the player there, or say that "
        "players who are not named sit out."
        for player in (5, 6, 7, 8)
    ]
    rounds = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 4),), ((1, 2, 3, 4),))
    assert read_rounds(UNEVEN, leave_out=True).rounds == rounds
    named = UNEVEN.replace("\n\n1-2-3-4", "\n\n1-2-3-4\nsit out: 5, 6, 7, 8")
    assert read_rounds(named).rounds == rounds


JSON = st.recursive(
    st.none() | st.integers(-1, 9) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=8)
        | st.dictionaries(
            st.sampled_from(["rounds", "tables", "round", "byes", "players", "player", "E", "wind", "Round 1"]), inner
        )
    ),
)


LINES = st.lists(st.lists(st.sampled_from([*"1234E-", "", "Round", "Round 1", "Table", "Table 1", "Player", "bye"])))


@given(st.text(alphabet='0123 \n,;:x[]{}"roundeast#', max_size=60), JSON, LINES)
def test_anything_is_either_rounds_or_problems(text, value, lines):
    rows = [SourceRow(line, tuple(cells)) for line, cells in enumerate(lines, 1) if any(cells)]
    for given_in in (text, json.dumps({"rounds": value}), rows):
        read = read_rounds(given_in)
        assert bool(read.rounds) != bool(read.problems)


MAKERS = (schedules.tables_csv, schedules.tables_xlsx, schedules.players_csv)


@pytest.mark.django_db
def test_each_layout_is_read_back_as_the_same_rounds():
    event, asked = small_tournament(), QueryDict()
    assert schedules.rows(event, asked) == b"\n"
    assert schedules.tables_csv(event, asked).decode("utf-8-sig") == "round,table,east,south,west,north\r\n"
    first, second, _third = event.rounds.order_by("number")
    seating.publish(acting(), seat_in_order(first))
    seat_in_order(second)
    two, six = (event.entries.get(number=number) for number in (2, 6))
    seating.swap(acting(), seat_in_order(second), first=two, second=six)
    assert schedules.rows(event, asked).decode() == "1-2-3-4\n5-6-7-8\n\n1-6-3-4\n5-2-7-8\n"
    for make in (schedules.rows, *MAKERS):
        content, problems = read_content(make(event, asked))
        found = read_rounds(content)
        assert (problems, [str(problem) for problem in found.problems]) == ([], [])
        assert found.rounds == (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 6, 3, 4), (5, 2, 7, 8))), make.__name__


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
        (number, [
            Seat(table_number=table, wind=wind, entry=Entry(number=player))
            for table, players in tables.items()
            for wind, player in enumerate(players)
        ])
        for number, tables in rounds
    ]  # fmt: skip


@settings(max_examples=40 if in_full() else 15)
@given(seated_rounds())
def test_every_export_is_read_back_also_where_players_sit_out(rounds):
    asked = QueryDict()
    with mock.patch.object(schedules, "list_seated_rounds", return_value=as_exported(rounds)):
        files = {make: make(None, asked) for make in MAKERS}
        lines = schedules.rows(None, asked)
    for make, content in files.items():
        found = read_layout(read_content(content)[0])
        read = [
            (one.number, {table.number: tuple(seat.player for seat in table.players) for table in one.tables})
            for one in found.rounds
        ]
        assert (found.problems, read) == ([], rounds), make.__name__
    tables = tuple(tuple(players for _table, players in sorted(each.items())) for _number, each in rounds)
    assert read_rounds(read_content(lines)[0], leave_out=True).rounds == tables
