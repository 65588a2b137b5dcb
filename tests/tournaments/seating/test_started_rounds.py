"""Draws and swaps of drafts, in every state of a round: none of them reaches a round that has started."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from tests.support.import_doors import undone
from tests.support.people import acting, people, program, seat_in_order, signed_in, small_tournament
from tests.support.play import played, published, released
from tests.support.remembered import remembered
from tests.support.slices import in_slice_of_each
from tournaments.core.actions import list_actions
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.repairs.services import repairs
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.models.draws import StoredSchedule
from tournaments.seating.services import drafts, draw_records, library, seating, substitutes

pytestmark = pytest.mark.django_db

LINES = "1 1 1 2 3 4\n1 2 5 6 7 8\n2 1 1 2 5 6\n2 2 3 4 7 8\n3 1 1 2 7 8\n3 2 3 4 5 6\n"
PLAYED = (
    "Round 1 is being played: swap seats of its published version, or seat tables by hand. To draw it again, take its"
    " start back first."
)
FINISHED = "Round 1 is finished; its seating stays."
ANNULLED = "Round 1 is annulled: nothing of it counts."


def start(round_: Round) -> None:
    published(round_)
    rounds.start(acting(), round_)


def annul(round_: Round) -> None:
    played(round_.tournament, round_.number)
    step = {"do": "annul", "round": round_.number, "fines": False, "repeat": False}
    repairs.make(acting(), round_.tournament, kind="annul", steps=[step], reason="Fire alarm.")


STATES: dict[str, tuple[Callable[[Round], Any], str]] = {
    "planned": (lambda round_: None, ""),
    "drafted": (seat_in_order, ""),
    "published": (published, ""),
    "playing": (start, PLAYED),
    "finished": (lambda round_: played(round_.tournament, 1), FINISHED),
    "released": (lambda round_: released(round_.tournament, 1), FINISHED),
    "annulled": (annul, ANNULLED),
}
"""By state of a round: the way into it, and the refusal of a draw; empty where it is drawn."""

TABLES = {"1": [1, 2, 3, 4], "2": [5, 6, 7, 8]}
DRAWS: dict[str, tuple[str, dict[str, Any]]] = {
    "DrawRounds": ("draw", {"rounds": [1, 2], "seed": "a seed"}),
    "DrawSwiss": ("rounds/1/swiss", {"setting": "close"}),
    "DrawByStandings": ("rounds/1/by-standings", {"mode": "snake"}),
    "SeatMovement": ("deals/movement", {"movement": "one_field"}),
}
"""Actions that draw the round, with what a program sends."""
OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "RedrawRounds": ("redraw", {"leaves": [5, 6, 7, 8], "reason": "ill"}),
    "UseSchedule": ("schedules/{schedule}/use", {"first_rounds": True}),
}
"""Actions that draw the rounds that have not started."""
WRITTEN: dict[str, tuple[str, dict[str, Any]]] = {"SeatByHand": ("rounds/1/seat", {"tables": TABLES})}
"""Actions that take tables that somebody wrote down: also while they are played, until the round is over."""
JOBS = ("ImproveDraw", "PriceWishes")
"""Actions whose job looks at the round when it is done."""
LOGS = (
    "seating.generate", "seating.swiss", "seating.by_standings", "boards.seat", "seating.replan", "library.use",
    "seating.draft", "seating.adopt", "seating.price",
)  # fmt: skip


@pytest.fixture(params=in_slice_of_each(list(STATES), 3, lambda state: STATES[state][1]))
def state(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def event(state: str) -> Tournament:
    return event_in(state)


@remembered
def event_in(state: str) -> Tournament:
    """Eight players, whose first of three rounds is in the state."""
    event = small_tournament()
    people(event)
    library.store(acting("sue"), event, name="Club", text=LINES)
    STATES[state][0](event.rounds.get(number=1))
    return event


def versions(event: Tournament) -> list[tuple[int, str]]:
    return list(event.rounds.get(number=1).seatings.order_by("version").values_list("version", "state"))


def sent(event: Tournament, path: str, body: dict[str, Any]) -> tuple[str, bool]:
    """Send it as olga's program; return the refusal and whether the seatings of the round are others; undo it."""
    before = versions(event)
    with transaction.atomic():
        address = f"/api/v1/tournaments/{event.slug}/{path.format(schedule=StoredSchedule.objects.get().pk)}/"
        answer = program("olga").post(address, body, format="json")
        changed = versions(event) != before
        transaction.set_rollback(True)
    return ("" if answer.status_code == 200 else answer.json()["detail"]), changed


