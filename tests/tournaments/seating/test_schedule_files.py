"""Schedules made elsewhere, and those that go out in layouts that other programs read."""

from __future__ import annotations

import json
from unittest import mock

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.core.tabular.reading import SourceRow
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seat
from tournaments.seating import files as schedules
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import format_rounds
from tournaments.seating.reading.formats.reading import read_layout, read_rounds
from tournaments.seating.reading.schedule import content_of
from tournaments.seating.services import seating

EXPECTED = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
NO_SCHEDULE = (
    "This JSON is no schedule: rounds of tables of four are wanted, such as"
    " [[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]."
)
MISSING = (
    "Line %d, field %d: player %d is missing from round %s; add the player there, or say that players who are not "
    "named sit out."
)
TABLE = "round;table;east;south;west;north\n1;2;5;6;7;8\n1;1;1;2;3;4\n2;1;1;5;2;6\n2;2;3;7;4;8\n"


def problems(text):
    return [str(problem) for problem in read_rounds(text).problems]


def test_printed_rounds_are_read_back():
    schedule = schedule_rounds(20, 4, seed="olga")
    assert read_rounds(format_rounds(schedule)).rounds == schedule.rounds


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"rounds": EXPECTED}),
        json.dumps(EXPECTED),
        "1 2 3 4\n5 6 7 8\n\n1 5 2 6\n3,7,4,8\n",
        "Round 1\n1-2-3-4\n5 | 6 | 7 | 8  # the window\nRound 2:\ntable 1: 1 5 2 6\ntable 2: 3;7;4;8",
        TABLE,
        TABLE.replace(";", ","),
        TABLE.replace(";", "\t"),
        TABLE.replace(";", "\t").replace("\n", "\r\n"),
        "\ufeff" + TABLE.replace("east;south;west;north", "E;S;W;N"),
        TABLE.translate({ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789;"}),
        "１、２、３、４\r\n５，６，７，８\r\n\r\n１　５　２　６\r\n３\t７\t４\t８",
        json.dumps([[[str(player) for player in table] for table in round_] for round_ in EXPECTED]),
        "[1,2,3,4],[5,6,7,8]\n[1,5,2,6],[3,7,4,8]",
        "(1, 2, 3, 4) (5, 6, 7, 8)\n(1, 5, 2, 6) (3, 7, 4, 8)",
        "Round;Table 1;Table 2\n1;1-2-3-4;5-6-7-8\n2;1-5-2-6;3-7-4-8",
        "1;1,2,3,4;5,6,7,8\n2;1,5,2,6;3,7,4,8",
        "第1轮\t1号桌\t1\t2\t3\t4\n第1轮\t2号桌\t5\t6\t7\t8\n第2轮\t1号桌\t1\t5\t2\t6\n第2轮\t2号桌\t3\t7\t4\t8",
        TABLE.replace("east;south;west;north", "Player 1;Player 2;Player 3;Player 4"),
    ],
)
def test_schedules_are_read_from_json_csv_and_lines(text):
    assert read_rounds(text).rounds == EXPECTED


PLAYER_BY_ROUND = [(1, 1, 1), (2, 1, 2), (3, 1, 1), (4, 1, 2), (5, 2, 1), (6, 2, 2), (7, 2, 1), (8, 2, 2)]
AT_TABLES = [[{1, 2, 3, 4}, {5, 6, 7, 8}], [{1, 3, 5, 7}, {2, 4, 6, 8}]]


