from __future__ import annotations

from engine.tiles.hand import Hand
from engine.tiles.tile import UNKNOWN, Tile, kind_of


def tiles_of_kind(tiles: tuple[Tile, ...], kind: Tile) -> tuple[Tile, ...]:
    return tuple(sorted(tile for tile in tiles if kind_of(tile) == kind))


def pick(tiles: tuple[Tile, ...], kind: Tile, number: int) -> tuple[Tile, ...]:
    """``number`` tiles of a kind from the hand, plain ones first; unknown tiles replace missing ones."""
    same = tiles_of_kind(tiles, kind)[:number]
    return same + (kind,) * (number - len(same))


def pung_choices(same: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Distinct pairs that can form a pung; one unnamed pair if all tiles are equal."""
    if same[0] == same[-1]:
        return [()]
    return sorted({(same[i], same[j]) for i in range(len(same)) for j in range(i + 1, len(same))})


def chow_choices(tiles: tuple[Tile, ...], kind: Tile) -> list[tuple[Tile, ...]]:
    """Distinct pairs of tiles in the hand that form a chow with a tile of ``kind``."""
    choices: set[tuple[Tile, ...]] = set()
    for first in range(kind - 2, kind + 1):
        if first // 9 != kind // 9 or first < 0 or first % 9 > 6:
            continue
        low, high = (rank for rank in range(first, first + 3) if rank != kind)
        choices.update((a, b) for a in set(tiles_of_kind(tiles, low)) for b in set(tiles_of_kind(tiles, high)))
    return sorted(choices)


def remove_tiles(tiles: tuple[Tile, ...], removed: tuple[Tile, ...], *, last: bool = False) -> tuple[Tile, ...]:
    """Remove the tiles in ``removed``; an unknown tile is removed for a missing one. ``last``: from the end."""
    remaining = list(tiles)
    for tile in removed:
        if tile not in remaining:
            tile = UNKNOWN
        if last:
            remaining.reverse()
            remaining.remove(tile)
            remaining.reverse()
        else:
            remaining.remove(tile)
    return tuple(remaining)


def holds_unknown(hand: Hand) -> bool:
    return UNKNOWN in hand.concealed or hand.winning == UNKNOWN
