from __future__ import annotations

from tests.conformance.actions import Example, example
from tests.support.people import acting, people, small_tournament
from tests.support.play import played, published
from tests.support.tables import playing
from tournaments.events.models import Tournament
from tournaments.rounds.services import clock
from tournaments.standings.services import stages

REASON = {"reason": "The hall closes early."}
FIRST = {"number": 1}
STAGE_WRONG = [("two thirds", {"carry": "two thirds"})]
FIRST_TABLE = {"number": 1, "table": 1}


def _planned() -> Tournament:
    event = small_tournament(8, rounds=2)
    people(event)
    return event


def _playing() -> Tournament:
    event = playing()
    people(event)
    return event


def _with_final() -> Tournament:
    """Two rounds are played; four of eight players go on to a final."""
    event = _planned()
    for number in (1, 2):
        played(event, number)
    stages.add(acting(), event, name="Final", cut_to=4)
    return event


@example("AddStage")
def add_stage() -> Example:
    body = {"name": "Final", "cut_to": 4, "carry": "1/2", "rounds": 2, "kind": "final"}
    return Example(_planned(), body, form={"carry": "1/2"}, wrong={"carry": STAGE_WRONG})


@example("EditStage")
def edit_stage() -> Example:
    event = _planned()
    stages.add(acting(), event, name="Final", cut_to=4)
    body = {"name": "Finals", "cut_to": 8, "carry": "0", **REASON}
    wrong = {"carry": STAGE_WRONG}
    return Example(event, body, api={"number": 2}, page={"stage": 2}, form={"carry": "0"}, wrong=wrong)


@example("RemoveStage")
def remove_stage() -> Example:
    event = _planned()
    stages.add(acting(), event, name="Final", cut_to=4)
    return Example(event, api={"number": 2}, page={"stage": 2})


@example("CutStage")
def cut_stage() -> Example:
    shown = {"shown": [1, 2, 5, 6]}
    return Example(_with_final(), {"chosen": [1, 2], **REASON}, api={"number": 2}, page={"stage": 2}, form=shown)


@example("AddRound")
def add_round() -> Example:
    return Example(_planned(), {"minutes": 60}, api=FIRST)


@example("EditRound")
def edit_round() -> Example:
    body = {"day": "2026-05-02", "starts_at": "2026-05-02T10:00", "minutes": 75}
    return Example(_planned(), body, api=FIRST, page=FIRST)


@example("RemoveRound")
def remove_round() -> Example:
    return Example(_planned(), api={"number": 2}, page={"number": 2})


@example("StartRound")
def start_round() -> Example:
    event = _planned()
    published(event.rounds.get(number=1))
    return Example(event, REASON, api=FIRST, page=FIRST)


@example("FinishRound")
def finish_round() -> Example:
    return Example(_playing(), REASON, api=FIRST, page=FIRST)


@example("ReopenRound")
def reopen_round() -> Example:
    event = _planned()
    played(event, 1)
    return Example(event, REASON, api=FIRST, page=FIRST)


@example("StartClock")
def start_clock() -> Example:
    return Example(_planned(), api=FIRST)


@example("PauseClock")
def pause_clock() -> Example:
    return Example(_playing(), api=FIRST, page=FIRST)


@example("ResumeClock")
def resume_clock() -> Example:
    event = _playing()
    clock.pause(acting(), event.rounds.get(number=1))
    return Example(event, api=FIRST, page=FIRST)


@example("EndClock")
def end_clock() -> Example:
    return Example(_playing(), api=FIRST, page=FIRST)


@example("RestartClock")
def restart_clock() -> Example:
    return Example(_playing(), REASON, api=FIRST, page=FIRST)


@example("AdjustClock")
def adjust_clock() -> Example:
    return Example(_playing(), {"seconds": 300, **REASON}, api=FIRST, page=FIRST, form={"minutes": 5})


@example("ExtraTime")
def extra_time() -> Example:
    body, form = {"seconds": 300, **REASON}, {"table": 1, "minutes": 5}
    return Example(_playing(), body, api=FIRST_TABLE, page=FIRST, form=form)


@example("NameTable")
def name_table() -> Example:
    return Example(_playing(), {"name": "Window"}, api=FIRST_TABLE, page=FIRST, form={"table": 1})
