from __future__ import annotations

from engine.play.players import Lock, Player
from engine.play.table import TableState
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of


def end_locks(player: Player, kind: str, index: int) -> Player:
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
    held = player.find_lock(lock.kind)
    if held is not None and (held.certain or not lock.certain):
        return player
    return add_lock(player, lock)


def missing_discard_order(seat: Seat, tile: Tile) -> Sentence:
    return _("when %(seat)s discarded %(tile)s", seat=seat, tile=format_tile(tile))


def may_have_missed(state: TableState, tile: Tile) -> list[Seat]:
    """Seats that have not won on the tile and may be completed by it, in turn order after its giver."""
    seats: list[Seat] = []
    kind = kind_of(tile)
    players, winners = state.players, state.winners_here
    for step in (1, 2, 3):
        seat = (state.turn + step) % 4
        waits = players[seat].waits
        if (waits is None or kind in waits or (tile == UNKNOWN and waits)) and seat not in winners:
            seats.append(seat)
    return seats
