from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Drew,
    Ended,
    Event,
    FlowerShown,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.procedure import WINDOWS, P, Procedure
from engine.play.table import Phase, TableState
from engine.tiles.melds import MeldKind
from engine.tiles.selection import chow_choices, pung_choices, tiles_of_kind
from engine.tiles.tile import FIRST_RED, UNKNOWN, is_flower, kind_of, sort_tiles


def turn_candidates(state: TableState) -> Iterator[Event]:
    seat = state.turn
    player = state.players[seat]
    tiles = sort_tiles(set(player.concealed))
    if state.phase is Phase.ACT:
        yield Won(seat, None, state.drawn_tile)
    for tile in tiles:
        if len(tiles_of_kind(player.concealed, kind_of(tile))) == 4 and tile < FIRST_RED and not is_flower(tile):
            yield ConcealedKong(seat, tile)
        if any(meld.kind is MeldKind.PUNG and meld.first == kind_of(tile) for meld in player.melds):
            yield AddedKong(seat, tile)
        if is_flower(tile):
            yield FlowerShown(seat, tile)
    for tile in tiles:
        yield Discarded(seat, tile)


def claim_candidates(state: TableState) -> Iterator[Event]:
    tile = state.offered
    if tile is None:
        return
    kind = kind_of(tile)
    for step in (1, 2, 3):
        seat = (state.turn + step) % 4
        player = state.players[seat]
        yield Won(seat, state.turn, tile)
        if state.phase is Phase.CLAIM:
            same = tiles_of_kind(player.concealed, kind)
            if len(same) >= 3:
                yield Konged(seat, state.turn, tile)
            if len(same) >= 2:
                for pair in pung_choices(same):
                    yield Ponged(seat, state.turn, tile, pair)
            if step == 1 and kind < 27:
                yield from (Chowed(seat, state.turn, tile, pair) for pair in chow_choices(player.concealed, kind))
        yield Passed(seat)


def default_candidates(
    play: Procedure[P],
    state: TableState,
    *,
    own_turn: Callable[[TableState], Iterator[Event]] = turn_candidates,
    ends: tuple[Ended, ...] = (Ended("exhaustive"),),
) -> Iterator[Event]:
    """Candidates in most families. ``own_turn``: generator for the own turn; ``ends``: ways to end the hand."""
    if state.phase is Phase.OVER:
        return
    if state.phase in WINDOWS:
        yield from claim_candidates(state)
        closed = play.close_window(state)
        if closed.phase not in WINDOWS and closed.phase is not Phase.OVER:
            yield from play.candidates(closed)
    elif state.phase in (Phase.DRAW, Phase.REPLACE):
        tile = play.wall.next_tile(state, state.turn)
        yield Drew(state.turn, UNKNOWN if tile is None else tile)
        yield from ends
    else:
        yield from own_turn(state)
        yield from ends
