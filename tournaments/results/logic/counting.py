"""What a counting sheet is worth: the score of each seat, and table points where the scoring has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.exact import read_stored
from engine.match.scoring import GameResult, MatchScoring, plain, score_table

SCORE = "score"
TABLE_POINTS = "table_points"


@dataclass(frozen=True, slots=True)
class SeatOnSheet:
    """A line of a sheet: who, with how many raw points, and what an imported event published for the game."""

    player: int
    points: Fraction
    official: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Amount:
    """What one seat of a sheet adds to the ledger; `facts` explain a score (points, uma, place, shared)."""

    player: int
    unit: str
    amount: Fraction
    facts: Mapping[str, Any]


def games(
    seats: Sequence[SeatOnSheet],
    scoring: MatchScoring,
    *,
    leftover: int = 0,
    fines: Mapping[int, Fraction] | None = None,
    last: Collection[int] = (),
) -> list[GameResult]:
    """The game of each seat in the order given.

    `fines` by player, in raw points and negative, count only where the scoring has them before the places. The players
    `last` are behind all others, whatever their points (MCR-E16, RI-E13, RI-8.8).
    """
    counted = fines if fines and scoring.fines == "before" else {}
    before = [counted.get(seat.player, Fraction(0)) for seat in seats]
    behind = [at for at, seat in enumerate(seats) if seat.player in last]
    return score_table([seat.points for seat in seats], scoring, leftover, before, behind)


def amounts(
    seats: Sequence[SeatOnSheet],
    scoring: MatchScoring,
    *,
    leftover: int = 0,
    fines: Mapping[int, Fraction] | None = None,
    last: Collection[int] = (),
) -> list[Amount]:
    """What the sheet adds to the ledger, seat by seat: the score, then table points where the scoring has them.

    What an imported event published for a game stands where it differs.
    """
    found = []
    for seat, game in zip(seats, games(seats, scoring, leftover=leftover, fines=fines, last=last), strict=True):
        official = seat.official
        facts = {
            "points": plain(game.points - scoring.start_points),
            "uma": plain(game.uma),
            "place": official.get("place", game.place),
            "shared": game.shared,
        }
        found.append(Amount(seat.player, SCORE, read_stored(official.get(SCORE, game.score)), facts))
        if scoring.table_points:
            points = read_stored(official.get(TABLE_POINTS, game.table_points))
            found.append(Amount(seat.player, TABLE_POINTS, points, {}))
    return found
