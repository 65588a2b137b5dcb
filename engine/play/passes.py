"""Passing on the tile on offer; silence is equivalent."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Passed
from engine.play.procedure import WINDOWS, P, Procedure
from engine.play.table import Breach, TableState
from engine.sentences import sentence as _


def check(play: Procedure[P], state: TableState, event: Passed) -> Iterator[Breach]:
    if state.phase not in WINDOWS or event.seat == state.turn:
        yield play.breach("nothing_to_pass", _("%(seat)s has nothing to pass on", seat=event.seat))
    elif event.seat in state.passed or event.seat in state.winners_here:
        yield play.breach("passed", _("%(seat)s has already answered", seat=event.seat))


def step(play: Procedure[P], state: TableState, event: Passed) -> TableState:
    """Record the pass; the last answer to a tile already won on closes the window."""
    state = state._replace(passed=(*state.passed, event.seat))
    answered = len(state.passed) + len(state.winners_here)
    return play.close_window(state) if state.winners_here and answered == 3 else state
