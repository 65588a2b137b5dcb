from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Ended, HandDied
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.sentences import sentence as _


def check_end(play: Procedure[P], state: TableState, event: Ended) -> Iterator[Breach]:
    """Allow an end only with an empty wall; families add their abortive draws."""
    if event.kind != "exhaustive":
        yield play.breach("no_such_end", _("a hand does not end by %(end)s under these rules", end=event.kind))
    elif state.phase is not Phase.DRAW or play.wall.left_for(state, state.turn) > 0:
        remaining = play.wall.left_for(state, state.turn)
        yield play.breach("wall_left", _("%(left)s tiles are left to draw", left=remaining))


def end(play: Procedure[P], state: TableState, event: Ended) -> TableState:
    state = state._replace(phase=Phase.OVER, ended=event.kind)
    return state._replace(transfers=(*state.transfers, *play.hooks.settle_end(play, state, event.kind)))


def check_dead_hand(play: Procedure[P], state: TableState, event: HandDied) -> Iterator[Breach]:
    if state.players[event.seat].dead:
        yield play.breach("dead_already", _("the hand of %(seat)s is dead already", seat=event.seat))


def mark_dead(play: Procedure[P], state: TableState, event: HandDied) -> TableState:
    return state.with_player(event.seat, state.players[event.seat]._replace(dead=event.cause))
