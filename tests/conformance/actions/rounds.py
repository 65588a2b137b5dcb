from __future__ import annotations

from tests.conformance.actions import Example, being_played, example, planned, rows
from tests.support.people import acting
from tests.support.play import played, published
from tournaments.events.models import Tournament
from tournaments.rounds.services import clock
from tournaments.standings.services import stages

REASON = {"reason": "The hall closes early."}
FIRST = {"number": 1}
STAGE_WRONG = [("two thirds", {"carry": "two thirds"})]
FIRST_TABLE = {"number": 1, "table": 1}


def _with_final() -> Tournament:
    """Two rounds are played; four of eight players go on to a final."""
    event = planned(rounds=2)
    for number in (1, 2):
        played(event, number)
    stages.add(acting(), event, name="Final", cut_to=4)
    return event


@example("AddStage")
def add_stage() -> Example:
    body = {"name": "Final", "cut_to": 4, "carry": "1/2", "rounds": 2, "kind": "final"}
    return Example(planned(rounds=2), body, form={"carry": "1/2"}, wrong={"carry": STAGE_WRONG})


@example("EditStage")
def edit_stage() -> Example:
    event = planned(rounds=2)
    stages.add(acting(), event, name="Final", cut_to=4)
    body = {"name": "Finals", "cut_to": 8, "carry": "0", **REASON}
    wrong = {"carry": STAGE_WRONG}
    return Example(event, body, api={"number": 2}, page={"stage": 2}, form={"carry": "0"}, wrong=wrong)


@example("RemoveStage")
def remove_stage() -> Example:
    event = planned(rounds=2)
    stages.add(acting(), event, name="Final", cut_to=4)
    return Example(event, api={"number": 2}, page={"stage": 2})


@example("CutStage")
def cut_stage() -> Example:
    shown = {"shown": [1, 2, 5, 6]}
    return Example(_with_final(), {"chosen": [1, 2], **REASON}, api={"number": 2}, page={"stage": 2}, form=shown)


@example("UndoCut")
def undo_cut() -> Example:
    event = _with_final()
    stages.cut(acting(), event.stages.get(number=2), chosen=list(event.entries.filter(number__in=[1, 2])), reason="x")
    return Example(event, api={"number": 2}, page={"stage": 2})


@example("EditRound")
def edit_round() -> Example:
    body = {"day": "2026-05-02", "starts_at": "2026-05-02T10:00", "minutes": 75}
    return Example(planned(rounds=2), body, api=FIRST, page=FIRST)


@example("StartRound")
def start_round() -> Example:
    event = planned(rounds=2)
    published(event.rounds.get(number=1))
    return Example(event, REASON, api=FIRST, page=FIRST)


@example("ReopenRound")
def reopen_round() -> Example:
    event = planned(rounds=2)
    played(event, 1)
    return Example(event, REASON, api=FIRST, page=FIRST)


@example("ResumeClock")
def resume_clock() -> Example:
    event = being_played()
    clock.pause(acting(), event.rounds.get(number=1))
    return Example(event, api=FIRST, page=FIRST)


@example("ExtraTime")
def extra_time() -> Example:
    body, form = {"seconds": 300, **REASON}, {"table": 1, "minutes": 5}
    return Example(being_played(), body, api=FIRST_TABLE, page=FIRST, form=form)


@example("PostponeTable")
def postpone_table() -> Example:
    body = {"postponed_to": "2026-06-14T19:00", **REASON}
    return Example(being_played(), body, api=FIRST_TABLE, page=FIRST, form={"table": 1})


@example("PlanDates")
def plan_dates() -> Example:
    body = {"first": "2026-01-13T19:00", "every": 7, "skip": "2026-01-20", "from_round": 1}
    wrong = {"skip": [("soon", {"skip": "soon"})]}
    return Example(planned(rounds=3), body, wrong=wrong)


@example("ReplaceHallCode")
def replace_hall_code() -> Example:
    return Example(planned(), REASON)


@example("EndEvening")
def end_evening() -> Example:
    event = planned(rounds=2)
    played(event, 1)
    return Example(event)


@example("AddPlayersNow")
def add_players_now() -> Example:
    return Example(being_played(), {"players": "Lena Late"})


@example("PlayOn")
def play_on() -> Example:
    event = planned(rounds=2)
    played(event, 1)
    return Example(event)


rows(
    AddRound=lambda: Example(planned(rounds=2), {"minutes": 60}, api=FIRST),
    RemoveRound=lambda: Example(planned(rounds=2), api={"number": 2}, page={"number": 2}),
    FinishRound=lambda: Example(being_played(), REASON, api=FIRST, page=FIRST),
    StartClock=lambda: Example(planned(rounds=2), api=FIRST),
    PauseClock=lambda: Example(being_played(), api=FIRST, page=FIRST),
    EndClock=lambda: Example(being_played(), api=FIRST, page=FIRST),
    RestartClock=lambda: Example(being_played(), REASON, api=FIRST, page=FIRST),
    AdjustClock=lambda: Example(being_played(), {"seconds": 300, **REASON}, api=FIRST, page=FIRST, form={"minutes": 5}),
    NameTable=lambda: Example(being_played(), {"name": "Window"}, api=FIRST_TABLE, page=FIRST, form={"table": 1}),
)
