from __future__ import annotations

from tests.conformance.actions import Example, example
from tests.support.people import acting, people, small_tournament
from tests.support.play import played, released
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.results.services import forfeits
from tournaments.standings.models import Forfeit

REASON = {"reason": "A slip."}
FIRST = {"number": 1}
FIRST_TABLE = {"number": 1, "table": 1}
POINTS = (60, 20, -30, -50)


def _playing() -> Tournament:
    event = playing()
    people(event)
    return event


@example("ConfirmAlike")
def confirm_alike() -> Example:
    event = _playing()
    Tournament.objects.filter(pk=event.pk).update(blind_reentry=True)
    enter(table_of(event), POINTS)
    enter(table_of(event), POINTS, name="ida", based_on=1)
    return Example(event, api=FIRST, page=FIRST, form={"sheet": ["1:1"]})


@example("ReleaseRound")
def release() -> Example:
    event = small_tournament(8, rounds=2)
    people(event)
    played(event, 1)
    return Example(event, {"continue_anyway": "The rest can wait."}, api=FIRST, page=FIRST)


@example("WithdrawResults")
def withdraw() -> Example:
    event = small_tournament(8, rounds=2)
    people(event)
    released(event, 1)
    return Example(event, REASON, api=FIRST, page=FIRST)


@example("DecideConfirming")
def decide_confirming() -> Example:
    return Example(_playing(), {"way": "own"}, page=FIRST)


@example("SheetIn")
def sheet_in() -> Example:
    return Example(_playing(), api=FIRST_TABLE, page=FIRST_TABLE)


@example("RejectResult")
def reject() -> Example:
    event = _playing()
    enter(table_of(event), POINTS)
    return Example(event, {"version": 1, **REASON}, api=FIRST_TABLE, page={**FIRST_TABLE, "version": 1})


@example("VoidForfeit")
def void_forfeit() -> Example:
    event = _playing()
    out = event.entries.get(number=6)
    lost = forfeits.add(acting("ren"), out, kind=Forfeit.Kind.DISQUALIFIED, round_=None, reason="Cheating.")
    return Example(event, REASON, api={"pk": lost.pk}, page={"pk": lost.pk})