def test_every_action_that_draws_is_tried() -> None:
    drawing = {action.__name__ for action in list_actions() if set(action.audit_codes) & set(LOGS)}
    assert drawing - {"OpenTable"} == {*DRAWS, *OTHERS, *WRITTEN, *JOBS}


def test_draws_reach_a_round_only_until_it_has_started(event: Tournament, state: str) -> None:
    a_round_that_has_started_is_not_drawn(event, state)
    with undone():
        what_draws_the_coming_rounds_leaves_one_that_has_started(event, state)
    a_draw_that_was_searched_for_meanwhile_is_not_taken_over(event, state)


def a_round_that_has_started_is_not_drawn(event: Tournament, state: str) -> None:
    refusal = STATES[state][1]
    answers = {name: sent(event, *request) for name, request in DRAWS.items()}
    assert answers == dict.fromkeys(DRAWS, (refusal, refusal == ""))
    by_hand = "" if state == "playing" else refusal
    assert sent(event, *WRITTEN["SeatByHand"])[1] == (by_hand == "")
    choices = signed_in("sue").post(reverse("manage_seating_choices", args=[event.slug, 1]), {"seed": "lot"})
    assert choices.status_code == (422 if refusal else 200)


def what_draws_the_coming_rounds_leaves_one_that_has_started(event: Tournament, state: str) -> None:
    seat_in_order(event.rounds.get(number=2))
    answers = {name: sent(event, *request) for name, request in OTHERS.items()}
    assert {name: refusal for name, (refusal, _changed) in answers.items()} == dict.fromkeys(OTHERS, "")
    assert answers["RedrawRounds"][1] == (state in ("drafted", "published"))
    assert answers["UseSchedule"][1] == (state in ("planned", "drafted"))


def a_draw_that_was_searched_for_meanwhile_is_not_taken_over(event: Tournament, state: str) -> None:
    refusal = STATES[state][1]
    first = list(event.rounds.filter(number=1))
    made = draw_records.draw_or_refuse(drafts.build_fixed_inputs(first), "a seed")
    if refusal:
        with pytest.raises(UserError, match=f"^{refusal}$"):
            draw_records.adopt(acting(), event, rounds=first, draw=made)
    else:
        assert draw_records.adopt(acting(), event, rounds=first, draw=made).seatings.get().round.number == 1


@pytest.fixture
def started(event: Tournament) -> Round:
    """The first round as it is played, with a draft that is newer than its seating."""
    round_ = event.rounds.get(number=1)
    seating.draft(acting(), round_, {1: tuple(event.entries.filter(number__lte=4))})
    return round_


@pytest.mark.parametrize("state", ["playing"], indirect=True)
def test_a_draft_of_a_round_in_play_is_not_swapped(started: Round, event: Tournament) -> None:
    swaps: dict[str, dict[str, Any]] = {
        "swap": {"first": 1, "second": 2, "reason": "Slip."},
        "swaps": {"swaps": [[1, 2]], "seen_state": "draft", "reason": "Slip."},
    }
    draft = started.seatings.latest("version").version
    paths = {name: f"rounds/1/seatings/{draft}/{name}" for name in swaps}
    assert [sent(event, paths[name], body) for name, body in swaps.items()] == [(PLAYED, False)] * 2
    page = signed_in("sue").get(f"/t/{event.slug}/manage/rounds/1/seating/?version={draft}").content.decode()
    assert ("Swap two players by number" in page, "Swap board" in page) == (False, False)
    board = signed_in("sue").get(f"/t/{event.slug}/manage/rounds/1/seating/{draft}/swaps/")
    assert (board.context["open"], str(board.context["obstacle"])) == (False, PLAYED)


@pytest.mark.parametrize("state", ["playing"], indirect=True)
def test_a_substitute_comes_in_play_although_a_draft_waits(started: Round, event: Tournament) -> None:
    new = substitutes.substitute(acting(), event.entries.get(number=3), from_round=1, family_name="New", reason="Ill.")
    seated = {
        version.state: set(version.seats.values_list("entry__number", flat=True))
        for version in started.seatings.exclude(state="superseded")
    }
    assert seated == {"playing": {1, 2, 4, 5, 6, 7, 8, new.number}, "draft": {1, 2, 3, 4}}
