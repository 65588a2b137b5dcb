"""Counting of a reading: cached fans of each view, and the non-repeat principle between them.

Every fan in force has one bit, the last row of the rulebook the lowest: most hands have later fans only, so the numbers
stay small and fast. A view earns an ``AwardShare``: the bits of its fans and an award for each. Equivalent views
(`equivalence`) have one cached share, so counting a reading takes a few look-ups and the resolution of its bits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from engine.reading.decompositions import Form
from engine.reading.suit_tables import NO_PAIR, PUNG, Codes
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
from engine.rules.mcr.features import CHOWS_ONLY, FIVE, OF_TILES, OUTSIDE, tile_kinds
from engine.rules.mcr.grouping import best_grouping
from engine.rules.mcr.patterns import Fan
from engine.scoring.patterns import Award, Occurrences
from engine.tiles.tile import Tile

CACHE_SIZE: Final = 1 << 16

VIEWS: Final = (TileKinds, Chows, Pungs, Shape, WinCircumstances, Wait, FanTally)
"""Views of a hand; a reading has a share of each, in this order."""

Shares = tuple["AwardShare", "AwardShare", "AwardShare", "AwardShare"]
"""Of tiles and shape, chows, pungs, and circumstances with the wait."""

CachedView = Shape | WinCircumstances | Wait | FanTally


@dataclass(slots=True, eq=False)
class AwardShare:
    bits: int
    fans: tuple[int, ...]
    """Bit of each fan."""
    awards: tuple[Award, ...]
    """One for each fan."""
    repeats: tuple[tuple[int, int], ...]
    """(bit, points beyond the first occurrence) of fans with several occurrences."""

    def __add__(self, other: AwardShare) -> AwardShare:
        """Share of two views together."""
        if not self.bits or not other.bits:
            return self if self.bits else other
        return AwardShare(
            self.bits | other.bits, self.fans + other.fans, self.awards + other.awards, self.repeats + other.repeats
        )


NOTHING: Final = AwardShare(0, (), (), ())


class Resolution(NamedTuple):
    """Fans that count: their bits, their points, and for each the index of its award in those of all shares."""

    bits: int
    points: int
    places: tuple[int, ...]


class Kept(dict[tuple[Any, ...], AwardShare]):
    """Shares by the arguments from which they are made, at the first look-up."""

    def __init__(self, make: Callable[..., AwardShare]) -> None:
        self._make = make

    def __missing__(self, arguments: tuple[Any, ...]) -> AwardShare:
        share = self[arguments] = self._make(*arguments)
        return share


class Counting:
    def __init__(self, rows: Sequence[Fan]) -> None:
        self.rows = tuple(rows)
        last = len(rows) - 1
        self.bit = {row.id: 1 << last - index for index, row in enumerate(rows)}
        self._values = {self.bit[row.id]: row.value for row in rows}
        self._of_view = {view: tuple(row for row in rows if row.view is view) for view in VIEWS}
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
        self._of_fields = {view: Kept(partial(self._share_of, view)) for view in VIEWS}
        self._of_features = Kept(self._share_of_features)
        self.tiles = Kept(self._share_of_tiles)
        """(features, form, fours and more fields of Shape) -> share of the kinds and the shape of a reading."""
        self.circumstances = Kept(self._share_of_circumstances)
        """(place of the wait for one kind, fields of WinCircumstances, sets that it names) -> share of both."""
        self.few_chows = Kept(lambda *firsts: self.chows(firsts, NO_PAIR))
        """Up to three chows, for which the pair does not matter."""
        self.single_pung = Kept(lambda code, *facts: self.pungs((code,), NO_PAIR, *facts))
        """(code, then as in `pungs`), for which the pair does not matter."""
        self._cached_chows: dict[Hashable, AwardShare] = {}
        self._cached_pungs: dict[Hashable, AwardShare] = {}
        self._excluded_by: dict[int, int] = {}
        self.resolutions: dict[int, Resolution] = {}
        """Bits of all shares of a reading -> its fans that count; `resolve` adds to it."""
        self.waits = tuple(self.share_of(Wait, place) for place in WaitPlace)
        self.chicken = self.share_of(FanTally, False)

    def mask(self, names: Iterable[str]) -> int:
        return sum(self.bit.get(name, 0) for name in set(names))

    def share(self, earned: Iterable[tuple[Fan, Occurrences]]) -> AwardShare:
        fans = []
        awards = []
        repeats = []
        for row, sets in earned:
            bit = self.bit[row.id]
            times = len(sets)
            fans.append(bit)
            awards.append(Award(row.id, row.value, times, row.clause, sets))
            if times > 1:
                repeats.append((bit, row.value * (times - 1)))
        return AwardShare(sum(fans), tuple(fans), tuple(awards), tuple(repeats)) if fans else NOTHING

    def share_of(self, view: type[CachedView], *fields: Any) -> AwardShare:
        """Share of a view with these fields, at which alone its conditions look; cached by them."""
        return self._of_fields[view][fields]

    def _share_of(self, view: type[Any], *fields: Any) -> AwardShare:
        facts = view(*fields)
        earned = []
        for row in self._of_view[view]:
            sets = row.when(facts)
            if sets:
                earned.append((row, sets))
        return self.share(earned)

    def _share_of_features(self, features: int, pairs: bool) -> AwardShare:
        return self._share_of(TileKinds, *tile_kinds(features, pairs))

    def _share_of_tiles(self, features: int, form: Form, *fields: Any) -> AwardShare:
        of_kinds = self._of_features[features & OF_TILES, form is Form.SEVEN_PAIRS]
        chows_only, outside, fives = features & CHOWS_ONLY > 0, features & OUTSIDE > 0, features & FIVE > 0
        return of_kinds + self.share_of(Shape, form, chows_only, outside, fives, *fields)

    def _share_of_circumstances(
        self,
        wait: int,
        how: tuple[bool, ...],
        melded_kongs: tuple[int, ...] = (),
        concealed_kongs: tuple[int, ...] = (),
        concealed_pungs: tuple[int, ...] = (),
    ) -> AwardShare:
        share = self.share_of(WinCircumstances, *how, melded_kongs, concealed_kongs) + self.waits[wait]
        if concealed_pungs:
            # No fan asks for both concealed pungs and something else.
            share += self.share_of(WinCircumstances, *[False] * len(how), (), (), concealed_pungs)
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
        chows = Chows(firsts, pair // 9 if pair < 27 and pair % 9 == 4 else -1)
        sets_of_fan: dict[str, list[tuple[int, ...]]] = {}
        rows = self._of_sets[Chows][chows.most]
        grouping = best_grouping(chows, rows)
        for row, sets in grouping:
            sets_of_fan.setdefault(row.id, []).append(sets)
        # Fans of more chows are earlier in the rulebook, as in a grouping.
        row_of = {row.id: row for row, _sets in grouping}
        return self.share([(row_of[name], tuple(sets)) for name, sets in sets_of_fan.items()])

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

    def resolve(self, bits: int, shares: Shares) -> Resolution:
        """Fans of these shares that count, ``bits`` being theirs together; added to ``resolutions``."""
        if len(self.resolutions) >= CACHE_SIZE:
            self.resolutions.clear()
        excluding = bits & self._excluding
        excluded = self._excluded_by.get(excluding)
        if excluded is None:
            excluded = self._excluded_by[excluding] = self._exclude(excluding)
        tiles, chows, pungs, circumstances = shares
        fans = tiles.fans + chows.fans + pungs.fans + circumstances.fans
        counted = bits & ~excluded
        in_order = sorted([fan for fan in fans if fan & counted], reverse=True)
        points = sum(map(self._values.__getitem__, in_order))
        resolution = self.resolutions[bits] = Resolution(counted, points, tuple(map(fans.index, in_order)))
        return resolution

    def _exclude(self, excluding: int) -> int:
        """Fans that these exclude, asked in rulebook order: an excluded fan excludes nothing (MCR-4.6, MCR-4.22)."""
        excluded = 0
        while excluding:
            bit = 1 << excluding.bit_length() - 1
            excluded |= self._excluded[bit]
            excluding &= ~excluded & (bit - 1)
        return excluded
