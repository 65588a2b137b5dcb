"""A table that is played at another time than its round: nothing waits for it, and its sheet counts once it is in."""

import datetime
import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.support.leagues import league_of
from tests.support.pages import Person
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import MCR_TABLES, published, released
from tests.support.remembered import remembered
from tests.support.verifier import lines_of
from tournaments.core.errors import UserError
from tournaments.core.open_items import ItemKind, OpenItemsError, OpenItemStep, list_blocking_items, list_open_items
from tournaments.core.printing.registry import Order
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import set_state
from tournaments.events.views import next_steps
from tournaments.exchange.document.archive import pack_as_json
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED, UNKNOWN
from tournaments.results.papers.round_results import round_results
from tournaments.results.queries.board import list_board_tables
from tournaments.results.services import results
from tournaments.results.services.corrections import submit_counted
from tournaments.rounds.files import build_event_calendar, build_player_calendar
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.rounds.queries.schedule import find_player_schedule
from tournaments.rounds.services import clock, rounds
from tournaments.rounds.services.postponed import postpone
from tournaments.seating.papers import seating_by_table
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.seating.services import drafts, seating
from tournaments.standings.papers.standings_list import standings_list
from tournaments.standings.queries.needs import last_round
from tournaments.standings.queries.standings import find_public_standings, get_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

MARCH = datetime.datetime(2026, 3, 14, 18, tzinfo=datetime.UTC)
"""19:00 in Paris, where the event is."""
SCREENS = ("screen/seating/", "screen/plan/")
SAID = "1 table to come: round 1, table 2, Sat 14 Mar, 19:00."


