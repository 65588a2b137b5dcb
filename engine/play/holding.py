"""Small operations on the tiles of a hand in play, unknown tiles allowed."""

from __future__ import annotations

from engine.play.table import Lock, Player
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of


def matching(tiles: tuple[Tile, ...], kind: Tile) -> tuple[Tile, ...]:
    """The tiles of a kind, plain ones first."""
    return tuple(sorted(tile for tile in tiles if kind_of(tile) == kind))


def picked(tiles: tuple[Tile, ...], kind: Tile, number: int) -> tuple[Tile, ...]:
    """``number`` tiles of a kind from the hand, plain ones first; unknown tiles stand in for missing ones."""
    same = matching(tiles, kind)[:number]
    return same + (kind,) * (number - len(same))


def pung_choices(same: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """The different pairs that a pung can be made with; one without names where all tiles are alike."""
    if same[0] == same[-1]:
        return [()]
    return sorted({(same[i], same[j]) for i in range(len(same)) for j in range(i + 1, len(same))})


def chow_choices(tiles: tuple[Tile, ...], kind: Tile) -> list[tuple[Tile, ...]]:
    """The different pairs of tiles in the hand that make a chow with a tile of ``kind``."""
    choices: set[tuple[Tile, ...]] = set()
    for first in range(kind - 2, kind + 1):
        if first // 9 != kind // 9 or first < 0 or first % 9 > 6:
            continue
        low, high = (rank for rank in range(first, first + 3) if rank != kind)
        choices.update((a, b) for a in set(matching(tiles, low)) for b in set(matching(tiles, high)))
    return sorted(choices)


def without(tiles: tuple[Tile, ...], gone: tuple[Tile, ...], *, last: bool = False) -> tuple[Tile, ...]:
    """The tiles less those gone; an unknown tile goes where the named one is not there. ``last``: from the end."""
    rest = list(tiles)
    for tile in gone:
        if tile not in rest:
            tile = UNKNOWN
        if last:
            rest.reverse()
            rest.remove(tile)
            rest.reverse()
        else:
            rest.remove(tile)
    return tuple(rest)


def holds_unknown(hand: Hand) -> bool:
    """True when tiles of the hand are unknown."""
    return UNKNOWN in hand.concealed or hand.winning == UNKNOWN


def lock_until(player: Player, kind: str, index: int) -> Player:
    """The player with the locks of a kind ended at an event; the same object where there is none."""
    if not any(lock.kind == kind and lock.until is None for lock in player.locks):
        return player
    return player._replace(
        locks=tuple(
            lock._replace(until=index) if lock.kind == kind and lock.until is None else lock for lock in player.locks
        )
    )


def add_lock(player: Player, lock: Lock) -> Player:
    """The player with one lock more."""
    return player._replace(locks=(*player.locks, lock))


def lock_once(player: Player, lock: Lock) -> Player:
    """The player with the lock, unless one of its kind is in force already that is as certain."""
    held = player.locked(lock.kind)
    if held is not None and (held.certain or not lock.certain):
        return player
    return add_lock(player, lock)


def heap_of(seat: Seat, tile: Tile) -> Sentence:
    """What would say whether a discard without order fell in the time that counts."""
    return _("when %(seat)s discarded %(tile)s", seat=seat, tile=format_tile(tile))
