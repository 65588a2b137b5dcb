"""Counting of a reading: cached fans of each view, and the non-repeat principle between them.

Every fan in force has one bit, the last row of the rulebook the lowest: most hands have later fans only, so the numbers
stay small and fast. A view earns an ``AwardShare``: the bits of its fans and an award for each. Equivalent views
(`equivalence`) have one cached share, so counting a reading takes a few look-ups and the resolution of its bits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

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
)
from engine.rules.mcr.equivalence import chow_key, pung_key
from engine.rules.mcr.grouping import best_grouping
from engine.rules.mcr.patterns import Fan
from engine.scoring.patterns import Award, Occurrences
from engine.tiles.tile import Tile

CACHE_SIZE: Final = 1 << 16

VIEWS: Final = (TileKinds, Chows, Pungs, Shape, WinCircumstances, Wait, FanTally)
"""Views of a hand; a reading has a share of each, in this order."""

CachedView = TileKinds | Shape | WinCircumstances | Wait | FanTally


@dataclass(frozen=True, slots=True)
class AwardShare:
    bits: int
    awards: tuple[Award, ...]
    """One for each bit, in rulebook order."""
    repeats: tuple[tuple[int, int], ...]
    """(bit, points beyond the first occurrence) of fans with several occurrences."""


NOTHING: Final = AwardShare(0, (), ())


class Resolution(NamedTuple):
    """Bits of the fans that count, their points, and for each the index of its view in VIEWS and of its award there."""

    bits: int
    points: int
    places: tuple[tuple[int, int], ...]


class RankedFan(NamedTuple):
    value: int
    view: int
    """Index in VIEWS."""
    before: int
    """Bits of the fans of the same view that come earlier."""


class Counting:
    def __init__(self, rows: Sequence[Fan]) -> None:
        self.rows = tuple(rows)
        last = len(rows) - 1
        self.bit = {row.id: 1 << last - index for index, row in enumerate(rows)}
        self._of_view = {view: tuple(row for row in rows if row.view is view) for view in VIEWS}
        self._ranked = {
            self.bit[row.id]: RankedFan(row.value, VIEWS.index(view), self.mask(fan.id for fan in fans[:index]))
            for view, fans in self._of_view.items()
            for index, row in enumerate(fans)
        }
        self._excluded = {
            bit: self.mask(row.excludes) & (bit - 1) for row in rows if (bit := self.bit[row.id]) and row.excludes
        }
        """Bit of a fan -> those of later fans that it excludes."""
        self._excluding = sum(self._excluded)
        self._of_sets = {
            view: [tuple(row for row in self._of_view[view] if row.least <= number) for number in range(5)]
            for view in (Chows, Pungs)
        }
        """View -> number of its sets -> rows that so many can earn."""
        self._cached_views: dict[type[object], dict[tuple[Any, ...], AwardShare]] = {view: {} for view in VIEWS}
        self._cached_chows: dict[Hashable, AwardShare] = {}
        self._cached_pungs: dict[Hashable, AwardShare] = {}
        self._cached_resolutions: dict[int, Resolution] = {}
        self.waits = tuple(self.share_of(Wait, place) for place in WaitPlace)
        self.chicken = self.share_of(FanTally, False)

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

    def share_of(self, view: type[CachedView], *fields: Any) -> AwardShare:
        """Share of a view with these fields, at which alone its conditions look; cached by them."""
        cached = self._cached_views[view]
        share = cached.get(fields)
        if share is None:
            facts = view(*fields)
            share = cached[fields] = self.share((row, row.when(facts)) for row in self._of_view[view])
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
        rows = self._of_sets[Chows][len(firsts)]
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
        for row in self._of_sets[Pungs][len(codes)]:
            sets = row.when(view)
            if sets and row.id in used_sets:
                sets = tuple([item for item in sets if not used_sets[row.id].intersection(item)])
            if sets:
                earned.append((row, sets))
                for name in row.excludes_on_sets:
                    used_sets.setdefault(name, set()).update(*sets)
        return self.share(earned)

    def resolve(self, bits: int) -> Resolution:
        """Apply exclusions in rulebook order: an excluded fan excludes nothing (MCR-4.6, MCR-4.22). Cached."""
        resolution = self._cached_resolutions.get(bits)
        if resolution is None:
            if len(self._cached_resolutions) >= CACHE_SIZE:
                self._cached_resolutions.clear()
            resolution = self._cached_resolutions[bits] = self._resolve(bits)
        return resolution

    def _resolve(self, bits: int) -> Resolution:
        counted = bits
        excluding = bits & self._excluding
        while excluding:
            bit = 1 << excluding.bit_length() - 1
            counted &= ~self._excluded[bit]
            excluding &= counted & (bit - 1)
        points = 0
        places = []
        remaining = counted
        while remaining:
            bit = 1 << remaining.bit_length() - 1
            remaining ^= bit
            value, view, before = self._ranked[bit]
            points += value
            places.append((view, (bits & before).bit_count()))
        return Resolution(counted, points, tuple(places))