def words(answer: Any) -> str:
    """The text of a page without its elements."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@remembered
def league(weeks: int = 3) -> Tournament:
    """Two tables a week from 13 January, Tuesdays at 19:00; round 1 is being played, its second table in March."""
    made = small_tournament(8, rounds=weeks)
    people(made)
    for week in range(weeks):
        start = datetime.datetime(2026, 1, 13, 18, tzinfo=datetime.UTC) + datetime.timedelta(weeks=week)
        made.rounds.filter(number=week + 1).update(starts_at=start)
    published(made.rounds.get(number=1))
    rounds.start(acting(), made.rounds.get(number=1))
    postpone(acting(), table(made), postponed_to=MARCH, reason="Two are ill.")
    return made


def table(event: Tournament, number: int = 2) -> GameTable:
    return event.rounds.get(number=1).tables.get(number=number)


def counted(where: GameTable, points: Any) -> None:
    results.confirm_sheet(acting("olga"), results.submit_sheet(acting("sam"), where, points=points))


@pytest.fixture
@remembered
def event() -> Tournament:
    """The first round is over and released without the second table."""
    made = league()
    counted(table(made, 1), MCR_TABLES[0])
    rounds.finish(acting(), made.rounds.get(number=1))
    rounds.release(acting(), made.rounds.get(number=1))
    return made


def test_rounds_go_on_without_a_reason_and_the_sheet_counts_when_it_comes(event: Tournament) -> None:
    released(event, 2)
    numbers = dict(event.entries.values_list("pk", "number"))
    assert {numbers[row.key]: row.total for row in get_standings(event, 2).individual if row.played == 1} == {
        5: 10, 6: 10, 7: -8, 8: -12,
    }  # fmt: skip
    counted(table(event), MCR_TABLES[1])
    shown = find_public_standings(event)
    assert shown is not None
    assert (shown.to_come, {line.player.number: line.row.total for line in shown.individual}) == (
        (), {1: 120, 2: 40, 5: 20, 6: 20, 7: -16, 8: -24, 3: -60, 4: -100},
    )  # fmt: skip
    assert list_open_items(event) == []


def test_the_next_step_never_waits_for_it(event: Tournament) -> None:
    def step() -> tuple[str, int | None, int]:
        following = next_steps.find_event_step(event)
        return following.action, following.round, len(following.open)

    assert step() == ("seat", 2, 0)
    released(event, 2)
    released(event, 3)
    following = next_steps.find_event_step(event)
    assert (following.action, [str(item.text) for item in following.open]) == (
        "close", ["Round 1, table 2 is postponed to 2026-03-14 19:00"],
    )  # fmt: skip


def test_it_stops_a_cut_the_ceremony_and_what_leaves_the_house(event: Tournament) -> None:
    released(event, 2)
    stages.add(acting(), event, name="Final", cut_to=4)
    released(event, 3)
    stops = {step for step in OpenItemStep if list_blocking_items(event, step, event.rounds.get(number=3))}
    assert stops == {
        OpenItemStep.CUT, OpenItemStep.CEREMONY, OpenItemStep.CLOSE, OpenItemStep.FEDERATION,
        OpenItemStep.CERTIFICATES,
    }  # fmt: skip
    final = Stage.objects.get(name="Final")
    with pytest.raises(OpenItemsError, match="Round 1, table 2 is postponed to 2026-03-14 19:00"):
        stages.cut(acting(), final)
    assert stages.cut(acting(), final, chosen=list(event.entries.filter(number=6)), continue_anyway="Agreed.")


def test_closing_names_it(event: Tournament) -> None:
    with pytest.raises(OpenItemsError, match="Round 1, table 2 is postponed"):
        set_state(acting(), event, state=Tournament.State.FINISHED)


def test_pages_of_everybody_say_what_is_to_come_and_when(event: Tournament) -> None:
    visitor, base = signed_in(None), f"/t/{event.slug}"
    assert {page: SAID in words(visitor.get(f"{base}/{page}")) for page in ("standings/", "screen/standings/")} == {
        "standings/": True, "screen/standings/": True,
    }  # fmt: skip
    assert SAID in words(signed_in("olga").get(f"{base}/manage/standings/"))
    late = "Sat 14 Mar, 19:00"
    for page in ("", "players/5/", "players/5/schedule/", "seating/1/", "results/1/", *SCREENS):
        assert late in words(visitor.get(f"{base}/{page}")), page
    assert late not in words(visitor.get(f"{base}/players/1/"))
    counted(table(event), MCR_TABLES[1])
    for page in ("standings/", "screen/standings/", ""):
        assert late not in words(visitor.get(f"{base}/{page}")), page


def test_the_api_says_it(event: Tournament) -> None:
    base = f"/api/v1/tournaments/{event.slug}"
    late = "2026-03-14T18:00:00Z"
    assert program().get(f"{base}/standings/").json()["to_come"] == [{"round": 1, "table": 2, "postponed_to": late}]
    tables = program().get(f"{base}/rounds/1/seating/").json()["tables"]
    assert [row["postponed_to"] for row in tables] == [None, late]
    sheets = program().get(f"{base}/rounds/1/results/").json()
    assert [(len(row["rows"]), row["postponed_to"]) for row in sheets] == [(4, None), (0, late)]


def test_papers_say_it(event: Tournament) -> None:
    late = "14 Mar 2026, 19:00"
    (standing,) = standings_list(Order(Tournament.objects.get()))
    assert standing.values["to_come"] == [(1, "2", late)]
    first = event.rounds.get(number=1)
    (seats,) = seating_by_table(Order(Tournament.objects.get(), round=first))
    assert seats.values["late"] == [("2", late)]
    (listed,) = round_results(Order(Tournament.objects.get(), round=first))
    assert [(called, len(lines), time) for called, lines, time in listed.values["tables"]] == [
        ("1", 4, ""), ("2", 0, late),
    ]  # fmt: skip


def test_the_calendar_of_a_player_has_its_own_time(event: Tournament) -> None:
    def starts(number: int) -> list[bytes]:
        found = find_player_schedule(event, number)
        assert found is not None
        lines = build_player_calendar(event, found, url="").splitlines()
        return [line for line in lines if line.startswith((b"DTSTART", b"DTEND"))]

    assert (starts(1), starts(5)) == (
        [b"DTSTART:20260113T180000Z", b"DTEND:20260113T193000Z"],
        [b"DTSTART:20260314T180000Z", b"DTEND:20260314T193000Z"],
    )


def test_the_calendar_of_the_event_has_the_table(event: Tournament) -> None:
    text = build_event_calendar(event, event.rounds.filter(number=1), url="").decode().replace("\r\n", "\n")
    assert re.findall(r"DTSTART:(\d+T\d+)Z|SUMMARY:(.*)", text) == [
        ("", "Spring Open: Round 1"), ("20260113T180000", ""),
        ("", "Spring Open: Round 1\\, table 2"), ("20260314T180000", ""),
    ]  # fmt: skip


def test_its_players_enter_it_by_the_code_of_the_table_after_the_release(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(entry_by=Tournament.EntryBy.TABLE_CODE)
    released(event, 2)
    at, other = f"/e/{table(event).token}/", f"/e/{table(event, 1).token}/"
    players = list(event.entries.filter(number__gte=5).order_by("number"))
    sheet = {f"points_{order}": points for order, points in enumerate(MCR_TABLES[1])}
    first, second = signed_in(None), signed_in(None)
    assert "This table is postponed to 2026-03-14 19:00." in words(first.get(at))
    assert first.post(at, sheet | {"player": players[0].pk}).status_code == 302
    second.get(at)
    assert second.post(f"{at}confirm/1/", {"player": players[1].pk}).status_code == 302
    table(event).results.get(state="confirmed")
    # Once it counts it is as public as the others of its round, and the desk corrects it.
    for code in (at, other):
        assert first.post(code, sheet | {"player": players[0].pk}).status_code == 403


def test_hands_are_written_and_seats_checked_at_it(event: Tournament) -> None:
    visitor = signed_in(None)
    Tournament.objects.filter(pk=event.pk).update(entry_by=Tournament.EntryBy.TABLE_CODE)
    at = f"/e/{table(event).token}/"
    assert [visitor.get(f"{at}{page}/").status_code for page in ("hands", "seats")] == [200, 200]


def test_the_board_counts_it_apart_and_no_clock_runs_for_it() -> None:
    made = league()
    clock.adjust(acting(), made.rounds.get(number=1), seconds=-5400)
    assert [(row.state, row.minutes) for row in list_board_tables(made.rounds.get(number=1))] == [
        ("time_up", 0),
        ("postponed", None),
    ]


def test_a_draw_of_the_standings_is_outdated_once_it_comes_in_while_that_can_be_mended(event: Tournament) -> None:
    round_ = event.rounds.get(number=2)
    drawn = drafts.draft_by_standings(acting(), round_)
    assert list_open_differences(Tournament.objects.get()) == []
    counted(table(event), ((90, 10, -40, -60)))
    assert [item.item.kind for item in list_open_differences(Tournament.objects.get())] == [ItemKind.OUTDATED]
    seating.publish(acting(), drawn, continue_anyway="The tables are announced.")
    rounds.start(acting(), round_)
    assert list_open_differences(Tournament.objects.get()) == []


def test_nobody_counts_who_can_still_win_while_it_is_to_come(event: Tournament) -> None:
    released(event, 2)
    published(event.rounds.get(number=3))
    assert last_round(event) is None
    counted(table(event), MCR_TABLES[1])
    assert last_round(event) is not None


def test_strangers_are_told_that_it_is_to_come(event: Tournament) -> None:
    bundle = json.loads(json.dumps(build_public_bundle(event)))
    lines = check_bundle(bundle)
    said = [(line.place, line.text) for line in lines if line.outcome == UNKNOWN and "to come" in line.text]
    assert said == [("result of 1/2", "to come, the table is postponed to 2026-03-14T18:00:00+00:00")]
    assert ([line.text for line in lines if line.outcome == FAILED], lines_of(bundle)) == ([], [])
    counted(table(event), MCR_TABLES[1])
    assert build_public_bundle(event)["claims"]["to_come"] == []


def test_a_copy_of_the_event_keeps_the_time(event: Tournament) -> None:
    rows = json.loads(pack_as_json(event))["tables"]
    assert [row["postponed_to"] for row in rows] == [None, "2026-03-14T18:00:00.000000Z"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            lambda made: postpone(acting(), table(made, 1), postponed_to=None), "Enter the date", id="no time",
        ),
        pytest.param(
            lambda made: postpone(acting(), table(made), postponed_to=MARCH - datetime.timedelta(days=90)),
            "after the planned start", id="before its round",
        ),
        pytest.param(
            lambda made: made.rounds.update(starts_at=None, day=datetime.date(2026, 2, 3))
            and postpone(acting(), table(made, 1), postponed_to=datetime.datetime(2020, 1, 1, 10, tzinfo=datetime.UTC)),
            "not before the event's", id="before its day",
        ),
        pytest.param(
            lambda made: counted(table(made), MCR_TABLES[1]) or postpone(acting(), table(made), postponed_to=None),
            "the sheet is confirmed", id="played",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(change: Callable[[Tournament], object], message: str) -> None:
    made = league()
    with pytest.raises(UserError, match=message):
        change(made)


def test_it_returns_to_its_round_and_is_then_missing(event: Tournament) -> None:
    postpone(acting(), table(event), postponed_to=None)
    assert [(item.kind, str(item.text)) for item in list_open_items(event)] == [
        (ItemKind.SHEET, "Round 1, table 2: there is no sheet")
    ]


def test_the_organiser_postpones_it_from_its_page_and_undoes_that() -> None:
    made = league()
    olga, base = signed_in("olga"), f"/t/{made.slug}/manage/rounds/1"
    assert "Table 2 is postponed to Sat 14 Mar, 19:00." in words(olga.get(f"{base}/"))
    form = {"postpone-table": 1, "postpone-postponed_to": "2026-02-03T20:30", "postpone-reason": "The hall is let."}
    page = olga.post(f"{base}/postpone-table/", form, follow=True)
    assert "Table 1 is postponed; nothing waits for it." in words(page)
    assert table(made, 1).postponed_to == datetime.datetime(2026, 2, 3, 19, 30, tzinfo=datetime.UTC)
    undo = page.context["messages"]
    offered = json.loads(next(iter(undo)).extra_tags)
    olga.post(offered["action"], offered["values"])
    assert table(made, 1).postponed_to is None
    assert "Postpone" in words(olga.get(f"/t/{made.slug}/manage/results/1/table/1/"))
    assert "Postponed Sat 14 Mar, 19:00" in words(olga.get(f"/t/{made.slug}/manage/board/1/"))
    assert Round.objects.get(number=1).state == Round.State.PLAYING


def test_its_sheet_is_corrected_as_any_other(event: Tournament) -> None:
    counted(table(event), MCR_TABLES[1])
    submit_counted(acting("olga"), table(event), points=(20, 0, -8, -12), reason="Misread.")
    assert {row.key: row.total for row in get_standings(event).individual}[event.entries.get(number=5).pk] == Fraction(
        20
    )


def test_the_weeks_of_a_league_cost_three_presses_each_with_a_postponed_table_too() -> None:
    """Teams are drawn, published and dated at once; each week is started, finished and released by *Next*."""
    made = league_of(4, members=2, rounds=3)
    olga, home = Person("olga", signed_in("olga")), f"/t/{made.slug}/manage/"
    olga.open(f"{home}rounds/")
    olga.press("Save dates", **{"dates-first": "2026-01-13T19:00"})
    olga.open(f"{home}rounds/1/seating/")
    form, button = next((form, one) for form in olga.page.forms for one in form.buttons if "/fixtures/" in one.action)
    olga.send(form, button)
    olga.press("Publish rounds 1 to 3")
    presses = []
    for week in range(1, 4):
        for label in (f"Start round {week}", f"Finish round {week}", "Release the results"):
            if label.startswith("Finish"):
                for where in made.rounds.get(number=week).tables.order_by("number"):
                    if (week, where.number) != (2, 2):
                        counted(where, MCR_TABLES[0])
            olga.open(home)
            olga.press(label)
            presses.append(week)
            if label == "Start round 2":
                olga.open(f"{home}results/2/table/2/")
                olga.press("Save date", **{"postpone-postponed_to": "2026-03-14T19:00"})
    assert [presses.count(week) for week in range(1, 4)] == [3] * 3
    assert [round_.released_at is not None for round_ in made.rounds.order_by("number")] == [True] * 3
    late = made.rounds.get(number=2).tables.get(number=2)
    assert [row.pk for row in list_tables_to_come(made)] == [late.pk]
    counted(late, MCR_TABLES[1])
    assert list_tables_to_come(made) == []
