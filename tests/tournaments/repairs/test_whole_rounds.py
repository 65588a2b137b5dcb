"""A round that was started too early waits again; a round that cannot count is annulled and repeated."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.support.duplicate import dealt, duplicate_event, enter_board, session_planned
from tests.support.import_doors import undone
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import MCR_TABLES, played, published, released
from tests.support.remembered import remembered
from tests.support.tables import enter, table_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.duplicate.queries import board_results
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.events.open_items import missing_sheets
from tournaments.events.views import next_steps
from tournaments.repairs.queries.rows import list_standing_repairs
from tournaments.repairs.services import repairs
from tournaments.results.models.results import TableResult
from tournaments.results.services import forfeits, ledger, results
from tournaments.rounds.models import Round, RoundClock
from tournaments.rounds.services import clock, rounds
from tournaments.seating.services import drafts, seating
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries.standings import get_last_public_round, get_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

REASON = {"reason": "Fire alarm."}
ANNUL = {"fines": "void", "repeat": "yes", **REASON}


@pytest.fixture
@remembered
def event() -> Tournament:
    event = small_tournament()
    people(event)
    return event


@pytest.fixture
@remembered
def begun() -> Tournament:
    """Round 1 is being played."""
    event = small_tournament()
    people(event)
    start(event)
    return event


@pytest.fixture
@remembered
def after_first() -> Tournament:
    """The results of round 1 are public."""
    event = small_tournament()
    people(event)
    released(event, 1)
    return event


def round_of(event: Tournament, number: int = 1) -> Round:
    return event.rounds.get(number=number)


def fix(event: Tournament, kind: str, **values: Any) -> None:
    answer = signed_in("olga").post(f"/t/{event.slug}/manage/fix/{kind}/", REASON | values)
    assert answer.status_code == 302, answer.context["form"].errors


def preview(event: Tournament, kind: str, **values: Any) -> Any:
    return signed_in("olga").post(f"/t/{event.slug}/manage/fix/{kind}/preview/", REASON | values)


def undo(event: Tournament) -> None:
    repairs.undo(acting(), event, entry=list_standing_repairs(event)[0], reason="All clear.")


def places(event: Tournament) -> list[tuple[int, Any, Any]]:
    event.refresh_from_db()
    return [(row.place, row.key, row.total) for row in get_standings(event).individual]


def start(event: Tournament, number: int = 1) -> Round:
    published(round_of(event, number))
    return rounds.start(acting(), round_of(event, number))


# A start taken back


def test_a_start_is_taken_back_and_made_again(begun: Tournament) -> None:
    event = begun
    fix(event, "unstart", round=1)
    back = round_of(event)
    assert (back.state, back.ruleset, back.current_seating.state) == (Round.State.PUBLISHED, None, "published")
    assert not RoundClock.objects.exists()
    assert not back.tables.exclude(seated_at=None).exists()
    again = rounds.start(acting(), back)
    assert again.state == Round.State.PLAYING
    assert RoundClock.objects.get().started_at > timezone.now() - datetime.timedelta(minutes=1)


def test_its_undo_brings_the_clock_back_as_it_was(event: Tournament) -> None:
    begun = start(event)
    clock.pause(acting(), begun)
    was = RoundClock.objects.values("started_at", "paused_at", "remaining_seconds", "ends_at").get()
    seats = dict(begun.tables.values_list("number", "seated_at"))
    fix(event, "unstart", round=1)
    undo(event)
    assert round_of(event).state == Round.State.PLAYING
    assert round_of(event).ruleset == event.ruleset
    assert RoundClock.objects.values("started_at", "paused_at", "remaining_seconds", "ends_at").get() == was
    assert dict(round_of(event).tables.values_list("number", "seated_at")) == seats


def test_its_undo_is_refused_once_the_round_was_started_again(begun: Tournament) -> None:
    event = begun
    fix(event, "unstart", round=1)
    rounds.start(acting(), round_of(event))
    with pytest.raises(UserError, match="started or seated again since"):
        undo(event)


def test_nothing_entered_is_lost(begun: Tournament) -> None:
    event = begun
    enter(table_of(event), MCR_TABLES[0])
    answer = preview(event, "unstart", round=1)
    assert answer.status_code == 422
    assert "Annul the round instead." in answer.content.decode()
    assert preview(event, "unstart", round=2).status_code == 422


def test_a_sheet_taken_out_before_the_start_is_taken_back_leaves_nothing_open(begun: Tournament) -> None:
    event = begun
    enter(table_of(event), MCR_TABLES[0])
    page = f"/t/{event.slug}/manage/fix/?problem=unstart"
    assert "Take sheets out first, or annul the round." in signed_in("olga").get(page).content.decode()
    fix(event, "take-out", round=1, table=1)
    assert table_of(event).sheet_in_at is None
    fix(event, "unstart", round=1)
    assert list(missing_sheets(event)) == []


def duplicate_session() -> Tournament:
    """A duplicate event whose first session is being played."""
    event = duplicate_event()
    dealt(event)
    session_planned(event)
    rounds.start(acting(), round_of(event))
    return event


def test_the_effects_say_that_boards_stay_sealed() -> None:
    event = duplicate_session()
    effects = preview(event, "unstart", round=1).context["effects"]
    assert [(row.number, played_boards) for row, played_boards in effects.boards] == [(1, 0)]
    fix(event, "unstart", round=1)
    assert round_of(event).tables.filter(plays__isnull=False).exists()


def test_a_playing_round_offers_no_draw(event: Tournament) -> None:
    page = f"/t/{event.slug}/manage/rounds/1/seating/"
    olga = signed_in("olga")
    assert ">Draw<" in olga.get(page).content.decode()
    start(event)
    text = olga.get(page).content.decode()
    assert [f"seating/{way}/" in text for way in ("draw", "swiss", "standings", "schedule")] == [False] * 4
    assert "problem=unstart" in text


def test_a_problem_is_asked_about_the_round_that_is_played_unless_another_is_named(begun: Tournament) -> None:
    event = begun
    published(round_of(event, 2))
    page = f"/t/{event.slug}/manage/fix/?problem=move-sheet"
    chosen = [
        [signed_in("olga").get(address).context["form"][name].value() for name in ("round", "other_round")]
        for address in (page, f"{page}&round=2")
    ]
    assert chosen == [[1, 1], ["2", 1]]


# A round annulled


def test_an_annulled_round_counts_nothing_and_stays_visible(after_first: Tournament) -> None:
    event = after_first
    before = places(event)
    released(event, 2)
    fix(event, "annul", round=2, **ANNUL)
    annulled = round_of(event, 2)
    assert (annulled.state, annulled.released_at) == (Round.State.FINISHED, None)
    assert annulled.annulled_at is not None
    assert places(event) == before
    assert get_last_public_round(event) == 1
    assert {sheet.state for sheet in TableResult.objects.filter(table__round=annulled)} == {"rejected"}
    text = signed_in(None).get(f"/t/{event.slug}/results/2/").content.decode()
    assert "Round 2 is annulled" in text
    assert "Annulled" in signed_in("olga").get(f"/t/{event.slug}/manage/rounds/2/").content.decode()
    listed = program().get(f"/api/v1/tournaments/{event.slug}/rounds/").json()["results"]
    assert [row["annulled"] for row in listed] == [False, True, False, False]


def test_an_annulled_round_has_no_next_step_but_says_so(begun: Tournament) -> None:
    event = begun
    assert next_steps.find_round_step(round_of(event)).label == "Enter and confirm the sheets: 2 to go"
    fix(event, "annul", round=1, **ANNUL)
    step = next_steps.find_round_step(round_of(event))
    assert (step.action, step.label) == ("none", "Nothing: the round is annulled")
    assert "Nothing: the round is annulled" in signed_in("olga").get(f"/t/{event.slug}/manage/").content.decode()


def test_the_pages_of_an_annulled_round_offer_no_step_that_it_refuses(after_first: Tournament) -> None:
    event = after_first
    olga = signed_in("olga")
    offered = {
        f"/t/{event.slug}/manage/results/1/": (">Save<", "/release/"),
        f"/t/{event.slug}/manage/rounds/1/": ("/reopen/",),
    }
    rounds.withdraw(acting(), round_of(event), reason="Too early.")
    assert [part in olga.get(page).text for page, parts in offered.items() for part in parts] == [True] * 3
    fix(event, "annul", round=1, **ANNUL)
    assert [part in olga.get(page).text for page, parts in offered.items() for part in parts] == [False] * 3
    assert "Nothing of it counts." in olga.get(f"/t/{event.slug}/manage/results/1/").text


def test_its_repetition_has_its_own_sheets(after_first: Tournament) -> None:
    event = after_first
    start(event, 2)
    enter(table_of(event, round_number=2), MCR_TABLES[0])
    fix(event, "annul", round=2, **ANNUL)
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3, 4]
    with pytest.raises(UserError, match="Round 2 is annulled"):
        enter(table_of(event, round_number=2), MCR_TABLES[0])
    for refused in (lambda: rounds.reopen(acting(), round_of(event, 2), reason="Why not."),
                    lambda: rounds.release(acting(), round_of(event, 2))):  # fmt: skip
        with pytest.raises(UserError, match="annulled"):
            refused()
    for number in (3, 4):
        released(event, number)
    assert get_last_public_round(event) == 4
    assert TableResult.objects.filter(table__round__number=2).count() == 1
    assert TableResult.objects.filter(table__round__number=4, state="confirmed").count() == 2


def test_the_repetition_comes_before_the_final(event: Tournament) -> None:
    final = stages.add(acting(), event, name="Final", cut_to=4, rounds=2)
    for number in (1, 2, 3):
        released(event, number)
    fix(event, "annul", round=3, **ANNUL)
    assert [(row.number, row.stage.number) for row in event.rounds.select_related("stage").order_by("number")] == [
        (1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2),
    ]  # fmt: skip
    undo(event)
    assert [(row.number, row.stage.number) for row in event.rounds.select_related("stage").order_by("number")] == [
        (1, 1), (2, 1), (3, 1), (4, 2), (5, 2),
    ]  # fmt: skip
    stages.cut(acting(), final)
    seating.publish(acting(), drafts.draft_by_standings(acting(), round_of(event, 4)))
    answer = preview(event, "annul", round=3, **ANNUL)
    assert (answer.status_code, "annul the round without a repetition" in answer.content.decode()) == (422, True)
    fix(event, "annul", round=3, **ANNUL | {"repeat": "no"})


def fined(event: Tournament) -> tuple[ScoreLine, Forfeit]:
    """A round played with a fine at a table and a session lost."""
    played(event, 1)
    one, two = (event.entries.get(number=number) for number in (1, 2))
    values: dict[str, Any] = {"amount": -10, "unit": "points", "reason": "Late.", "entry": one}
    line = ledger.add(acting(), event, scope="table", table=table_of(event), **values)
    lost = forfeits.add(acting(), two, kind="session_lost", round_=round_of(event), reason="Left.")
    return line, lost


def test_penalties_are_annulled_too_or_stay(event: Tournament) -> None:
    line, lost = fined(event)
    for fines, counts in (("void", False), ("stay", True)):
        with undone():
            fix(event, "annul", round=1, **ANNUL | {"fines": fines})
            line.refresh_from_db()
            lost.refresh_from_db()
            assert [line.voided_at is None, lost.voided_at is None] == [counts, counts]


def test_the_undo_restores_what_counted(event: Tournament) -> None:
    fined(event)
    rounds.release(acting(), round_of(event))
    before = places(event)
    fix(event, "annul", round=1, **ANNUL)
    assert {place for place, _key, _total in places(event)} == {0}
    undo(event)
    assert places(event) == before
    back = round_of(event)
    assert (back.state, back.annulled_at) == (Round.State.FINISHED, None)
    assert back.released_at is not None
    assert event.rounds.count() == 3


def test_the_undo_keeps_sheets_that_were_not_confirmed(begun: Tournament) -> None:
    event = begun
    first = enter(table_of(event), MCR_TABLES[0])
    results.confirm_sheet(acting("olga"), first)
    enter(table_of(event, 2), MCR_TABLES[1])
    fix(event, "annul", round=1, **ANNUL)
    undo(event)
    standing = TableResult.objects.filter(table__round__number=1, state__in=("entered", "confirmed"))
    assert dict(standing.values_list("table__number", "state")) == {1: "confirmed", 2: "entered"}
    assert round_of(event).state == Round.State.PLAYING


def with_waiting_correction(event: Tournament) -> list[tuple[int, str, list[int]]]:
    """Round 1 is over, and a correction of its first sheet waits; return the sheets that stand there."""
    played(event, 1)
    enter(table_of(event), (-50, 20, -30, 60), "sam", based_on=1, reason="Upside down.")
    return standing_at(event)


def standing_at(event: Tournament) -> list[tuple[int, str, list[int]]]:
    """Table, state and points of the sheets of round 1 that stand, in the order of their versions."""
    found = TableResult.objects.filter(table__round__number=1, state__in=("entered", "confirmed"))
    return [
        (one.table.number, one.state, [seat.points for seat in one.seats.order_by("order")])
        for one in found.select_related("table").order_by("table__number", "version")
    ]


def test_an_annulment_takes_out_a_sheet_with_the_correction_that_waits_and_its_undo_puts_both_back(
    event: Tournament,
) -> None:
    before, ranked = with_waiting_correction(event), places(event)
    assert [(table, state) for table, state, _points in before] == [(1, "confirmed"), (1, "entered"), (2, "confirmed")]
    fix(event, "annul", round=1, **ANNUL)
    assert (standing_at(event), {place for place, _key, _total in places(event)}) == ([], {0})
    undo(event)
    assert (standing_at(event), places(event)) == (before, ranked)
    results.confirm_sheet(acting("ren"), TableResult.objects.get(table__number=1, state="entered"))
    assert places(event) != ranked


def test_a_sheet_entered_by_mistake_goes_with_the_correction_that_waits(event: Tournament) -> None:
    before, ranked = with_waiting_correction(event), places(event)
    fix(event, "take-out", round=1, table=1)
    assert [table for table, _state, _points in standing_at(event)] == [2]
    assert sum(place > 0 for place, _key, _total in places(event)) == 4
    undo(event)
    assert (standing_at(event), places(event)) == (before, ranked)


def begin_with_sheet(event: Tournament) -> None:
    start(event)
    enter(table_of(event), MCR_TABLES[0])


ON_TABLES = {
    "take-out": {"table": 1},
    "winds": {"east": 2, "points": "players"},
    "swap-tables": {"table": 1, "other": 2, "points": "chairs"},
}


@pytest.mark.parametrize("kind", ON_TABLES)
def test_no_earlier_repair_is_undone_within_an_annulled_round(event: Tournament, kind: str) -> None:
    begin_with_sheet(event)
    fix(event, kind, round=1, **ON_TABLES[kind])
    if kind == "take-out":
        enter(table_of(event), MCR_TABLES[1])
    earlier = list_standing_repairs(event)[0]
    fix(event, "annul", round=1, **ANNUL)
    with pytest.raises(UserError, match=r"came after it \(Round 1;"):
        repairs.undo(acting(), event, entry=earlier, reason="Why not.")
    undo(event)
    assert TableResult.objects.filter(table__round__number=1, state="entered").count() == 1


MOVES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("move-sheet", {"round": 1, "table": 1, "other_round": 2, "other_table": 1}),
    ("move-sheet", {"round": 2, "table": 1, "other_round": 1, "other_table": 1}),
    ("winds", {"round": 2, "east": 2, "points": "players"}),
)


def test_no_sheet_or_player_is_moved_within_an_annulled_round(after_first: Tournament) -> None:
    event = after_first
    start(event, 2)
    fix(event, "annul", round=2, **ANNUL)
    for kind, values in MOVES:
        answer = preview(event, kind, **values)
        assert (kind, answer.status_code, "Round 2 is annulled" in answer.content.decode()) == (kind, 422, True)


def test_who_left_is_replaced_in_the_rounds_after_an_annulled_one(event: Tournament) -> None:
    players.add(acting(), event, family_name="House", house=True)
    released(event, 1)
    start(event, 2)
    published(round_of(event, 3))
    fix(event, "annul", round=2, **ANNUL)
    fix(event, "left", round=1, leaves=1, comes=9, points_to="leaves")
    seated = {
        number: set(round_of(event, number).current_seating.seats.values_list("entry__number", flat=True))
        for number in (1, 2, 3)
    }
    assert [9 in numbers for numbers in seated.values()] == [False, False, True]


def test_the_undo_is_refused_once_the_repetition_is_seated(after_first: Tournament) -> None:
    event = after_first
    fix(event, "annul", round=1, **ANNUL)
    published(round_of(event, 4))
    with pytest.raises(UserError, match="“Seating published” came after it"):
        undo(event)


def test_the_effects_are_shown_first(event: Tournament) -> None:
    fined(event)
    rounds.release(acting(), round_of(event))
    seating.publish(acting(), drafts.draft_by_standings(acting(), round_of(event, 2)))
    answer = preview(event, "annul", round=1, **ANNUL)
    effects = answer.context["effects"]
    assert [(row.number, was, now) for row, was, now in effects.rounds] == [
        (1, "Qualification, Finished", "Qualification, Annulled"),
        (4, "", "Qualification, Not seated"),
    ]
    assert [text.split(":")[0] for text in effects.fines] == ["1 Given01 Family01", "2 Given02 Family02"]
    assert [(one.round.number, one.what) for one in effects.withdrawn] == [(1, "results")]
    assert [one.round.number for one in effects.draws] == [2]
    assert round_of(event).annulled_at is None
    assert not AuditEntry.objects.filter(action=repairs.MAKE).exists()


def test_the_event_goes_on(after_first: Tournament) -> None:
    event = after_first
    fix(event, "annul", round=1, **ANNUL)
    text = signed_in("olga").get(f"/t/{event.slug}/manage/").content.decode()
    assert "Release" not in text.split("<main")[1].split("</h2>")[0]
    for number in (2, 3, 4):
        released(event, number)
    assert {place for place, _key, _total in places(event)} != {0}


def test_played_boards_of_an_annulled_round_are_named_and_not_compared() -> None:
    event = duplicate_session()
    made = event.board_sets.get()
    enter_board(made.all_boards.get(session=1, number=1))
    assert preview(event, "unstart", round=1).status_code == 422
    assert board_results.list_seats_played(made) != []
    answer = preview(event, "annul", round=1, **ANNUL)
    assert [(row.number, known) for row, known in answer.context["effects"].boards] == [(1, 1)]
    assert "1 board of round 1 has been played and is known" in " ".join(answer.content.decode().split())
    fix(event, "annul", round=1, **ANNUL)
    assert board_results.list_seats_played(made) == []
