from __future__ import annotations

from typing import NamedTuple

from engine.sentences import Sentence
from engine.tiles.melds import Meld
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile

UNORDERED = -10_000
"""``Discard.event_index`` of a tile discarded at an unknown time; those before the evidence are negative too."""


class Discard(NamedTuple):
    tile: Tile
    event_index: int
    just_drawn: bool | None = None
    claimed_by: Seat | None = None

    def with_claim(self, tile: Tile, seat: Seat) -> Discard:
        return Discard(tile, self.event_index, self.just_drawn, seat)


class Lock(NamedTuple):
    """Ban on a player's act, from one event, because of a tile, until another event.

    ``kind`` is the family's id (``temporary_furiten``, ``passed_win``). ``value`` is the value a win must exceed under
    locks that a better win breaks. ``certain`` is False where hidden information decides it: ``missing``.
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
    """Tiles and acts of one seat. ``concealed`` are in the order of drawing, the drawn tile last.

    ``waits`` are the kinds that complete the hand by shape, updated after each own discard; None where tiles of the
    hand are unknown. ``special`` belongs to the family, which reads it by ``part``.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    discards: tuple[Discard, ...] = ()
    waits: frozenset[Tile] | None = None
    locks: tuple[Lock, ...] = ()
    ready: str | None = None
    """Declaration in force: riichi, double_riichi, tianting, diting, declared."""
    ready_at: int = -1
    dead: str | None = None
    """Reason why the hand may not win any more."""
    won: int = 0
    tiles_drawn: int = 0
    special: object = None

    def find_lock(self, kind: str) -> Lock | None:
        """Lock of this kind in force, a certain one before a possible one, or None."""
        possible = None
        for lock in self.locks:
            if lock.until is None and lock.kind == kind:
                if lock.certain:
                    return lock
                possible = possible or lock
        return possible
