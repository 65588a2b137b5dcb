from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.match.scoring import MatchScoring
from engine.tiles.seats import Wind

TimeRule = Literal["finish_hand", "one_more", "warn_one_more", "stop_at_bell"]
"""Hand in play when time is up: finished, followed by one more (``warn_``: announced), or void (MCR-10.19, RI-2.13)."""


class HandPlace(NamedTuple):
    """Dealer's seat and prevalent wind of a hand, as far as its number determines them."""

    dealer: int | None = None
    wind: Wind | None = None


def first_hand_only(number: int) -> HandPlace:
    return HandPlace(0, Wind.EAST) if number == 1 else HandPlace()


def same_seats(prevalent: Wind) -> tuple[int, int, int, int]:
    return (0, 1, 2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlan:
    scoring: MatchScoring = field(default_factory=lambda: MatchScoring(fines="before"))

    ranking: tuple[str, ...] = ("total",)
    """Metrics that rank the players, most important first: keys of ``tournaments.standings.logic.metrics``."""

    minutes: int | None = None
    """Usual length; None if the event sets it."""

    appeal_minutes: int | None = None
    """Time for an appeal after the session; None if the event sets it."""

    time_rule: TimeRule = "finish_hand"

    prevalent_winds: int = 4
    """Prevalent winds of a match, from East on; 1 where the wind does not change."""

    hand_place: Callable[[int], HandPlace] = first_hand_only
    """Number of a hand, from 1 -> its dealer and wind as far as the number determines them."""

    seats: Callable[[Wind], tuple[int, int, int, int]] = same_seats
    """Prevalent wind -> player at each seat, numbered by the seats of the first hand."""