@pytest.mark.parametrize(
    "text",
    [
        "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8",
        "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8".replace(" ", ", "),
        "1 2 3 4 5 6 7 8\n1 5 2 6 3 7 4 8",
        "1,2,3,4,,5,6,7,8\n1,5,2,6,,3,7,4,8",
        "\tTable 1\t\t\t\t\tTable 2\nHanchan 1\t1\t2\t3\t4\t\t5\t6\t7\t8\nHanchan 2\t1\t5\t2\t6\t\t3\t7\t4\t8",
        "Hanchan 1\nTable 1,1,2,3,4\nTable 2,5,6,7,8\n\nHanchan 2\nTable 1,1,5,2,6\nTable 2,3,7,4,8",
        "1 1 1 2 3 4\n1 2 5 6 7 8\n2 1 1 5 2 6\n2 2 3 7 4 8",
        "第1轮;1;2;3;4;;5;6;7;8\n第2轮;1;5;2;6;;3;7;4;8",
        "1回戦\n1卓: 1 2 3 4\n2卓: 5 6 7 8\n2回戦\n1卓: 1 5 2 6\n2卓: 3 7 4 8",
        "1 2 3 4\n5 6 7 8\n1 5 2 6\n3 7 4 8",
        ",Table 1,Table 2\nEast,1,5\nSouth,2,6\nWest,3,7\nNorth,4,8\n"
        ",Table 1,Table 2\nEast,1,3\nSouth,5,7\nWest,2,4\nNorth,6,8",
        json.dumps({"seating": EXPECTED}),
        json.dumps({"rounds": [{"round": k, "tables": tables} for k, tables in enumerate(EXPECTED, 1)]}),
        json.dumps(
            {"rounds": [{"tables": [{"table": t, "players": p} for t, p in enumerate(r, 1)]} for r in EXPECTED]}
        ),
        json.dumps(
            [{"round": k, "table": t, "player_index": p} for k, r in enumerate(EXPECTED, 1) for t, p in enumerate(r)]
        ),
        json.dumps({"schedule": {
            f"Round {k}": [dict(zip("ESWN", p, strict=True)) for p in r] for k, r in enumerate(EXPECTED, 1)
        }}),
        json.dumps({"player_index": [[player for table in round_ for player in table] for round_ in EXPECTED]}),
        json.dumps({"tables": [
            {"round": k, "seats": [{"wind": w, "player": x} for w, x in zip("NWSE", reversed(p), strict=True)]}
            for k, r in enumerate(EXPECTED, 1)
            for p in r
        ]}),
    ],
)  # fmt: skip
def test_layouts_of_other_programs_are_read(text):
    assert (read_rounds(text).rounds, problems(text)) == (EXPECTED, [])


@pytest.mark.parametrize(
    "text",
    [
        "No,Name,R1,R2\n" + "\n".join(f"{player},Anna,{one},{two}" for player, one, two in PLAYER_BY_ROUND),
        "Player;Round 1;Round 2\n" + "\n".join(f"{player};T{one};T{two}" for player, one, two in PLAYER_BY_ROUND),
        "Round,Table,Player\n"
        + "\n".join(f"1,{one},{player}\n2,{two},{player}" for player, one, two in PLAYER_BY_ROUND),
    ],
)
def test_a_row_a_player_and_a_column_a_round_are_read(text):
    assert [[set(table) for table in round_] for round_ in read_rounds(text).rounds] == AT_TABLES


def test_winds_in_the_cells_of_players_give_the_order_of_seats():
    winds = ["1S", "1E", "1N", "1W", "2 East", "2 South", "2 West", "2 North"]
    rows = "\n".join(f"{player}\t{wind}\t{wind}" for player, wind in enumerate(winds, 1))
    assert read_rounds(f"Player\tRound 1\tRound 2\n{rows}").rounds == (((2, 1, 4, 3), (5, 6, 7, 8)),) * 2


def test_a_list_counted_from_zero_is_read():
    zero = tuple(tuple(tuple(player - 1 for player in table) for table in round_) for round_ in EXPECTED)
    assert read_rounds(json.dumps({"tables": zero})).rounds == zero


