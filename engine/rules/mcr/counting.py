"""Counting a reading: fans of each view, kept once found, and the non-repeat principle between them.

Every fan in force has one bit, the first row of the rulebook the lowest. What a view earns is a ``Share``: the bits of
its fans and an award for each. Views repeat from hand to hand, so shares are kept; a reading then costs a few look-ups
and the resolution of its bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.reading.decompositions import Form
from engine.reading.suit_tables import PUNG
from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.conditions.kinds import Tiles
from engine.rules.mcr.conditions.manner import Manner, Place, Rest, Wait
from engine.rules.mcr.conditions.pungs import Pungs
from engine.rules.mcr.conditions.shape import Shape
from engine.rules.mcr.grouping import best_grouping
from engine.rules.mcr.patterns import Fan
from engine.scoring.patterns import Award, Occurrences

KEPT: Final = 1 << 16
"""How many shares of one view are kept."""


class Share(NamedTuple):
    """What one view of a reading earns before anything is excluded."""

    bits: int
    awards: tuple[tuple[int, Award], ...]
    """(bit, award) in the order of the rulebook."""
    repeats: tuple[tuple[int, int], ...]
    """(bit, points beyond the first time) of fans that are there more than once."""


NOTHING: Final = Share(0, (), ())


class Resolution(NamedTuple):
    """Which of the fans that are there count, and their points when each counts once."""

    counted: int
    points: int


class Counting:
    """The fans in force, ready to count readings."""

    def __init__(self, rows: Sequence[Fan]) -> None:
        self.rows = tuple(rows)
        self.bit = {row.id: 1 << index for index, row in enumerate(rows)}
        self.row = {1 << index: row for index, row in enumerate(rows)}
        self._excludes = {self.bit[row.id]: self.mask(row.excludes) for row in rows}
        self._of_view = {
            view: tuple(row for row in rows if row.view is view)
            for view in (Tiles, Chows, Pungs, Shape, Manner, Wait, Rest)
        }
        # One store for each view: the methods below are wrapped here so that a store belongs to its rows.
        self.tiles = lru_cache(KEPT)(self._tiles)
        self.chows = lru_cache(KEPT)(self._chows)
        self.pungs = lru_cache(KEPT)(self._pungs)
        self.sets = lru_cache(KEPT)(self._sets)
        self.manner = lru_cache(KEPT)(self._manner)
        self.resolve = lru_cache(KEPT)(self._resolve)
        self.waits = tuple(self.wait(place) for place in Place)

    def mask(self, names: Iterable[str]) -> int:
        """The bits of the fans in force among these."""
        return sum(self.bit.get(name, 0) for name in set(names))

    def share(self, found: Iterable[tuple[Fan, Occurrences]]) -> Share:
        """What was found, as a share."""
        bits = 0
        awards = []
        repeats = []
        for row, sets in found:
            if sets:
                bit = self.bit[row.id]
                bits |= bit
                awards.append((bit, Award(row.id, row.value, len(sets), row.clause, sets)))
                if len(sets) > 1:
                    repeats.append((bit, row.value * (len(sets) - 1)))
        return Share(bits, tuple(awards), tuple(repeats)) if bits else NOTHING

    def _tiles(
        self, ranks: int, suits: int, winds: bool, dragons: bool, green: bool, reversible: bool, pairs: bool
    ) -> Share:
        view = Tiles(ranks, suits, winds, dragons, green, reversible, pairs)
        return self.share((row, row.when(view)) for row in self._of_view[Tiles])

    def _chows(self, firsts: tuple[int, ...], fives: int) -> Share:
        """The best grouping of the chows (MCR-4.11)."""
        found: dict[str, list[tuple[int, ...]]] = {}
        rows = self._of_view[Chows]
        for row, sets in best_grouping(Chows(firsts, fives), rows):
            found.setdefault(row.id, []).append(sets)
        return self.share((row, tuple(found.get(row.id, ()))) for row in rows)

    def _pungs(self, codes: tuple[int, ...], pair: int, prevalent: int, seat: int, absorbed: int, first: int) -> Share:
        """Fans of pungs, given by their codes; what a fan excludes on its own sets is left out (MCR-4.23)."""
        view = Pungs(tuple(code - PUNG for code in codes), pair, prevalent, seat, absorbed, first)
        found: list[tuple[Fan, Occurrences]] = []
        taken: dict[str, set[int]] = {}
        for row in self._of_view[Pungs]:
            sets = tuple(item for item in row.when(view) if not taken.get(row.id, set()).intersection(item))
            if sets:
                found.append((row, sets))
                for name in row.own:
                    taken.setdefault(name, set()).update(*sets)
        return self.share(found)

    def shape(self, view: Shape) -> Share:
        """What the form earns, any form."""
        return self.share((row, row.when(view)) for row in self._of_view[Shape])

    def _sets(self, chows_only: bool, outside: bool, fives: bool, fours: int, nine_gates: bool) -> Share:
        """What the form of four sets and a pair earns."""
        return self.shape(Shape(Form.STANDARD, chows_only, outside, fives, fours, nine_gates))

    def _manner(
        self,
        self_draw: bool,
        closed: bool,
        all_exposed: bool,
        robbed: bool,
        last_tile: bool,
        replacement: bool,
        last_copy: bool,
        melded_kongs: int,
        concealed_kongs: int,
        concealed_pungs: int,
    ) -> Share:
        view = Manner(
            self_draw,
            closed,
            all_exposed,
            robbed,
            last_tile,
            replacement,
            last_copy,
            melded_kongs,
            concealed_kongs,
            concealed_pungs,
        )
        return self.share((row, row.when(view)) for row in self._of_view[Manner])

    def wait(self, place: Place) -> Share:
        """The wait fan of a hand that waited for one kind."""
        return self.share((row, row.when(Wait(place))) for row in self._of_view[Wait])

    def rest(self, counted: bool, flowers: int) -> Share:
        """Chicken Hand and flowers."""
        return self.share((row, row.when(Rest(counted, flowers))) for row in self._of_view[Rest])

    def _resolve(self, bits: int) -> Resolution:
        """Take the fans in the order of the rulebook; each removes what it excludes (MCR-4.6, MCR-4.22).

        The order settles chains: a fan that does not count excludes nothing.
        """
        counted = points = 0
        while bits:
            bit = bits & -bits
            counted |= bit
            points += self.row[bit].value
            bits &= ~(bit | self._excludes[bit])
        return Resolution(counted, points)
