from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import FlowerShown
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import held_breaches, turn_breaches
from engine.sentences import sentence as _
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import format_tile, is_flower


def check(play: Procedure[P], state: TableState, event: FlowerShown) -> Iterator[Breach]:
    yield from turn_breaches(play, state, event.seat, Phase.ACT)
    if not is_flower(event.tile):
        yield play.breach("no_flower", _("%(tile)s is no flower", tile=format_tile(event.tile)))
    yield from held_breaches(play, state.players[event.seat], (event.tile,), event.seat)


def step(play: Procedure[P], state: TableState, event: FlowerShown) -> TableState:
    player = state.players[event.seat]
    player = player._replace(
        concealed=remove_tiles(player.concealed, (event.tile,)), flowers=(*player.flowers, event.tile)
    )
    return state.with_player(event.seat, player)._replace(phase=Phase.REPLACE, replacing="flower", drawn_tile=None)
