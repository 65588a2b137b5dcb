"""Counting of a reading: cached fans of each view, and the non-repeat principle between them.

Every fan in force has one bit, the last row of the rulebook the lowest: most hands have later fans only, so the numbers
stay small and fast. A view earns a ``Share``: the bits of its fans and an award for each. Equivalent views
(`equivalence`) share one cached ``Share``, so counting a reading takes a few look-ups and the resolution of its bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.reading.decompositions import Form
from engine.reading.suit_tables import PUNG, Codes
from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.conditions.kinds import TileKinds
from engine.rules.mcr.conditions.pungs import Pungs
from engine.rules.mcr.conditions.shape import Shape
from engine.rules.mcr.conditions.win_circumstances import (
    FanTally,
    Wait,
    WaitPlace,
    WinCircumstances,
    unpack_circumstances,
)
from engine.rules.mcr.equivalence import chow_key, pung_key
from engine.rules.mcr.grouping import best_grouping
from engine.rules.mcr.patterns import Fan
from engine.scoring.patterns import Award, Occurrences
from engine.tiles.tile import Tile

CACHE_SIZE: Final = 1 << 16


VIEWS: Final = (TileKinds, Chows, Pungs, Shape, WinCircumstances, Wait, FanTally)
"""Views of a hand; a reading has a share of each, in this order."""


@dataclass(frozen=True, slots=True)
class AwardShare:
    bits: int
    awards: tuple[Award, ...]
    """One for each bit, in rulebook order."""
    repeats: tuple[tuple[int, int], ...]
    """(bit, points beyond the first occurrence) of fans with several occurrences."""


NOTHING: Final = AwardShare(0, (), ())


@dataclass(frozen=True, slots=True)
class Resolution:
    bits: int
    points: int
    rows: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    """Place of each award: index of its view in VIEWS, and its index in that view's share."""


