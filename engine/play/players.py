"""What a seat holds and has done: the tiles in hand and in the open, the discards, what is locked."""

from __future__ import annotations

from types import EllipsisType as Same
from typing import Final, NamedTuple

from engine.fixed import FixedValue
from engine.sentences import Sentence
from engine.tiles.melds import Meld
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile

UNORDERED = -10_000
"""``Discard.at`` of a tile of which nobody knows when it was discarded; those before the evidence are negative too."""


class Discard(FixedValue):
    """A tile a player discarded. ``at`` is the index of its event; ``claimed_by`` the player who melded it."""

    __match_args__ = ("tile", "at", "just_drawn", "claimed_by")

    def __init__(self, tile: Tile, at: int, just_drawn: bool | None = None, claimed_by: Seat | None = None) -> None:
        self.tile: Final = tile
        self.at: Final = at
        self.just_drawn: Final = just_drawn
        self.claimed_by: Final = claimed_by

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


class Player(FixedValue):
    """What a seat holds and has done. ``concealed`` are in the order they came, the drawn tile last.

    ``waits`` are the kinds that complete the hand by shape, known after each own discard; None where tiles of the hand
    are unknown. ``special`` belongs to the family, which reads it by ``part``.
    """

    __match_args__ = (
        "concealed",
        "melds",
        "flowers",
        "discards",
        "waits",
        "locks",
        "ready",
        "ready_at",
        "dead",
        "won",
        "tiles_drawn",
        "special",
    )

    def __init__(
        self,
        concealed: tuple[Tile, ...],
        melds: tuple[Meld, ...] = (),
        flowers: tuple[Tile, ...] = (),
        discards: tuple[Discard, ...] = (),
        waits: frozenset[Tile] | None = None,
        locks: tuple[Lock, ...] = (),
        ready: str | None = None,
        ready_at: int = -1,
        dead: str | None = None,
        won: int = 0,
        tiles_drawn: int = 0,
        special: object = None,
    ) -> None:
        self.concealed: Final = concealed
        self.melds: Final = melds
        self.flowers: Final = flowers
        self.discards: Final = discards
        self.waits: Final = waits
        self.locks: Final = locks
        self.ready: Final = ready
        """The declaration in force: riichi, double_riichi, tianting, diting, declared."""
        self.ready_at: Final = ready_at
        self.dead: Final = dead
        """Why the hand may not win any more."""
        self.won: Final = won
        """How often the player has won in this hand."""
        self.tiles_drawn: Final = tiles_drawn
        self.special: Final = special

    def _replace(
        self,
        *,
        concealed: tuple[Tile, ...] | Same = ...,
        melds: tuple[Meld, ...] | Same = ...,
        flowers: tuple[Tile, ...] | Same = ...,
        discards: tuple[Discard, ...] | Same = ...,
        waits: frozenset[Tile] | Same | None = ...,
        locks: tuple[Lock, ...] | Same = ...,
        ready: str | Same | None = ...,
        ready_at: int | Same = ...,
        dead: str | Same | None = ...,
        won: int | Same = ...,
        tiles_drawn: int | Same = ...,
        special: object = ...,
    ) -> Player:
        """The same with other values in some of the fields."""
        return Player(
            self.concealed if concealed is ... else concealed,
            self.melds if melds is ... else melds,
            self.flowers if flowers is ... else flowers,
            self.discards if discards is ... else discards,
            self.waits if waits is ... else waits,
            self.locks if locks is ... else locks,
            self.ready if ready is ... else ready,
            self.ready_at if ready_at is ... else ready_at,
            self.dead if dead is ... else dead,
            self.won if won is ... else won,
            self.tiles_drawn if tiles_drawn is ... else tiles_drawn,
            self.special if special is ... else special,
        )

    def locked(self, kind: str) -> Lock | None:
        """The lock of this kind in force, a certain one rather than a possible one, or None."""
        possible = None
        for lock in self.locks:
            if lock.until is None and lock.kind == kind:
                if lock.certain:
                    return lock
                possible = possible or lock
        return possible
