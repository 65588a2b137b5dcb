from __future__ import annotations

from dataclasses import dataclass

from engine.match.scoring import MatchScoring
from tournaments.core.text.sentences import translate_text
from tournaments.results.text import RESULT_COLUMNS


@dataclass(frozen=True)
class ResultColumn:
    """A column: `unit` is its name in a `ResultRow` and in a `Game`, `title` a key of its heading."""

    unit: str
    title: str
    signed: bool = False

    @property
    def heading(self) -> str:
        return translate_text(RESULT_COLUMNS[self.title])


TABLE_POINTS = ResultColumn("table_points", "table_points")
SCORE = ResultColumn("score", "score", signed=True)
POINTS = ResultColumn("score", "points", signed=True)


def list_result_columns(scoring: MatchScoring) -> tuple[ResultColumn, ...]:
    """Return the columns after the points of the sheet; the last is the first ranking criterion.

    >>> from fractions import Fraction
    >>> [column.unit for column in list_result_columns(MatchScoring(table_points=(Fraction(4), Fraction(2))))]
    ['table_points']
    """
    if not scoring.table_points:
        return (SCORE,)
    return (SCORE, TABLE_POINTS) if _has_own_score(scoring) else (TABLE_POINTS,)


def list_round_columns(scoring: MatchScoring) -> tuple[ResultColumn, ...]:
    """Return the columns of a round, without the points of the sheet."""
    if not scoring.table_points:
        return (SCORE,)
    return TABLE_POINTS, SCORE if _has_own_score(scoring) else POINTS


def _has_own_score(scoring: MatchScoring) -> bool:
    added = any(scoring.uma) or scoring.oka or scoring.leftover != "lost"
    return bool(added or scoring.divisor != 1 or scoring.return_points)
