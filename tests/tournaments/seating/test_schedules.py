"""Schedules of an event from text, CSV and XLSX, by numbers or names."""

from __future__ import annotations

import io

import openpyxl
import pytest

from tests.support.people import acting, small_tournament
from tournaments.entries.models.entries import Entry
from tournaments.seating.reading.schedule import content_of, parse
from tournaments.seating.services import drafts as seating_drafts

pytestmark = pytest.mark.django_db
ONE = {1: {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}}


@pytest.fixture
def event():
    return small_tournament(8)


def book(**sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


def name(number):
    return f"Given{number:02} Family{number:02}"


@pytest.mark.parametrize(
    "text",
    [
        "1-2-3-4\n5-6-7-8",
        "0-1-2-3\n4-5-6-7",
        ", ".join(map(name, range(1, 5))) + "\n" + ", ".join(map(name, range(5, 9))),
        '{"tables": [[1, 2, 3, 4], [5, 6, 7, 8]]}',
    ],
)
def test_players_are_numbers_from_one_or_zero_or_names(event, text):
    found = parse(event, text, round_number=1)
    assert (found.tables, found.problems) == (ONE, [])


def test_as_many_rounds_as_the_event_has_are_all_of_them(event):
    text = "\n\n".join(["1-2-3-4\n5-6-7-8"] * event.rounds.count())
    assert sorted(parse(event, text, round_number=2).tables) == [one.number for one in event.rounds.order_by("number")]
    assert sorted(parse(event, "1-2-3-4\n5-6-7-8", round_number=2).tables) == [2]


def test_a_first_line_of_names_is_no_heading(event):
    found = parse(event, "Anna,Ben,Cleo,Dai\n5,6,7,8", round_number=1)
    assert [problem.message for problem in found.problems] == [
        "There is no player, or more than one, called Anna, Ben, Cleo, Dai."
    ]


def test_a_sheet_and_a_block_of_a_spreadsheet_are_chosen(event):
    content = book(
        Notes=[["Welcome"]],
        Plan=[
            ["Our plan", None, None],
            [None, "Table 1", None, None, None, None, "Table 2"],
            ["Hanchan 1", 1, 2, 3, 4, None, 5, 6, 7, 8, "checked"],
        ],
    )
    rows, problems = content_of(content, sheet="Plan", block="A2:J3")
    assert (parse(event, rows).tables, problems) == (ONE, [])
    for sheet, block, said in (
        ("Plans", "", "There is no sheet “Plans”; there are Notes, Plan."),
        ("2", "A2-J3", "“A2-J3” is no block of cells; write it as B3:M40."),
    ):
        _rows, (problem,) = content_of(content, sheet=sheet, block=block)
        assert problem.message == said


def test_a_name_keeps_its_brackets(event):
    Entry.objects.filter(tournament=event, number=1).update(given_name="Anna", family_name="Berg (DK)")
    found = parse(event, "Anna Berg (DK), 2, 3, 4\n5, 6, 7, 8", round_number=1)
    assert (found.tables, found.problems) == (ONE, [])


@pytest.mark.parametrize(
    "text",
    [
        "Round 1\n1-2-3-4\nsit out: 5, 6, 7, 8",
        "Player,Round 1\n" + "\n".join(f"{name(at)},{(at <= 4 and 1) or ''}" for at in range(1, 9)),
        '{"rounds": [{"round": 1, "tables": [[0, 1, 2, 3]], "byes": [4, 5, 6, 7]}]}',
    ],
)
def test_players_who_are_named_as_sitting_out_are_not_missing(event, text):
    found = parse(event, text, round_number=1)
    assert (found.tables, found.byes, found.problems) == ({1: {1: (1, 2, 3, 4)}}, {1: {5, 6, 7, 8}}, [])
    (draft,) = seating_drafts.from_schedule(acting("sue"), event, schedule=found.tables, byes=found.byes)
    assert draft.seats.count() == 4
    without = seating_drafts.misfits(event, found.tables, byes={1: {5, 6, 7}})
    assert without == ["Round 1: these players are missing: 8 Given08 Family08."]


def test_a_file_that_is_no_text_is_refused():
    assert [problem.message for problem in content_of(b"\x00\x01\x02")[1]] == [
        "This is not a text file. Save it as CSV (UTF-8) or XLSX."
    ]
