"""Schedules of an event from text, CSV and XLSX, by numbers or names, and as a library."""

import io

import openpyxl
import pytest
from django.urls import reverse

from tests.support.people import acting, people, small_tournament
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seating
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import format_rounds
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw, StoredSchedule
from tournaments.seating.reading.formats.reading import read_rounds
from tournaments.seating.reading.schedule import parse, read_content
from tournaments.seating.services import drafts as seating_drafts

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)
ONE = {1: {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}}


@pytest.fixture
@remembered
def event():
    tournament = small_tournament(8)
    people(tournament)
    return tournament


def at(event, name="manage_schedules"):
    return reverse(name, args=[event.slug])


def kept(sue, event, text, name="small"):
    assert sue.post(at(event), {"name": name, "text": text}).status_code == 302
    return StoredSchedule.objects.get()


def use(sue, event, stored, **more):
    return sue.post(at(event, "manage_schedules_use"), {"schedule": stored.pk, **more})


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


@rows
def test_players_are_numbers_from_one_or_zero_or_names(event, text):
    if "Anna" in text:
        Entry.objects.filter(tournament=event, number=1).update(given_name="Anna", family_name="Berg (DK)")
    found = parse(event, text, round_number=1)
    assert (found.tables, found.problems) == (ONE, [])


def test_lines_that_are_no_table_are_named_by_their_number_and_misfits_by_their_names(event):
    parsed = parse(event, "1,1,1,2,3\n1,0,1,2,3,4\n1,1,1,2,3,Nobody\n1,1,1,2,3,4\n1,1,5,6,7,8\n")
    assert [(problem.line, problem.message[:31]) for problem in parsed.problems] == [
        (0, "Line 1: four players are wanted"),
        (2, "Round and table are numbers fro"),
        (3, "There is no player, or more tha"),
        (5, "Table 1 of round 1 stands here "),
    ]
    headless = parse(event, "Anna,Ben,Cleo,Dai\n5,6,7,8", round_number=1)
    assert [problem.message for problem in headless.problems] == [
        "There is no player, or more than one, called Anna, Ben, Cleo, Dai."
    ]
    assert [problem.message for problem in read_content(b"\x00\x01\x02")[1]] == [
        "This is not a text file. Save it as CSV (UTF-8) or XLSX."
    ]
    parsed = parse(event, "round,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,42\n9,1,1,2,3,4\n2,1,1,2,3,1\n")
    assert parsed.problems == []
    with pytest.raises(UserError) as refused:
        seating_drafts.draft_schedule(acting("sue"), event, schedule=parsed.tables)
    assert refused.value.problems == [
        "Round 1, table 2: there is no player 42.",
        "Round 1: these players are missing: 8 Given08 Family08.",
        "Round 2: player 1 Given01 Family01 sits at table 1 and at table 1.",
        "Round 2: these players are missing: 4 Given04 Family04, 5 Given05 Family05, 6 Given06 Family06, "
        "7 Given07 Family07, 8 Given08 Family08.",
        "The tournament has no round 9.",
    ]
    assert Seating.objects.count() == 0


def test_as_many_rounds_as_the_event_has_are_all_of_them(event):
    text = "\n\n".join(["1-2-3-4\n5-6-7-8"] * event.rounds.count())
    assert sorted(parse(event, text, round_number=2).tables) == [one.number for one in event.rounds.order_by("number")]
    assert sorted(parse(event, "1-2-3-4\n5-6-7-8", round_number=2).tables) == [2]


def test_a_sheet_and_a_block_of_a_spreadsheet_are_chosen(event):
    content = book(
        Notes=[["Welcome"]],
        Plan=[
            ["Our plan", None, None],
            [None, "Table 1", None, None, None, None, "Table 2"],
            ["Hanchan 1", 1, 2, 3, 4, None, 5, 6, 7, 8, "checked"],
        ],
    )
    rows, problems = read_content(content, sheet="Plan", block="A2:J3")
    assert (parse(event, rows).tables, problems) == (ONE, [])
    for sheet, block, said in (
        ("Plans", "", "There is no sheet “Plans”; there are Notes, Plan."),
        ("2", "A2-J3", "“A2-J3” is not a block of cells; write it as B3:M40."),
    ):
        _rows, (problem,) = read_content(content, sheet=sheet, block=block)
        assert problem.message == said


@rows
def test_players_who_are_named_as_sitting_out_are_not_missing(event, text):
    found = parse(event, text, round_number=1)
    assert (found.tables, found.byes, found.problems) == ({1: {1: (1, 2, 3, 4)}}, {1: {5, 6, 7, 8}}, [])
    (draft,) = seating_drafts.draft_schedule(acting("sue"), event, schedule=found.tables, byes=found.byes)
    assert draft.seats.count() == 4
    without = seating_drafts.list_misfits(event, found.tables, byes={1: {5, 6, 7}})
    assert without == ["Round 1: these players are missing: 8 Given08 Family08."]


