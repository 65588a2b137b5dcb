from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Drew, FlowerShown
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import drawn_breaches, held_breaches, turn_breaches
from engine.sentences import sentence as _
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, format_tile, is_flower


def check(play: Procedure[P], state: TableState, event: Drew) -> Iterator[Breach]:
    yield from turn_breaches(play, state, event.seat, Phase.DRAW, Phase.REPLACE)
    if state.phase is Phase.DRAW and play.wall.left_for(state, event.seat) <= 0:
        yield play.breach("wall_empty", _("no tile is left to draw"))
    yield from tile_breaches(play, state, event)


def tile_breaches(play: Procedure[P], state: TableState, event: Drew) -> Iterator[Breach]:
    if event.tile == UNKNOWN:
        return
    expected = play.wall.next_tile(state, event.seat)
    if expected is not None and expected != event.tile:
        yield play.breach(
            "wall_tile",
            _(
                "the wall has %(expected)s here, not %(tile)s",
                expected=format_tile(expected),
                tile=format_tile(event.tile),
            ),
        )
    elif is_flower(event.tile) and not play.wall.with_flowers(state.setup):
        yield play.breach("copies", _("seat walls are dealt without flowers"))
    else:
        yield from drawn_breaches(play, state, event.tile)


def step(play: Procedure[P], state: TableState, event: Drew) -> TableState:
    player = state.players[event.seat]
    replacement = state.phase is Phase.REPLACE
    from_back = replacement and state.setup.seat_walls is None and play.wall.replacements_from_back
    player = play.hooks.player_drew(
        play, state, player._replace(concealed=(*player.concealed, event.tile), tiles_drawn=player.tiles_drawn + 1)
    )
    return state._replace(
        players=state.players_with(event.seat, player),
        phase=Phase.ACT,
        turn=event.seat,
        drawn_tile=event.tile,
        wall_left=state.wall_left - 1,
        front=state.front + (0 if from_back else 1),
        back=state.back + (1 if from_back else 0),
        replacing=state.replacing if replacement else None,
        claimed=state.claimed if replacement else (),
    )


def check_flower(play: Procedure[P], state: TableState, event: FlowerShown) -> Iterator[Breach]:
    yield from turn_breaches(play, state, event.seat, Phase.ACT)
    if not is_flower(event.tile):
        yield play.breach("no_flower", _("%(tile)s is not a flower", tile=format_tile(event.tile)))
    yield from held_breaches(play, state, event.seat, (event.tile,))


def show_flower(play: Procedure[P], state: TableState, event: FlowerShown) -> TableState:
    player = state.players[event.seat]
    player = player._replace(
        concealed=remove_tiles(player.concealed, (event.tile,)), flowers=(*player.flowers, event.tile)
    )
    return state.with_player(event.seat, player)._replace(phase=Phase.REPLACE, replacing="flower", drawn_tile=None)
