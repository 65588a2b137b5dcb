"""Places within categories: the rank among a category's members by the overall order, shared places included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CategoryPlace:
    number: int
    name: str
    place: int
    shared: bool


def compute_places_within(members: Mapping[int, int]) -> dict[int, tuple[int, bool]]:
    """Return member -> place within the category and whether it is shared, from overall places; 0 is none.

    >>> compute_places_within({1: 2, 2: 5, 3: 5, 4: 9, 5: 0})
    {1: (1, False), 2: (2, True), 3: (2, True), 4: (4, False)}
    """
    counts = Counter(place for place in members.values() if place)
    first, places = 1, {}
    for place in sorted(counts):
        places[place] = (first, counts[place] > 1)
        first += counts[place]
    return {key: places[place] for key, place in members.items() if place}


def compute_category_places(
    categories: Mapping[int, str], players: Iterable[tuple[int, int, Iterable[int]]]
) -> dict[int, tuple[CategoryPlace, ...]]:
    """Return player -> places within the categories (number -> name), from keys, overall places and memberships."""
    rows = [(key, place, frozenset(held)) for key, place, held in players]
    within = {
        number: compute_places_within({key: place for key, place, held in rows if number in held})
        for number in categories
    }
    return {
        key: tuple(
            CategoryPlace(number, name, *within[number][key])
            for number, name in categories.items()
            if key in within[number]
        )
        for key, _place, _held in rows
    }