NO_TABLES = (
    "%d of %d lines are no tables of a schedule, the first is line 1. Write four players a line with an empty line "
    "between rounds, such as 1-2-3-4; the guide shows all other layouts."
)
NO_NUMBER = 'Line %d, field %d: "%s" is no number.'
HEAD = "round,table,east,south,west,north\n"
MISTAKES = {
    "": ["There is nothing to read."],
    "1 2 3 4\n" * 25_001: ["This has 25001 lines; a schedule has up to 25000."],
    "# later\nRound 1": ["There is nothing to read."],
    "hello there\nmy friend": [NO_TABLES % (2, 2)],
    "\n".join(f"{line} bottles of beer on the wall" for line in range(320)): [NO_TABLES % (320, 320)],
    "\n".join(f"{player},{one},{two}" for player, one, two in PLAYER_BY_ROUND): [NO_TABLES % (8, 8)],
    json.dumps([[one, two] for _player, one, two in PLAYER_BY_ROUND]): [NO_SCHEDULE],
    "Anna,Ben,Cleo,Dai\n1,2,3,4": [
        NO_NUMBER % (1, at, name) for at, name in enumerate(("Anna", "Ben", "Cleo", "Dai"), 1)
    ],
    "1 2 3 4\n5 6 7": ["Line 2: four players are wanted, not 3."],
    '1,2,3,4\n"' + "a" * 200_000 + ",b,c": ["Line 2: four players are wanted, not 3."],
    "1 2 3 4\n5 6 7 x\n\n1 5 2 3\n4 -6 7 8": [NO_NUMBER % (2, 4, "x")],
    "1 2 3 4\n5 6 7 4": ["Line 2, field 4: player 4 sits in this round already (Line 1, field 4)."],
    "1-2-3-4\nsit out: 4": ["Line 2, field 2: player 4 sits in this round already (Line 1, field 4)."],
    "1 2 3 4\n5 6 7 8\n\n1 5 2 6\n3 7 4 8\n\n1 5 2 6\n3 7 4 9": [
        MISSING % (2, 4, 8, "3"), MISSING % (8, 4, 9, "1, 2"),
    ],
    "1 2 3 4\n\n1 2 4 3\n\n1 2 3 7": [MISSING % (1, 4, 4, "3"), MISSING % (5, 4, 7, "1, 2")],
    "[[[1,2,3]]]": ["Round 1, table 1 has 3 players instead of 4."],
    '[[[1,2,3,"x"],[5,6,-7,8]]]': [
        'Round 1, table 1, seat 4: "x" is no number.', 'Round 1, table 2, seat 3: "-7" is no number.',
    ],
    "\n\n1 2 3 x": [NO_NUMBER % (3, 4, "x")],
    f"\n\n{HEAD}1,1,1,2,x,4": [NO_NUMBER % (4, 5, "x")],
    "\n[[\n": ["Line 3, character 1: this is no JSON (Expecting value)."],
    "[" * 100_000: [NO_SCHEDULE],
    f"[[[{'9' * 5000},2,3,4]]]": [NO_SCHEDULE],
    "Round 1\n1 2 3 4\nRound 3\n1 2 3 4\nRound 4\n1 2 3 4": [
        "Line 4, field 1: round 2 should stand here, not round 3."
    ],
    "1 2 3 4\nRound 4\n1 2 3 4": ["Line 3, field 1: round 2 should stand here, not round 4."],
    TABLE.replace("\n2;", "\n3;"): ["Line 4, field 3: round 2 should stand here, not round 3."],
    TABLE.replace("1;2;5", "1;1;5").replace("2;1;1", "2;x;1").replace("7;4;8", "7;4;8;9"): [
        "Line 3, field 3: table 1 of round 1 stands above already.",
        NO_NUMBER % (4, 2, "x"),
        'Line 5, field 7: "9" stands in no column.',
    ],
    TABLE.replace("1;1;1", '1;1;"1') + "2;2;3;7;4;8\n" * 15_000: [
        "Line 3: This line cannot be read: field larger than field limit (131072)"
    ],
    "Player,Round 1,Round 2\n1,1E,1E\n2,1S,1S\n3,1W,1E\n4,1N,window": [
        "Round 2, table 1 has 3 players instead of 4.",
        'Line 5, field 3: "window" is no table; write its number, such as 3 or 3E, or nothing for a player who '
        "sits out.",
    ],
    "Player,Round 1\n1,1E\n2,1S\n3,1W\n4,1": [
        "Round 1, table 1: give the four players East, South, West and North, or no winds at all."
    ],
    "Round,Table 1,Table 2\n1,1-2-3-4,5-6-7": ["Line 2: four players are wanted, not 3."],
    "round,table,player\n1,1,1\n1,1,2\n1,x,3": [
        "Round 1, table 1 has 2 players instead of 4.", NO_NUMBER % (4, 2, "x"),
    ],
    "[\n[1": ["Line 2, character 3: this is no JSON (Expecting ',' delimiter)."],
    "[1]": [NO_SCHEDULE],
    "round,table,east,south,west\n1,1,1,2,3": ["Line 1: the column north is missing."],
    f"{HEAD}1,1,1,2,x,4\n\na,2,5,6,7": [NO_NUMBER % (2, 5, "x"), NO_NUMBER % (4, 1, "a"), NO_NUMBER % (4, 6, "")],
}  # fmt: skip


