from __future__ import annotations

from collections.abc import Iterator

from engine.play import discard_claims, ends
from engine.play.events import Drew, Ended, Passed
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play import flowers
from engine.rules.taiwan.play.state import taiwan_table
from engine.sentences import sentence as _
from engine.tiles.seats import next_seat


def check_draw(play: Procedure[Parameters], state: TableState, event: Drew) -> Iterator[Breach]:
    yield from flowers.check_draw(play, state, event)
    if state.phase is Phase.DRAW and taiwan_table(state).declined >= 4:
        yield Breach("decline", "TW-2.13", _("all four have declined the last tile"), "refused")


def check_pass(play: Procedure[Parameters], state: TableState, event: Passed) -> Iterator[Breach]:
    """Allow declining the last tile in favour of the next player where the ruleset says so (TW-2.13)."""
    if state.phase is Phase.DRAW and event.seat == state.turn and play.parameters.last_tile_rule != "normal":
        if play.wall.live_left(state) != 1 or state.setup.seat_walls is not None:
            yield Breach("decline", "TW-2.13", _("only the last tile may be declined"), "refused")
        return
    yield from discard_claims.check_pass(play, state, event)


def decline(play: Procedure[Parameters], state: TableState, event: Passed) -> TableState:
    """Decline the last tile: the hand ends, or the next player may draw; after four the hand is drawn."""
    if state.phase is not Phase.DRAW:
        return discard_claims.pass_on(play, state, event)
    if play.parameters.last_tile_rule == "may_stop":
        return ends.end(play, state, Ended("exhaustive"))
    table = taiwan_table(state)
    return state._replace(turn=next_seat(state.turn), special=table._replace(declined=table.declined + 1))


def check_end(play: Procedure[Parameters], state: TableState, event: Ended) -> Iterator[Breach]:
    """Require an empty live wall, or a last tile declined by all (TW-2.12, TW-2.13)."""
    last = state.phase is Phase.DRAW and play.wall.live_left(state) == 1 and event.kind == "exhaustive"
    last = last and state.setup.seat_walls is None
    rule = play.parameters.last_tile_rule
    if last and (rule == "may_stop" or (rule == "may_pass" and taiwan_table(state).declined >= 4)):
        return
    yield from ends.check_end(play, state, event)
