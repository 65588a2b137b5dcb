"""Seeding by ratings: the order of players in a Swiss round, and pots in the first of rounds drawn together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Self

SITE: Final = "site"
SEASON: Final = "season/"
POTS: Final = 4
SEEDED: Final = '"seeding": {'

Ratings = Mapping[int, int]
"""Player -> rating in hundredths."""
NO_RATINGS: Final[Ratings] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seeding:
    """Ratings at the time of a draw. `source`: `SITE`, or `SEASON` and a short name. `system`: formula of ratings."""

    source: str
    system: str
    ratings: Ratings

    def limit_to(self, players: Iterable[int]) -> Self:
        numbers = set(players)
        rated = {number: rating for number, rating in self.ratings.items() if number in numbers}
        return replace(self, ratings=rated)

    def as_dict(self) -> dict[str, Any]:
        ratings = {str(number): rating for number, rating in sorted(self.ratings.items())}
        return {"source": self.source, "system": self.system, "hundredths": ratings}

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        ratings = {int(number): int(rating) for number, rating in value["hundredths"].items()}
        return cls(str(value["source"]), str(value["system"]), ratings)


def get_ratings(seeding: Seeding | None) -> Ratings:
    return NO_RATINGS if seeding is None else seeding.ratings


def order_by_rating(players: Iterable[int], ratings: Ratings) -> list[int]:
    """Return the players best first, then those without a rating; equal ones by number.

    >>> order_by_rating([1, 2, 3, 4], {2: -150, 4: 300})
    [4, 2, 1, 3]
    """
    return sorted(players, key=lambda player: (player not in ratings, -ratings.get(player, 0), player))


def is_in_order(order: Sequence[int], ratings: Ratings) -> bool:
    # Up to three at the end may have joined to fill a table.
    return any(list(order[:end]) == order_by_rating(order[:end], ratings) for end in range(len(order), -1, -1)[:POTS])


def group_into_pots(players: Iterable[int], ratings: Ratings, tables: int) -> dict[int, int]:
    """Return each player's pot: 0 for the best, as many as tables; who sits out belongs to the last."""
    order = order_by_rating(players, ratings)
    return {player: min(POTS - 1, position // tables) for position, player in enumerate(order)}