def test_all_that_is_wrong_is_named_with_line_and_field():
    for text, sentences in MISTAKES.items():
        assert (problems(text), read_rounds(text).rounds) == (sentences, ()), text[:80]


BYES = (((1, 2, 3, 4),), ((2, 3, 4, 5),))
"""One player sits out of each round: 5, then 1."""
UNEVEN = "1-2-3-4\n5-6-7-8\n\n1-2-3-4\n\n1-2-3-4"


@pytest.mark.parametrize(
    "text",
    [
        "1-2-3-4\n\n2-3-4-5",
        "Round 1\n1-2-3-4\nsit out: 5\nRound 2\n2-3-4-5\nbye: 1",
        "round,table,east,south,west,north\n1,1,1,2,3,4\n2,1,2,3,4,5",
        "round,table,east,south,west,north\n1,1,1,2,3,4\n1,bye,5\n2,1,2,3,4,5\n2,bye,1",
        "round,table,seat,player\n1,1,N,4\n1,1,W,3\n1,1,S,2\n1,1,E,1\n1,,,5\n"
        "2,1,1,2\n2,1,2,3\n2,1,3,4\n2,1,4,5\n2,bye,,1",
        "Player,Round 1,Round 2\n1,1E,\n2,1S,1E\n3,1W,1S\n4,1N,1W\n5,-,1N",
        "Round,Table 1,Bye\n1,1-2-3-4,5\n2,2-3-4-5,1",
        json.dumps({"rounds": [{"tables": [BYES[0][0]], "byes": [5]}, {"tables": [BYES[1][0]], "byes": [1]}]}),
        json.dumps({"rounds": BYES, "byes": [[5], [1]]}),
        json.dumps({"Round 1": {"tables": BYES[0], "byes": [5]}, "Round 2": {"tables": BYES[1], "byes": [{"id": 1}]}}),
    ],
)
def test_players_sit_out_in_every_format(text):
    assert (problems(text), read_rounds(text).rounds) == ([], BYES)


def test_players_who_are_missing_more_often_than_others_sit_out_only_where_that_is_said():
    assert problems(UNEVEN) == [MISSING % (2, at, player, "2, 3") for at, player in enumerate((5, 6, 7, 8), 1)]
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
        content, problems = content_of(make(event, asked))
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


@settings(max_examples=40)
@given(seated_rounds())
def test_every_export_is_read_back_also_where_players_sit_out(rounds):
    asked = QueryDict()
    with mock.patch.object(schedules, "seated_rounds", return_value=as_exported(rounds)):
        files = {make: make(None, asked) for make in MAKERS}
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
