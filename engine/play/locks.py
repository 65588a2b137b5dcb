from __future__ import annotations

from engine.play.players import Lock, Player
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, format_tile


def lock_until(player: Player, kind: str, index: int) -> Player:
    """End the locks of a kind at an event; returns the same player if there are none."""
    for lock in player.locks:
        if lock.kind == kind and lock.until is None:
            break
    else:
        return player
    return player._replace(
        locks=tuple(
            lock._replace(until=index) if lock.kind == kind and lock.until is None else lock for lock in player.locks
        )
    )


def add_lock(player: Player, lock: Lock) -> Player:
    return player._replace(locks=(*player.locks, lock))


def lock_once(player: Player, lock: Lock) -> Player:
    held = player.locked(lock.kind)
    if held is not None and (held.certain or not lock.certain):
        return player
    return add_lock(player, lock)


def heap_of(seat: Seat, tile: Tile) -> Sentence:
    """Missing information for an unordered discard: whether it fell within the relevant turns."""
    return _("when %(seat)s discarded %(tile)s", seat=seat, tile=format_tile(tile))
