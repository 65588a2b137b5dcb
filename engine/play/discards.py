from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Discarded
from engine.play.players import Discard
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import OWN_TURN, held_breaches, turn_breaches
from engine.sentences import sentence as _
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, format_tile


def check(play: Procedure[P], state: TableState, event: Discarded) -> Iterator[Breach]:
    yield from turn_breaches(play, state, event.seat, *OWN_TURN)
    yield from held_breaches(play, state, event.seat, (event.tile,))
    if event.just_drawn and state.drawn_tile not in (None, UNKNOWN, event.tile):
        yield play.breach("drawn_tile", _("the tile drawn was %(tile)s", tile=format_tile(state.drawn_tile or 0)))


def step(play: Procedure[P], state: TableState, event: Discarded) -> TableState:
    player = state.players[event.seat]
    drawn = event.just_drawn
    if drawn is None and state.drawn_tile is not None:
        drawn = event.tile == state.drawn_tile if state.drawn_tile != UNKNOWN else None
    concealed = remove_tiles(player.concealed, (event.tile,), last=bool(drawn))
    changed = player._replace(
        concealed=concealed, discards=(*player.discards, Discard(event.tile, state.event_index, drawn, None))
    )
    changed = changed._replace(waits=play.waits_of(changed))
    changed = play.hooks.player_discarded(play, state, player, changed, event)
    return state._replace(
        players=state.players_with(event.seat, changed),
        phase=Phase.CLAIM,
        turn=event.seat,
        offered=event.tile,
        drawn_tile=None,
        passed=(),
        claimed=(),
        winners_here=(),
    )
