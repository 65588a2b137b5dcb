"""Result columns follow the scoring of the event in every game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.match.scoring import MatchScoring
from tournaments.results.queries.result_columns import of_results, of_rounds

BY_PLACE = (Fraction(4), Fraction(2), Fraction(1), Fraction(0))
UMA = (Fraction(15), Fraction(5), Fraction(-5), Fraction(-15))


@pytest.mark.parametrize(
    ("scoring", "results", "rounds"),
    [
        (MatchScoring(), ["Score"], ["Score"]),
        (MatchScoring(table_points=BY_PLACE), ["Table points"], ["Table points", "Points"]),
        (MatchScoring(uma=UMA), ["Score"], ["Score"]),
        (MatchScoring(divisor=1000, return_points=30000), ["Score"], ["Score"]),
        (
            MatchScoring(table_points=BY_PLACE, uma=UMA),
            ["Score", "Table points"],
            ["Table points", "Score"],
        ),
    ],
    ids=["points alone", "table points", "uma", "in thousands", "both"],
)
def test_columns_follow_the_scoring(scoring, results, rounds):
    assert [str(column.heading) for column in of_results(scoring)] == results
    assert [str(column.heading) for column in of_rounds(scoring)] == rounds
