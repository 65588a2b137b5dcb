"""Inputs of draws, cuts, papers and files, compared with those of today."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Whose = tuple[int | None, str, int | None]
"""Number of a player or code of a team, and the category of the place; None for the place among all."""


Name = int | str
"""Number of a player or code of a team."""


class UsedPlace(NamedTuple):
    """A place that was used. `group`: bracket of players taken for equal; `facts`: digest of what else was used."""

    place: int
    player: int | None = None
    team: str = ""
    category: int | None = None
    group: int | None = None
    facts: str = ""

    @property
    def whose(self) -> Whose:
        return self.player, self.team, self.category

    @property
    def name(self) -> Name:
        return self.team or self.player or 0


@dataclass(frozen=True, slots=True)
class MovedPlace:
    """Place that differs: then and today; None for no place."""

    whose: Whose
    then: int | None
    today: int | None


def list_moved(then: Iterable[UsedPlace], today: Iterable[UsedPlace]) -> tuple[MovedPlace, ...]:
    """Return the places that differ, and those of which other facts differ, in the order of today.

    >>> list_moved([UsedPlace(1, 7), UsedPlace(2, 8)], [UsedPlace(1, 8), UsedPlace(2, 7)])[0]
    MovedPlace(whose=(8, '', None), then=2, today=1)
    """
    before = {used.whose: used for used in then}
    after = {used.whose: used for used in today}
    differences = []
    for whose in dict.fromkeys([*after, *before]):
        was, now = before.get(whose), after.get(whose)
        if was != now:
            places = (None if used is None else used.place for used in (was, now))
            differences.append(MovedPlace(whose, *places))
    return tuple(differences)


def list_reordered(then: Sequence[UsedPlace], today: Sequence[UsedPlace]) -> tuple[MovedPlace, ...]:
    """Return the differing positions of those in both orders, else their differing groups.

    >>> list_reordered([UsedPlace(1, 7), UsedPlace(2, 8), UsedPlace(3, 9)], [UsedPlace(1, 7), UsedPlace(2, 9)])
    ()
    """
    both = {used.whose for used in then} & {used.whose for used in today}
    before, after = ([used for used in order if used.whose in both] for order in (then, today))
    position = {used.whose: place for place, used in enumerate(after, 1)}
    if changed := [
        MovedPlace(used.whose, place, position[used.whose])
        for place, used in enumerate(before, 1)
        if position[used.whose] != place
    ]:
        return tuple(changed)
    groups = (
        {used.whose: group for used, group in zip(order, _number_groups(order), strict=True)}
        for order in (before, after)
    )
    was, now = groups
    return tuple(
        MovedPlace(used.whose, was[used.whose], now[used.whose])
        for used in before
        if was[used.whose] != now[used.whose]
    )


def _number_groups(order: Sequence[UsedPlace]) -> list[int]:
    numbers: dict[int | None, int] = {}
    return [numbers.setdefault(used.group, len(numbers) + 1) for used in order]


@dataclass(frozen=True, slots=True)
class Qualification:
    clear: tuple[Name, ...]
    tied: tuple[Name, ...]
    free: int
    missed: tuple[Name, ...]

    @property
    def may(self) -> frozenset[Name]:
        return frozenset((*self.clear, *self.tied))


def compute_line(field: Sequence[tuple[int, Name]], wanted: int) -> Qualification:
    """Return the line after the first `wanted` of (place, key), best first.

    >>> compute_line([(1, 5), (2, 6), (2, 7), (4, 8)], 2)
    Qualification(clear=(5,), tied=(6, 7), free=1, missed=(8,))
    """
    if len(field) <= wanted:
        return Qualification(tuple(key for _place, key in field), (), 0, ())
    place = field[wanted - 1][0] if wanted else 0
    clear = tuple(key for position, key in field if position < place)
    tied = tuple(key for position, key in field if position == place)
    missed = tuple(key for position, key in field if position > place)
    free = wanted - len(clear)
    return (
        Qualification((*clear, *tied), (), 0, missed) if len(tied) == free else Qualification(clear, tied, free, missed)
    )


@dataclass(frozen=True, slots=True)
class CutDifference:
    """Changes of a cut by the standings of today; `free` of the `tied` would qualify."""

    comes: tuple[Name, ...]
    goes: tuple[Name, ...]
    moved: tuple[MovedPlace, ...]
    tied: tuple[Name, ...] = ()
    free: int = 0


def compare_cut(
    then: Sequence[UsedPlace], today: Sequence[UsedPlace], wanted: int, through: Mapping[Name, int]
) -> CutDifference | None:
    """Compare the field of a cut with today's; `through`: qualified -> place then. None: the same would qualify."""
    before, now = (compute_line([(used.place, used.name) for used in field], wanted) for field in (then, today))
    was, places = _map_places(then, before.may), _map_places(today, now.may)
    if (frozenset(before.clear), frozenset(before.tied), was) == (frozenset(now.clear), frozenset(now.tied), places):
        return None
    if not now.tied and places == dict(through):
        return None
    comes = tuple(key for key in (*now.clear, *now.tied) if key not in through)
    goes = tuple(key for key in through if key not in now.may)
    whose = {used.name: used.whose for used in today}
    stay = tuple(MovedPlace(whose[key], place, places[key]) for key, place in through.items() if key in places)
    return CutDifference(comes, goes, tuple(moved for moved in stay if moved.then != moved.today), now.tied, now.free)


def _map_places(field: Iterable[UsedPlace], those: Collection[Name]) -> dict[Name, int]:
    return {used.name: used.place for used in field if used.name in those}
