"""Examples of the actions of duplicate deals and boards."""

from __future__ import annotations

from typing import Any
from unittest import mock

from django.utils import timezone

from tests.conformance.actions import Example, example, rows
from tests.support.duplicate import HOUR, VALUE, committed, dealt, duplicate_event, enter_board, session_planned
from tests.support.people import acting
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.services import board_plays, deals

REASON = {"reason": "A slip."}
TYPED = {"value": VALUE, "again": VALUE}


@example("CommitDeals")
def commit() -> Example:
    known = (timezone.now() + HOUR).isoformat()
    named = {"value_kind": "other", "value_source": "the lottery of 2 May", "value_known_at": known}
    return Example(duplicate_event(), {"sessions": 4, "boards": 4, "model": "seat34", **named})


@example("WithdrawDeals")
def withdraw() -> Example:
    event = duplicate_event()
    committed(event)
    return Example(event, REASON)


@example("AddDealsValue")
def add_value() -> Example:
    event = duplicate_event()
    return Example(event, TYPED, now=committed(event).value_known_at + HOUR)


@example("CorrectDealsValue")
def correct_value() -> Example:
    event = duplicate_event()
    made = committed(event)
    known = made.value_known_at + HOUR
    with mock.patch("django.utils.timezone.now", return_value=known):
        deals.add_value(acting(), made, value="1234567890", again="1234567890")
    return Example(event, {**TYPED, **REASON}, now=known)


@example("MakeDeals")
def make() -> Example:
    event = duplicate_event()
    made = committed(event)
    known = made.value_known_at + HOUR
    with mock.patch("django.utils.timezone.now", return_value=known):
        deals.add_value(acting(), made, **TYPED)
    return Example(event, now=known)


@example("OpenDealsSeed")
def open_seed() -> Example:
    event = duplicate_event()
    made = dealt(event, sessions=1)
    session_planned(event)
    for board in made.all_boards.all():
        enter_board(board)
    return Example(event)


@example("ReplaceBoard")
def replace() -> Example:
    event = duplicate_event()
    board = dealt(event).all_boards.get(session=1, number=2)
    return Example(event, REASON, api={"session": 1, "board": 2}, page={"pk": board.pk})


@example("SeatMovement")
def seat_movement() -> Example:
    body = {"movement": "four_teams", "seed": "lot", "first_sessions": True, "why": "A new field."}
    return Example(duplicate_event(), body)


@example("PlanBoards")
def plan() -> Example:
    event = duplicate_event()
    dealt(event)
    session_planned(event)
    return Example(event, {"copies": 2}, api={"number": 1}, page={"number": 1})


@example("HandInBoards")
def hand_in() -> Example:
    event = duplicate_event()
    for board in dealt(event).all_boards.filter(session=1):
        if not BoardPlay.objects.filter(board=board).exists():
            session_planned(event)
        enter_board(board)
    return Example(event, api={"number": 1}, page={"number": 1})


def _of_play(body: dict[str, object], *, entered: bool = False, flagged: bool = False, **more: Any) -> Example:
    event = duplicate_event()
    dealt(event)
    play = next(play for play in session_planned(event) if (play.table.number, play.board.number) == (1, 1))
    if entered:
        enter_board(play.board)
    if flagged:
        play.refresh_from_db()
        board_plays.flag(acting("sam"), play, kind="fouled", reason="Two tiles lay open.")
    return Example(event, body, api={"number": 1, "table": 1, "board": 1}, page={"pk": play.pk}, **more)


@example("EnterBoard")
def enter() -> Example:
    seats = [{"points": points, "left": 5, "ticked": True} for points in (24, -8, -8, -8)]
    form = {f"{name}_{place}": value for place, seat in enumerate(seats) for name, value in seat.items()}

    def mistake(name: str, value: object) -> tuple[object, dict[str, object]]:
        return [seats[0], seats[1], {**seats[2], name: value}, seats[3]], {**form, f"{name}_2": value}

    mistakes = [
        mistake("points", ""), mistake("points", "many"), mistake("points", 1_000_001), mistake("points", -1_000_001),
        mistake("penalty", "much"), mistake("penalty", 1_000_001), mistake("penalty", -1_000_001),
        mistake("left", 145), mistake("left", -1), mistake("tail", "1" * 201), mistake("tail", "no tiles"),
        mistake("hand", "1" * 201), mistake("discards", "1" * 201), mistake("claimed", "1" * 201),
    ]  # fmt: skip
    return _of_play({"seats": seats, "based_on": 0}, form=form, wrong={"seats": mistakes})


@example("RuleBoard")
def rule() -> Example:
    body = {"ruling": "fouled", "foul": "a", **REASON, "awards": [40, 60, 60, None]}
    form = {"award_0": "40", "award_1": "60", "award_2": "60"}
    mistakes = [([90, 60, 60, None], {**form, "award_0": "90"})]
    return _of_play(body, entered=True, flagged=True, form=form, wrong={"awards": mistakes})


rows(
    FlagBoard=lambda: _of_play({"fault": "fouled", **REASON}, entered=True),
)
