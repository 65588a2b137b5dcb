from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.match.declared import DeclarationError, DeclaredHand, DeclaredWin, HandStart, settle_hand
from engine.match.scoring import MatchScoring, score_table
from engine.match.sheet_rules import SheetRules
from engine.tiles.seats import SEATS, Seat


class LastWin(NamedTuple):
    source: Seat | None
    value_index: int
    gain: int
    points: tuple[int, ...]


Ways = Mapping[Seat | None, Sequence[LastWin]]
"""Possible wins by discarder (None for a self-draw), in ascending order of value."""


def winning_ways(rules: SheetRules, points: Sequence[int], start: HandStart, seat: Seat) -> Ways:
    """List every way to win the hand alone, with final points by seat; `points` are those before it."""
    return {
        source: tuple(_wins_from(rules, points, start, seat, source)) for source in (None, *SEATS) if source != seat
    }


def _wins_from(
    rules: SheetRules, points: Sequence[int], start: HandStart, seat: Seat, source: Seat | None
) -> Iterator[LastWin]:  # fmt: skip
    for index, rung in enumerate(rules.win_values):
        try:
            paid = settle_hand(rules.settle, DeclaredHand((DeclaredWin(seat, source, rung.value),)), start)
        except DeclarationError:
            continue  # Impossible value for this win, such as 20 fu from a discard.
        final = tuple(before + moved for before, moved in zip(points, paid.deltas, strict=True))
        yield LastWin(source, index, paid.deltas[seat], final)


def cheapest_win(wins: Sequence[LastWin], good: Callable[[Sequence[int]], bool]) -> LastWin | None:
    """First win that meets the goal, None if none does. `good` must hold for a larger win if it does for a smaller."""
    if not wins or not good(wins[-1].points):
        return None
    low, high = -1, len(wins) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(wins[middle].points) else (middle, high)
    return wins[high]


def worst_place(points: Sequence[int], seat: Seat, scoring: MatchScoring) -> int:
    """Place of the seat with these final points; a tie counts as the last place of the tied group.

    >>> worst_place([8, 8, -8, -8], 0, MatchScoring.from_dict({}))
    2
    """
    results = score_table(points, scoring)
    seat_standing = results[seat]
    return seat_standing.place + (sum(standing.place == seat_standing.place for standing in results) - 1)
