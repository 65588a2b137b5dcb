"""Charts as coordinates, in units of their drawings; a table beside each shows the same values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.text.numbers import format_signed

STEP = 44
LINE, BARS = 96, 84
EDGE = 14
"""Room above the highest and below the lowest mark, for its label."""


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    label: str
    label_y: float
    below: bool


@dataclass(frozen=True)
class RoundsChart:
    width: int
    points: str
    marks: tuple[tuple[int, float, int, int], ...]
    """(x, y, place, round) of each round in the line of places."""
    bars: tuple[Bar, ...]
    zero: float
    line_height: int = LINE
    bars_height: int = BARS


def find_quarter(place: int, of: int) -> int:
    """Return the quarter of the field in which a place lies, 1 for the best, 4 for the last; 0 without a place.

    >>> [find_quarter(place, 8) for place in (1, 2, 3, 8, 0)]
    [1, 1, 2, 4, 0]
    """
    return min(4, -(-4 * place // max(of, 1)))


def draw_rounds_chart(rounds: Sequence[tuple[int, int, Fraction | None]], of: int) -> RoundsChart:
    """Draw (round, place after it, score in it) in order.

    >>> drawn = draw_rounds_chart([(1, 4, Fraction(10)), (2, 1, Fraction(-20))], 4)
    >>> drawn.points, [bar.label for bar in drawn.bars]
    ('22,82 66,14', ['+10', '−20'])
    """
    marks = tuple(
        (index * STEP + STEP // 2, round(_compute_height(place, of, LINE - 2 * EDGE) + EDGE, 1), place, number)
        for index, (number, place, _score) in enumerate(rounds)
        if place
    )
    scores = [score for _number, _place, score in rounds]
    most = max((score for score in scores if score is not None and score > 0), default=Fraction(0))
    least = min((score for score in scores if score is not None and score < 0), default=Fraction(0))
    span = float(most - least) or 1.0
    scale = (BARS - 2 * EDGE) / span
    zero = round(EDGE + float(most) * scale, 1)
    bars = tuple(
        _draw_bar(index * STEP + STEP / 2 - 11, 22, score, zero, scale)
        for index, score in enumerate(scores)
        if score is not None
    )
    return RoundsChart(len(rounds) * STEP, " ".join(f"{x:g},{y:g}" for x, y, *_place in marks), marks, bars, zero)


@dataclass(frozen=True)
class MemberBars:
    width: int
    height: int
    zero: float
    bars: tuple[Bar, ...]


def draw_member_bars(teams: Sequence[Sequence[Fraction | None]], *, height: int = 28) -> list[MemberBars]:
    """Return a drawing per team from its members' values, in one scale; a member without a value leaves a gap.

    >>> [drawn] = draw_member_bars([[Fraction(30), None, Fraction(-10)]], height=40)
    >>> drawn.zero, [(bar.x, bar.y, bar.height, bar.below) for bar in drawn.bars]
    (30.0, [(0, 0.0, 30.0, False), (28, 30.0, 10.0, True)])
    """
    scores = [value for team in teams for value in team if value is not None]
    most, least = max(scores, default=Fraction(0)), min(scores, default=Fraction(0))
    top, bottom = max(most, Fraction(0)), min(least, Fraction(0))
    scale = height / (float(top - bottom) or 1.0)
    zero = round(float(top) * scale, 1)
    return [
        MemberBars(
            max(1, len(team)) * 14 - 2,
            height,
            zero,
            tuple(
                _draw_bar(index * 14, 12, value, zero, scale) for index, value in enumerate(team) if value is not None
            ),
        )
        for team in teams
    ]


def _draw_bar(x: float, width: float, score: Fraction, zero: float, scale: float) -> Bar:
    top, height = zero - max(0.0, float(score)) * scale, max(1.0, abs(float(score)) * scale)
    label_y = zero - float(score) * scale + (11 if score < 0 else -4)
    return Bar(x, round(top, 1), width, round(height, 1), format_signed(score), round(label_y, 1), score < 0)


def _compute_height(place: int, of: int, room: float) -> float:
    return round((place - 1) / max(1, of - 1) * room, 1)