def test_sue_stores_a_schedule_and_draws_from_it(sue):
    event = small_tournament(16, rounds=2)
    people(event)
    stored = kept(sue, event, format_rounds(schedule_rounds([100 + n for n in range(16)], 5, seed="elsewhere")))
    assert (stored.players, stored.rounds_count, stored.measures["repeats"]) == (16, 5, 0)
    assert sorted(player for table in stored.rounds[0] for player in table) == list(range(1, 17))
    refused = use(sue, event, stored)
    said = "The schedule has 5 rounds, 2 are open here: say that only its first 2 are wanted."
    assert (refused.status_code, refused.context["failed"]) == (422, [said])
    assert refused.context["offers"] == [(stored, 2, 16)]
    answer = use(sue, event, stored, first_rounds="1")
    draw = SeatingDraw.objects.get()
    assert (answer.status_code, answer["Location"], draw.template) == (302, draw.get_absolute_url(), "library")
    assert [row.seats.count() for row in draw.seatings.all()] == [16, 16]
    assert [check.passed for check in verify(parse_certificate(draw.certificate))] == [True] * 5
    how = sue.get(draw.get_absolute_url()).context["how"]
    assert how[1] == "The table was made before and stored in the library."


def test_a_schedule_is_kept_once_does_not_fit_everywhere_and_goes_with_the_event_that_stored_it(sue, event):
    other = small_tournament(16, slug="autumn")
    people(other)
    small = kept(sue, event, "1 2 3 4\n5 6 7 8\n")
    again = sue.post(at(event), {"name": "b", "text": "9 10 11 12\n13 14 15 16"})
    assert again.context["form"].errors["text"] == ["This schedule is in the library already."]
    page = use(sue, other, small)
    assert (page.status_code, page.context["failed"]) == (422, ["The schedule is for 8 players; 16 play here."])
    assert [(stored.players, players) for stored, _open_rounds, players in page.context["offers"]] == [(8, 16)]
    event.rounds.all().delete()
    assert use(sue, event, small).context["failed"] == ["No round is open to be seated; add one first."]
    took = [sue.post(at(one, "manage_schedules_remove"), {"schedule": small.pk}).status_code for one in (other, event)]
    assert (took, StoredSchedule.objects.exists()) == ([404, 302], False)


def test_what_is_wrong_with_a_schedule_is_said_and_it_stays_in_the_form(sue, event):
    large = "\n".join(f"{n} {n + 1} {n + 2} {n + 3}" for n in range(1, 1005, 4))
    for text, sentences in (
        ("1 2 3\n5 6 x 8", ["Line 1: four players are wanted, not 3.", 'Line 2, field 3: "x" is not a number.']),
        (large, ["This has 1004 players; the library keeps up to 1000."]),
    ):
        page = sue.post(at(event), {"name": "x", "text": text})
        assert (page.status_code, page.context["form"].errors["text"]) == (422, sentences)
        assert page.context["form"]["text"].value() == text
    assert not StoredSchedule.objects.exists()


FIVE = "1-2-3-4\n\n2-3-4-5\n\n3-4-5-1\n\n4-5-1-2\n"
"""Five players, of whom one sits out in each round."""


@pytest.mark.parametrize("rounds", [3, 1])
def test_a_schedule_with_byes_is_stored_and_drawn_and_its_certificate_holds(sue, rounds):
    """The first rounds may leave the schedule's last player out."""
    event = small_tournament(5, rounds=rounds)
    people(event)
    stored = kept(sue, event, FIVE)
    assert (stored.players, stored.rounds_count) == (5, 4)
    assert use(sue, event, stored, first_rounds="1").status_code == 302
    draw = SeatingDraw.objects.get()
    certificate = parse_certificate(draw.certificate)
    assert (draw.template, [len(byes) for byes in certificate["byes"]]) == ("library", [1] * rounds)
    assert len({byes[0] for byes in certificate["byes"]}) == rounds
    assert [check.passed for check in verify(certificate)] == [True] * 5


def test_players_who_are_not_named_sit_out_where_sue_says_so(sue, event):
    lines = {"name": "Uneven", "text": "1-2-3-4\n5-6-7-8\n\n1-2-3-4"}
    assert sue.post(at(event), lines).context["form"].errors["text"] == [
        f"Line 2, field {seat}: player {seat + 4} is missing from round 2; add the player there, or say that players "
        "who are not named sit out."
        for seat in (1, 2, 3, 4)
    ]
    assert sue.post(at(event), lines | {"leave_out": "1"}).status_code == 302
    assert StoredSchedule.objects.get().rounds == [[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 3, 4]]]


def test_headings_below_a_title_are_found_and_lines_without_headings_stay_lines():
    headed = [["Round", "Table", "East", "South", "West", "North"], [1, 1, 1, 2, 3, 4], [1, 2, 5, 6, 7, 8]]
    text = "\n".join("\t".join(map(str, row)) for row in [["Spring Open"], ["Version", "of May"], *headed])
    assert read_rounds(text).rounds == read_rounds("1 2 3 4\n5 6 7 8").rounds == (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert read_rounds("Round 1\nTable 1: 1 2 3 4\nTable 2: 5 6 7 8").rounds == read_rounds(text).rounds
