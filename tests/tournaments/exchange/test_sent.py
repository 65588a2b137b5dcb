"""Rosters, results and schedules by programs and on the command line: a look first, saved when told to."""

from __future__ import annotations

import base64

import pytest
from django.core.management import CommandError

from tests.support.import_doors import posted, told
from tests.support.people import people, small_tournament
from tests.support.tables import playing
from tournaments.results.models.results import TableResult
from tournaments.seating.models.draws import StoredSchedule

pytestmark = pytest.mark.django_db

RESULTS = "player;R1\n" + "\n".join(
    f"Given{n:02} Family{n:02};{points}" for n, points in enumerate((40, 12, -20, -32, 8, 0, 0, -8), 1)
)
ROSTER = "Surname;Name;Shoe size\nBerg;Anna;38\nChen;Bo;41"
SCHEDULE = "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8"


@pytest.fixture
def event():
    tournament = playing()
    people(tournament)
    return tournament


def test_a_program_looks_at_results_and_then_enters_them(event):
    look = posted("sam", "results/import", text=RESULTS).json()
    assert (look["saved"], look["counts"], look["problems"]) == (None, {"add": 2, "change": 0, "same": 0}, [])
    assert look["rows"][0] == {
        "line": 2,
        "action": "add",
        "round": 1,
        "table": 1,
        "names": [f"Given{n:02} Family{n:02}" for n in (1, 2, 3, 4)],
        "points": [40, 12, -20, -32],
        "doubtful": False,
    }
    assert TableResult.objects.count() == 0
    done = posted("sam", "results/import", file=base64.b64encode(RESULTS.encode()).decode(), save=True)
    assert (done.status_code, done.json()["saved"], TableResult.objects.count()) == (200, 2, 2)
    again = posted("sam", "results/import", text=RESULTS, save=True).json()
    assert (again["saved"], again["counts"]["same"]) == (0, 2)


def test_what_would_stay_out_is_refused_until_somebody_agrees(event):
    before = event.entries.count()
    look = posted("olga", "entries/import", text=ROSTER).json()
    assert ([row["name"] for row in look["rows"]], look["counts"]["add"]) == (["Anna Berg", "Bo Chen"], 2)
    refused = posted("olga", "entries/import", text=ROSTER, save=True)
    assert (refused.status_code, refused.json()["field"], refused.json()["problems"]) == (
        400,
        "leave_out",
        ["Line 1: The column “Shoe size” is not known and was left out."],
    )
    assert event.entries.count() == before
    saved = posted("olga", "entries/import", text=ROSTER, save=True, leave_out=True).json()
    assert (saved["saved"], event.entries.count()) == (2, before + 2)


def test_a_schedule_becomes_drafts_or_stays_in_the_library():
    event = small_tournament(8)
    people(event)
    look = posted("sue", "rounds/1/schedule", text=SCHEDULE).json()
    assert (look["counts"], look["rows"][2]) == (
        {"rounds": 2, "tables": 4},
        {"round": 2, "table": 1, "players": [1, 5, 2, 6]},
    )
    assert posted("sue", "rounds/1/schedule", text=SCHEDULE, save=True).json()["saved"] == 2
    assert [round_.seatings.count() for round_ in event.rounds.order_by("number")] == [1, 1, 0]
    twice = posted("sue", "rounds/1/schedule", text="1-2-3-4\n4-5-6-7").json()["problems"]
    assert [problem["message"] for problem in twice] == [
        "Round 1: player 4 Given04 Family04 sits at table 2 and at table 1.",
        "Round 1: these players are missing: 8 Given08 Family08.",
    ]
    assert posted("sue", "rounds/1/schedule", text="1-2-3-99", save=True).status_code == 400
    assert posted("sue", "schedules", name="Two rounds", text=SCHEDULE).json()["name"]
    assert StoredSchedule.objects.get().rounds_count == 2


@pytest.mark.parametrize("body", [{}, {"text": "a", "file": "YQ=="}, {"file": "no base64"}])
def test_what_is_neither_text_nor_a_file_is_refused(event, body):
    answer = posted("olga", "entries/import", **body)
    assert (answer.status_code, answer.json()["detail"]) == (400, "Send the lines as text, or a file in base64.")


def test_a_scorer_imports_no_players_and_a_stranger_nothing(event):
    assert posted("sam", "entries/import", text=ROSTER).status_code == 403
    assert posted("otto", "results/import", text=RESULTS).status_code == 403
    assert posted("sam", "rounds/1/schedule", text=SCHEDULE).status_code == 403


def test_commands_look_first_and_save_when_told(event, tmp_path):
    for name, content in (("results", RESULTS), ("roster", ROSTER), ("schedule", "1-5-2-6\n3-7-4-8")):
        (tmp_path / name).write_text(content)
    look = told("import_results", tmp_path / "results")
    assert look == ("add 2, change 0, same 0; nothing is saved yet, --save does it", [])
    assert told("import_results", tmp_path / "results", "--save")[0] == "spring-open: 2 tables entered"
    said = ["warning: Line 1: The column “Shoe size” is not known and was left out."]
    assert told("import_roster", tmp_path / "roster")[1] == said
    with pytest.raises(CommandError, match="would stay out"):
        told("import_roster", tmp_path / "roster", "--save")
    done = told("import_roster", tmp_path / "roster", "--save", "--leave-out")
    assert done == ("spring-open: 2 players added or changed", said)
    drafts = told("import_schedule", tmp_path / "schedule", "--round", "2", "--save", "--leave-out")
    assert drafts[0] == "spring-open: 1 rounds seated as drafts"
    with pytest.raises(CommandError, match="has no round 9"):
        told("import_schedule", tmp_path / "schedule", "--round", "9")