class Counting:
    def __init__(self, rows: Sequence[Fan]) -> None:
        self.rows = tuple(rows)
        last = len(rows) - 1
        self.bit = {row.id: 1 << last - index for index, row in enumerate(rows)}
        self.view = [VIEWS.index(row.view) for row in rows]
        everything = (1 << len(rows)) - 1
        self._beside = {
            self.bit[row.id]: (row.value, everything & ~(self.bit[row.id] | self.mask(row.excludes))) for row in rows
        }
        """Bit of a fan -> its value, and the bits not excluded by it."""
        self._of_view = {view: tuple(row for row in rows if row.view is view) for view in VIEWS}
        self._cached_tiles: dict[int, AwardShare] = {}
        self._cached_chows: dict[int, AwardShare] = {}
        self._cached_pungs: dict[int, AwardShare] = {}
        self._cached_sets: dict[int, AwardShare] = {}
        self._cached_circumstances: dict[int, AwardShare] = {}
        self._cached_shapes: dict[Shape, AwardShare] = {}
        self._cached_tally: dict[tuple[bool, int], AwardShare] = {}
        self._cached_resolutions: dict[int, Resolution] = {}
        self.waits = tuple(self.wait(place) for place in WaitPlace)

    def mask(self, names: Iterable[str]) -> int:
        return sum(self.bit.get(name, 0) for name in set(names))

    def share(self, earned: Iterable[tuple[Fan, Occurrences]]) -> AwardShare:
        bits = 0
        awards = []
        repeats = []
        for row, sets in earned:
            if sets:
                bit = self.bit[row.id]
                bits |= bit
                awards.append(Award(row.id, row.value, len(sets), row.clause, sets))
                if len(sets) > 1:
                    repeats.append((bit, row.value * (len(sets) - 1)))
        return AwardShare(bits, tuple(awards), tuple(repeats)) if bits else NOTHING

    def tiles(
        self, ranks: int, suits: int, winds: bool, dragons: bool, green: bool, reversible: bool, pairs: bool
    ) -> AwardShare:
        key = ranks | suits << 9 | winds << 11 | dragons << 12 | green << 13 | reversible << 14 | pairs << 15
        share = self._cached_tiles.get(key)
        if share is None:
            view = TileKinds(ranks, suits, winds, dragons, green, reversible, pairs)
            share = self.share((row, row.when(view)) for row in self._of_view[TileKinds])
            self._cached_tiles[key] = share
        return share

    def chows(self, firsts: Codes, pair: Tile) -> AwardShare:
        """Share of the best grouping of the chows (MCR-4.11), first kinds ascending; cached."""
        if len(firsts) < 2:
            return NOTHING
        key = chow_key(firsts, pair)
        share = self._cached_chows.get(key)
        if share is None:
            share = self._cached_chows[key] = self.group_chows(firsts, pair)
        return share

    def group_chows(self, firsts: Codes, pair: Tile) -> AwardShare:
        sets_of_fan: dict[str, list[tuple[int, ...]]] = {}
        rows = self._of_view[Chows]
        fives = pair // 9 if pair < 27 and pair % 9 == 4 else -1
        for row, sets in best_grouping(Chows(firsts, fives), rows):
            sets_of_fan.setdefault(row.id, []).append(sets)
        return self.share([(row, tuple(sets_of_fan[row.id])) for row in rows if row.id in sets_of_fan])

    def pungs(self, codes: Codes, pair: Tile, prevalent: Tile, seat: Tile, absorbed: int, first: int) -> AwardShare:
        """Share of the pungs, given by their codes; ``first`` is the index of the first one. Cached."""
        if not codes:
            return NOTHING
        key = pung_key(codes, pair, prevalent, seat, absorbed, first)
        share = self._cached_pungs.get(key)
        if share is None:
            share = self._cached_pungs[key] = self.count_pungs(codes, pair, prevalent, seat, absorbed, first)
        return share

    def count_pungs(
        self, codes: Codes, pair: Tile, prevalent: Tile, seat: Tile, absorbed: int, first: int
    ) -> AwardShare:
        view = Pungs(tuple([code - PUNG for code in codes]), pair, prevalent, seat, absorbed, first)
        earned: list[tuple[Fan, Occurrences]] = []
        used_sets: dict[str, set[int]] = {}
        for row in self._of_view[Pungs]:
            sets = row.when(view)
            if sets and row.id in used_sets:
                sets = tuple([item for item in sets if not used_sets[row.id].intersection(item)])
            if sets:
                earned.append((row, sets))
                for name in row.excludes_on_sets:
                    used_sets.setdefault(name, set()).update(*sets)
        return self.share(earned)

    def shape(self, view: Shape) -> AwardShare:
        share = self._cached_shapes.get(view)
        if share is None:
            share = self._cached_shapes[view] = self.share((row, row.when(view)) for row in self._of_view[Shape])
        return share

    def sets(self, chows_only: bool, outside: bool, fives: bool, fours: int, nine_gates: bool) -> AwardShare:
        key = chows_only | outside << 1 | fives << 2 | nine_gates << 3 | fours << 4
        share = self._cached_sets.get(key)
        if share is None:
            share = self.shape(Shape(Form.STANDARD, chows_only, outside, fives, fours, nine_gates))
            self._cached_sets[key] = share
        return share

    def circumstances(self, packed: int) -> AwardShare:
        share = self._cached_circumstances.get(packed)
        if share is None:
            view = unpack_circumstances(packed)
            share = self.share((row, row.when(view)) for row in self._of_view[WinCircumstances])
            self._cached_circumstances[packed] = share
        return share

    def wait(self, place: WaitPlace) -> AwardShare:
        return self.share((row, row.when(Wait(place))) for row in self._of_view[Wait])

    def tally(self, counted: bool, flowers: int) -> AwardShare:
        share = self._cached_tally.get((counted, flowers))
        if share is None:
            view = FanTally(counted, flowers)
            share = self.share((row, row.when(view)) for row in self._of_view[FanTally])
            self._cached_tally[counted, flowers] = share
        return share

    def resolve(self, bits: int) -> Resolution:
        """Apply exclusions in rulebook order: an excluded fan excludes nothing (MCR-4.6, MCR-4.22). Cached."""
        resolution = self._cached_resolutions.get(bits)
        if resolution is None:
            if len(self._cached_resolutions) >= CACHE_SIZE:
                self._cached_resolutions.clear()
            resolution = self._cached_resolutions[bits] = self._resolve(bits)
        return resolution

    def _resolve(self, bits: int) -> Resolution:
        counted = points = 0
        rows, places = [], []
        # Number of fans passed in each view, including those that do not count.
        passed = [0] * len(VIEWS)
        remaining = allowed = bits
        while remaining:
            place = remaining.bit_length() - 1
            bit = 1 << place
            remaining ^= bit
            row = len(self.rows) - 1 - place
            view = self.view[row]
            if allowed & bit:
                counted |= bit
                rows.append(row)
                places.append((view, passed[view]))
                value, beside = self._beside[bit]
                points += value
                allowed &= beside
            passed[view] += 1
        return Resolution(counted, points, tuple(rows), tuple(places))
