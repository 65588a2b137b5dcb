"""What a seat holds and has done: the tiles in hand and in the open, the discards, what is locked."""

from __future__ import annotations

from typing import NamedTuple

from engine.sentences import Sentence
from engine.tiles.melds import Meld
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile

UNORDERED = -10_000
"""``Discard.at`` of a tile of which nobody knows when it was discarded; those before the evidence are negative too."""


class Discard(NamedTuple):
    """A tile a player discarded. ``at`` is the index of its event; ``claimed_by`` the player who melded it."""

    tile: Tile
    at: int
    just_drawn: bool | None = None
    claimed_by: Seat | None = None

    def claimed(self, tile: Tile, seat: Seat) -> Discard:
        """The discard as this tile, melded by this seat."""
        return Discard(tile, self.at, self.just_drawn, seat)


class Lock(NamedTuple):
    """Something a player may not do, since which event and because of which tile, until which event.

    ``kind`` is the family's word (``temporary_furiten``, ``passed_win``). ``value`` is what a win must exceed under
    locks that a better win breaks. ``certain`` is False where something that nobody saw decides it: ``missing``.
    """

    kind: str
    clause: str
    since: int
    tile: Tile | None = None
    value: int | None = None
    certain: bool = True
    until: int | None = None
    missing: Sentence | None = None


class Player(NamedTuple):
    """A seat's tiles and acts. ``concealed`` are in the order they came, the drawn tile last.

    ``waits`` are the kinds that complete the hand by shape, known after each own discard; None where tiles of the hand
    are unknown. ``special`` belongs to the family, which reads it by ``part``.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    discards: tuple[Discard, ...] = ()
    waits: frozenset[Tile] | None = None
    locks: tuple[Lock, ...] = ()
    ready: str | None = None
    """The declaration in force: riichi, double_riichi, tianting, diting, declared."""
    ready_at: int = -1
    dead: str | None = None
    """Reason why the hand may not win any more."""
    won: int = 0
    """Number of times the player has won in this hand."""
    tiles_drawn: int = 0
    special: object = None

    def locked(self, kind: str) -> Lock | None:
        """The lock of this kind in force, a certain one rather than a possible one, or None."""
        possible = None
        for lock in self.locks:
            if lock.until is None and lock.kind == kind:
                if lock.certain:
                    return lock
                possible = possible or lock
        return possible
