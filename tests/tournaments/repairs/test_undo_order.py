"""Undo of repairs after other changes: exactly what the repair changed is taken back, or the later change is named."""

from __future__ import annotations

import html
import zoneinfo
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.roles.cast import blank_pages
from tests.support.database import kept_for_the_module
from tests.support.people import acting, people, seat_in_order, signed_in, small_tournament
from tests.support.slices import in_slice_of_each
from tests.tournaments.stateful.observation import Facts, difference, observed
from tests.tournaments.stateful.record import touched
from tournaments.core.audit import Change, change
from tournaments.core.models.log import AuditEntry
from tournaments.entries.services import players
from tournaments.events import services as events
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.repairs.services import repairs
from tournaments.repairs.services.repairs import STEPS
from tournaments.results.services import ledger, results
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.services import drafts, seating
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (-58, 37, 115, -94), (40, 8, -8, -40))


@pytest.fixture(scope="module")
def played_hall(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Sixteen players in the first round, every sheet counted; a house substitute and one who waits."""
    with kept_for_the_module(django_db_blocker):
        event = small_tournament(16)
        people(event)
        players.add(acting(), event, family_name="House", house=True)
        players.add(acting(), event, status="waiting", family_name="Late")
        seating.publish(acting(), seat_in_order(event.rounds.get(number=1)), leave_out=True)
        rounds.start(acting(), event.rounds.get(number=1))
        for table in tables(event):
            results.confirm_sheet(acting(), results.submit_sheet(acting("sam"), table, points=SHEETS[table.number - 1]))
        yield event


@pytest.fixture
def hall(played_hall: Tournament) -> Tournament:
    return Tournament.objects.get(pk=played_hall.pk)


def tables(event: Tournament) -> list[GameTable]:
    return list(GameTable.objects.filter(round__tournament=event, round__number=1).order_by("number"))


def fix(client: Client, event: Tournament, kind: str, **sent: Any) -> AuditEntry:
    """Make a repair; return its entry of the log."""
    address = reverse(f"manage_fix_{kind}", args=[event.slug])
    answer = client.post(address, {"round": 1, "reason": "Seen at the table.", **sent})
    assert answer.status_code == 302, answer.context["form"].errors
    return AuditEntry.objects.filter(tournament=event, after__repair=kind).latest("sequence")


def undo(client: Client, event: Tournament, made: AuditEntry) -> str:
    """Undo it; return the message."""
    answer = client.post(reverse("manage_fix_undo", args=[event.slug, made.sequence]))
    assert answer.status_code == 302
    return str(list(get_messages(answer.wsgi_request))[-1])


def reads(event: Tournament, table: int) -> list[int]:
    """Return the points of a table in the order of the winds."""
    sheet = tables(event)[table - 1].results.get(state="confirmed")
    return list(sheet.seats.order_by("order").values_list("points", flat=True))


DONE = "The repair is undone."


def test_winds_are_not_undone_under_a_sheet_that_was_moved_since(hall: Tournament, olga: Client) -> None:
    """Else the points of table 3 were those of other people afterwards."""
    first = observed(hall)
    winds = fix(olga, hall, "winds", east=14, points="players")
    moved = fix(olga, hall, "move-sheet", table=3, other_round=1, other_table=4)
    between = observed(hall)
    refusal = undo(olga, hall, winds)
    moved_at = date_format(timezone.localtime(moved.at, zoneinfo.ZoneInfo(hall.time_zone)), "SHORT_DATETIME_FORMAT")
    assert refusal == (
        "“A sheet is at the wrong table or round” came after it "
        f"(Round 1, tables 3 and 4; olga, {moved_at}). Undo or correct that first."
    )
    assert observed(hall) == between
    assert undo(olga, hall, moved) == DONE
    assert reads(hall, 3) == [-58, 37, 115, -94]
    assert undo(olga, hall, winds) == DONE
    assert difference(first, observed(hall)) == {}


OBSTACLE = "Cannot be undone now. “A sheet is at the wrong table or round” came after it"


def test_the_list_names_tables_and_people_and_which_undo_is_possible(hall: Tournament, olga: Client) -> None:
    fix(olga, hall, "winds", east=14, points="players")
    fix(olga, hall, "move-sheet", table=3, other_round=1, other_table=4)
    fix(olga, hall, "house", player=5)
    fix(olga, hall, "merge", stays=18, goes=17)
    answer = olga.get(reverse("manage_fix", args=[hall.slug]))
    listed = [(made.subjects, bool(made.obstacle)) for made in answer.context["repairs"]]
    assert listed == [
        ("18 Late, 17 House", False),
        ("5 Given05 Family05", False),
        ("Round 1, tables 3 and 4", False),
        (
            "Round 1, table 4: 14 Given14 Family14, 15 Given15 Family15, 16 Given16 Family16, 13 Given13 Family13",
            True,
        ),
    ]
    page = html.unescape(answer.content.decode())
    assert [page.count(words) for words in (OBSTACLE, ">Undo<")] == [1, 3]


def offered(client: Client, event: Tournament) -> dict[int, str]:
    """Return why each repair of the list cannot be undone, by its entry of the log; empty where *Undo* is offered."""
    with blank_pages():
        answer = client.get(reverse("manage_fix", args=[event.slug]))
    return {made.entry.sequence: made.obstacle for made in answer.context["repairs"]}


def release_first(event: Tournament) -> None:
    rounds.finish(acting(), event.rounds.get(number=1), reason="It is late.")
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="On time.")


def swap_seats(event: Tournament) -> None:
    first, second = (event.entries.get(number=number) for number in (5, 6))
    seating.swap(acting(), live(event), first=first, second=second, reason="Slip.")


def live(event: Tournament, number: int = 1) -> Seating:
    version = event.rounds.get(number=number).current_seating
    assert version is not None
    return version


def enter_at_two(event: Tournament) -> None:
    results.submit_sheet(acting(), tables(event)[1], points=(1, 2, 3, -6), reason="Found.")


def annul_first(event: Tournament) -> None:
    step = {"do": "annul", "round": 1, "fines": False, "repeat": False}
    repairs.make(acting(), event, kind="annul", steps=[step], reason="Fire.")


TAKEN_OUT: dict[str, tuple[Callable[[Tournament], None], str]] = {
    "released": (release_first, ""),
    "other seats": (swap_seats, "“Chairs swapped” came after it ("),
    "another sheet": (enter_at_two, "“Result entered” came after it ("),
    "annulled": (annul_first, "“A round cannot count” came after it (Round 1; olga, "),
}


@pytest.mark.parametrize("case", TAKEN_OUT)
def test_a_sheet_taken_out_comes_back_to_those_who_sit_there_alone(case: str, hall: Tournament, olga: Client) -> None:
    later, refusal = TAKEN_OUT[case]
    made = fix(olga, hall, "take-out", table=2)
    later(hall)
    obstacle = offered(olga, hall)[made.sequence]
    assert obstacle.startswith(refusal) if refusal else obstacle == ""
    assert undo(olga, hall, made) == (obstacle or DONE)


def test_seats_of_an_open_table_stay_under_the_sheet_that_came_since(hall: Tournament, olga: Client) -> None:
    """The undo would give the points to other people, which the repair did not change."""
    fix(olga, hall, "take-out", table=2)
    winds = fix(olga, hall, "winds", east=6, points="players")
    enter_at_two(hall)
    obstacle = offered(olga, hall)[winds.sequence]
    assert obstacle.startswith("“Result entered” came after it (")
    assert undo(olga, hall, winds) == obstacle


def test_nobody_sits_twice_after_an_undo(hall: Tournament, olga: Client) -> None:
    """Player 5 got another seat of the round since the repair put player 17 into the chair."""
    fix(olga, hall, "take-out", table=1)
    made = fix(olga, hall, "left", leaves=5, comes=17, points_to="comes")
    hall.entries.filter(number=5).update(status="checked_in", dropped_from_round=None)
    seating.replace(
        acting(), live(hall), leaves=hall.entries.get(number=1), comes=hall.entries.get(number=5), reason="Back."
    )
    obstacle = offered(olga, hall)[made.sequence]
    assert " came after it (" in obstacle
    assert undo(olga, hall, made) == obstacle


def publish_next(event: Tournament) -> None:
    seating.publish(acting(), seat_in_order(event.rounds.get(number=2)), leave_out=True)


def drop_one(event: Tournament) -> None:
    players.drop(acting(), event.entries.get(number=3), from_round=2, reason="Ill.")


def draw_again(event: Tournament) -> None:
    drafts.generate(acting(), event, rounds=[event.rounds.get(number=2)], seed="east")


UNPUBLISHED: dict[str, tuple[Callable[[Tournament], None], str]] = {
    "nothing": (lambda event: None, ""),
    "a player left": (drop_one, "“Player dropped out” came after it (3 Given03 Family03; olga, "),
    "drawn again": (draw_again, "“Seating drafted” came after it ("),
}


@pytest.mark.parametrize("case", UNPUBLISHED)
def test_a_seating_taken_back_is_published_again_for_those_who_play(case: str, hall: Tournament, olga: Client) -> None:
    later, refusal = UNPUBLISHED[case]
    publish_next(hall)
    made = fix(olga, hall, "published", round=2)
    later(hall)
    obstacle = offered(olga, hall)[made.sequence]
    assert refusal in obstacle
    assert bool(refusal) == bool(obstacle)
    assert undo(olga, hall, made) == (obstacle or DONE)


def test_a_start_is_not_put_back_while_another_round_of_the_stage_is_played(hall: Tournament, olga: Client) -> None:
    release_first(hall)
    publish_next(hall)
    rounds.start(acting(), hall.rounds.get(number=2))
    made = fix(olga, hall, "unstart", round=2)
    rounds.reopen(acting(), hall.rounds.get(number=1), reason="A sheet is missing.")
    obstacle = offered(olga, hall)[made.sequence]
    assert obstacle.startswith("“Round reopened” came after it (")
    assert undo(olga, hall, made) == obstacle


def test_who_may_not_fix_a_problem_is_not_offered_its_undo(hall: Tournament, olga: Client) -> None:
    rules = {"preset": hall.ruleset.preset, "tie_breaks": hall.ruleset.tie_breaks}
    scoring = hall.ruleset.match_scoring | {"table_points": [5, 3, 1, 0]}
    RulesetVersion.objects.create(tournament=hall, number=2, reason="A slip.", match_scoring=scoring, **rules)
    made = fix(olga, hall, "rules", from_round=1)
    refusal = "You may not undo this kind of repair. Ask the organiser."
    for name, reason in (("olga", ""), ("ren", refusal), ("sam", refusal)):
        assert offered(signed_in(name), hall) == {made.sequence: reason}
    assert undo(signed_in("ren"), hall, made) == refusal


def test_nothing_of_an_archived_event_is_offered_to_be_undone(hall: Tournament, olga: Client) -> None:
    made = fix(olga, hall, "house", player=5)
    rounds.finish(acting(), hall.rounds.get(number=1), reason="It is late.")
    events.archive(acting(), hall, archived=True)
    assert offered(olga, hall) == {made.sequence: "This event is archived; bring it back to change it."}


def test_the_list_of_repairs_changes_nothing(hall: Tournament, olga: Client) -> None:
    fix(olga, hall, "winds", east=14, points="players")
    fix(olga, hall, "merge", stays=18, goes=17)
    before, entries = observed(hall), AuditEntry.objects.count()
    version = Tournament.objects.get(pk=hall.pk).version
    offered(olga, hall)
    assert (observed(hall), AuditEntry.objects.count()) == (before, entries)
    assert Tournament.objects.get(pk=hall.pk).version == version


def later_sheet(event: Tournament) -> None:
    results.submit_sheet(acting(), tables(event)[3], points=(1, 2, 3, -6), reason="Typed wrong.")


def fined(event: Tournament) -> None:
    table = tables(event)[3]
    south = table.results.get(state="confirmed").seats.get(order=1).entry
    ledger.add(acting(), event, amount=-5, unit="points", reason="Late", scope="table", entry=south, table=table)


def renumbered(event: Tournament) -> None:
    for number, other in ((5, 40), (6, 5), (14, 41)):
        players.edit(acting(), event.entries.get(number=number), number=other)


def elsewhere(event: Tournament) -> None:
    """Changes of other rows, and of other values of the same ones."""
    players.edit(acting(), event.entries.get(number=5), club="West")
    results.submit_sheet(acting(), tables(event)[0], points=(1, 2, 3, -6), reason="Typed wrong.")
    rounds.finish(acting(), event.rounds.get(number=1), reason="It is late.")


REPAIRS: dict[str, dict[str, Any]] = {
    "winds": {"east": 14, "points": "players"},
    "swap-players": {"first": 14, "second": 5, "points": "chairs"},
    "move-sheet": {"table": 3, "other_round": 1, "other_table": 4},
    "house": {"player": 5},
    "merge": {"stays": 5, "goes": 17},
    "left": {"leaves": 14, "comes": 17, "points_to": "comes"},
}


def to_another_table(event: Tournament, olga: Client) -> AuditEntry:
    """Move a sheet of the finished round to the table that was left open when the round ended."""
    fix(olga, event, "take-out", table=4)
    release_first(event)
    return fix(olga, event, "move-sheet", table=3, other_round=1, other_table=4)


def to_another_round(event: Tournament, olga: Client) -> AuditEntry:
    """Move a sheet of the finished round to a table of the round being played."""
    release_first(event)
    publish_next(event)
    rounds.start(acting(), event.rounds.get(number=2))
    return fix(olga, event, "move-sheet", table=3, other_round=2, other_table=1)


def to_another_table_and_finished(event: Tournament, olga: Client) -> AuditEntry:
    """Move a sheet likewise, and finish the round that this opened."""
    made = to_another_table(event, olga)
    rounds.finish(acting(), event.rounds.get(number=1), reason="It is late.")
    return made


@pytest.mark.parametrize("move", [to_another_table, to_another_round, to_another_table_and_finished])
def test_a_round_that_a_moved_sheet_opened_is_finished_again_by_the_undo(
    move: Callable[[Tournament, Client], AuditEntry], hall: Tournament, olga: Client
) -> None:
    made = move(hall, olga)
    assert (offered(olga, hall)[made.sequence], undo(olga, hall, made)) == ("", DONE)
    assert hall.rounds.get(number=1).state == Round.State.FINISHED
    assert reads(hall, 3) == list(SHEETS[2])


def test_a_round_that_was_finished_since_is_not_opened_by_the_undo_of_a_moved_sheet(
    hall: Tournament, olga: Client
) -> None:
    made = to_another_round(hall, olga)
    rounds.finish(acting(), hall.rounds.get(number=2), reason="It is late.")
    obstacle = offered(olga, hall)[made.sequence]
    assert obstacle.startswith("“Round finished” came after it (")
    assert undo(olga, hall, made) == obstacle
    assert hall.rounds.get(number=2).state == Round.State.FINISHED


PAIRS = [(kind, later) for kind in REPAIRS for later in (later_sheet, fined, renumbered, elsewhere)]


@pytest.mark.parametrize(("kind", "later"), in_slice_of_each(PAIRS, 3, lambda pair: pair[1]))
def test_an_undo_keeps_later_changes_or_names_them(kind: str, later: Any, hall: Tournament, olga: Client) -> None:
    before = observed(hall)
    made = fix(olga, hall, kind, **REPAIRS[kind])
    repaired = observed(hall)
    later(hall)
    between = observed(hall)
    obstacle = offered(olga, hall)[made.sequence]
    message = undo(olga, hall, made)
    assert message == (obstacle or DONE)
    after = observed(hall)
    if message != DONE:
        assert " came after it (" in message
        assert after == between
        own, others = difference(before, repaired), difference(repaired, between)
        assert touched(own, (before, repaired)) & touched(others, (repaired, between)), f"{message}: nothing came after"
        return
    expected: Facts = dict(between)
    for key, (was, now) in difference(before, repaired).items():
        if between.get(key) == now:
            expected[key] = was
    assert {key: value for key, value in expected.items() if value is not None} == {
        key: value for key, value in after.items() if value is not None
    }


def test_merges_are_undone_in_the_order_last_to_first_and_numbers_stay_theirs(hall: Tournament, olga: Client) -> None:
    """The first one needs an entry that the second one removed; a new player meanwhile gets a number of its own."""
    first = observed(hall)
    one = fix(olga, hall, "merge", stays=17, goes=18)
    house = fix(olga, hall, "house", player=5)
    two = fix(olga, hall, "merge", stays=5, goes=17)
    assert players.add(acting(), hall, family_name="New").number == 19
    refusal = undo(olga, hall, one)
    assert refusal.startswith("“A player was entered twice” came after it (5 Given05 Family05, 17 House; olga, ")
    assert [undo(olga, hall, made) for made in (two, house, one)] == [DONE] * 3
    new = hall.entries.get(number=19)
    after = observed(hall)
    assert {key for key in difference(first, after) if key[:2] != ("entry", new.pk)} == set()


def test_a_number_that_another_player_has_by_now_is_named(hall: Tournament, olga: Client) -> None:
    made = fix(olga, hall, "merge", stays=5, goes=18)
    players.add(acting(), hall, family_name="New", number=18)
    assert undo(olga, hall, made) == "Number 18 belongs to New by now. Give that player another number first."


@change("repairs.make", "Problem fixed")
def made_before(change: Change, tournament: Tournament, *, steps: list[dict[str, Any]]) -> AuditEntry:
    """A repair as the log has it of versions that did not note the facts it changed."""
    undo = [STEPS[step["do"]](change, tournament, step, "Seen.") for step in steps]
    change.note(tournament, after={"repair": "house", "steps": steps, "undo": undo})
    return change.notes[-1]


def test_a_repair_of_an_older_version_is_undone_while_nobody_touched_its_rows(hall: Tournament, olga: Client) -> None:
    steps = [{"do": "entry", "number": 5, "values": {"house": True}}]
    made, again = (made_before(acting(), hall, steps=steps) for _turn in range(2))
    assert undo(olga, hall, again) == DONE
    players.edit(acting(), hall.entries.get(number=5), house=False)
    assert undo(olga, hall, made).startswith("“Player changed” came after it (5 Given05 Family05; olga, ")


def test_a_merge_keeps_what_the_person_got_afterwards(hall: Tournament, olga: Client) -> None:
    Round.objects.filter(tournament=hall, number=1).update(state=Round.State.FINISHED)
    made = fix(olga, hall, "merge", stays=17, goes=18)
    seating.draft(acting(), hall.rounds.get(number=2), {1: tuple(hall.entries.filter(number__in=(1, 2, 3, 17)))})
    assert undo(olga, hall, made) == DONE
    seats = hall.rounds.get(number=2).seatings.get().seats
    assert (list(seats.order_by("wind").values_list("entry__number", flat=True)), hall.entries.get(number=18).name) == (
        [1, 2, 3, 17],
        "Late",
    )


@pytest.mark.parametrize("left", [False, True])
def test_an_entry_that_waits_or_left_takes_part_as_the_other_one_did(
    left: bool, hall: Tournament, olga: Client
) -> None:
    """Else the games would belong to somebody who is in no standings; the undo refuses what would lead there."""
    if left:
        players.drop(acting(), hall.entries.get(number=18), from_round=1)
    first = observed(hall)
    made = fix(olga, hall, "merge", stays=18, goes=1)
    late = hall.entries.get(number=18)
    assert (late.status, late.from_round) == ("checked_in", 1)
    assert reads(hall, 1) == list(SHEETS[0])
    assert str(late.pk) in {str(row.key) for row in compute_standings(hall).individual if row.place}
    assert undo(olga, hall, made) == DONE
    assert difference(first, observed(hall)) == {}
    made = fix(olga, hall, "merge", stays=18, goes=1)
    rounds.finish(acting(), hall.rounds.get(number=1))
    four = tuple(hall.entries.filter(number__in=(2, 3, 4, 18)))
    seating.publish(acting(), seating.draft(acting(), hall.rounds.get(number=2), {1: four}), leave_out=True)
    obstacle = offered(olga, hall)[made.sequence]
    assert obstacle.startswith("“Seating published” came after it (")
    assert undo(olga, hall, made) == obstacle
