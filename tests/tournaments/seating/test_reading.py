"""Schedules made elsewhere."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating.reading import read_rounds
from tournaments.seating.scheduling import schedule_rounds
from tournaments.seating.text import format_rounds

EXPECTED = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
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
    ],
)
def test_schedules_are_read_from_json_csv_and_lines(text):
    assert read_rounds(text).rounds == EXPECTED


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ["There is nothing to read."]),
        ("1 2 3 4\n" * 25_001, ["This has 25001 lines; a schedule has up to 25000."]),
        ("# later\nRound 1", ["There is nothing to read."]),
        ("1 2 3 4\n5 6 7", ["Line 2: four players are wanted, not 3."]),
        ("1 2 3 4\n5 6 7 x\n\n1 5 2 3\n4 -6 7 8", ["Line 2, field 4: \"x\" is no number."]),
        (
            "1 2 3 4\n5 6 7 4",
            ["Line 2, field 4: player 4 sits in this round already (Line 1, field 4)."],
        ),
        (
            "1 2 3 4\n5 6 7 8\n\n1 5 2 6\n3 7 4 9",
            ["Round 1: player 9 is missing.", "Round 2: player 8 is missing."],
        ),
        (
            "1 2 3 4\n\n1 2 4 3\n\n1 2 3 7",
            ["Line 5, field 4: player 7 is in 1 of 3 rounds only.", "Round 3: player 4 is missing."],
        ),
        ("[[[1,2,3]]]", ["Round 1, table 1 has 3 players instead of 4."]),
        ('[[[1,2,3,"x"],[5,6,-7,8]]]', [
            'Round 1, table 1, seat 4: "x" is no number.',
            "Round 1, table 2, seat 3: \"-7\" is no number.",
        ]),
        ("\n\n1 2 3 x", ['Line 3, field 4: "x" is no number.']),
        ("\n\nround,table,east,south,west,north\n1,1,1,2,x,4", ['Line 4, field 5: "x" is no number.']),
        ("\n[[\n", ["Line 3, character 1: this is no JSON (Expecting value)."]),
        ("[" * 100_000, ["The JSON is not a list of rounds of tables of four numbers."]),
        (f"[[[{'9' * 5000},2,3,4]]]", ["The JSON is not a list of rounds of tables of four numbers."]),
        (
            "Round 1\n1 2 3 4\nRound 3\n1 2 3 4\nRound 4\n1 2 3 4",
            ["Line 3: round 2 should stand here, not round 3."],
        ),
        ("1 2 3 4\nRound 4\n1 2 3 4", ["Line 2: round 2 should stand here, not round 4."]),
        (
            TABLE.replace("\n2;", "\n3;"),
            ["Line 4: round 2 should stand here, not round 3."],
        ),
        (
            TABLE.replace("1;2;5", "1;1;5").replace("2;1;1", "2;x;1").replace("7;4;8", "7;4;8;9"),
            [
                "Line 3, field 2: table 1 of round 1 stands above already.",
                'Line 4, field 2: "x" is no number.',
                'Line 5, field 7: "9" stands in no column.',
            ],
        ),
        (
            TABLE.replace("1;1;1", '1;1;"1') + "2;2;3;7;4;8\n" * 15_000,
            ["Line 3: a quotation mark is opened here and not closed."],
        ),
        ("[\n[1", ["Line 2, character 3: this is no JSON (Expecting ',' delimiter)."]),
        ("[1]", ["The JSON is not a list of rounds of tables of four numbers."]),
        ("round,table,east,south,west\n1,1,1,2,3", ["Line 1: the column north is missing."]),
        (
            "round,table,east,south,west,north\n1,1,1,2,x,4\n\na,2,5,6,7",
            [
                "Line 2, field 5: \"x\" is no number.",
                "Line 4, field 1: \"a\" is no number.",
                "Line 4, field 6: \"\" is no number.",
            ],
        ),
    ],
)  # fmt: skip
def test_all_that_is_wrong_is_named_with_line_and_field(text, sentences):
    assert (problems(text), read_rounds(text).rounds) == (sentences, ())


@given(st.text(alphabet='0123 \n,;:x[]{}"roundeast#', max_size=60))
def test_any_text_is_either_rounds_or_problems(text):
    read = read_rounds(text)
    assert bool(read.rounds) != bool(read.problems)
