"""Bounds from theory, and detection of impossible constraints."""

from __future__ import annotations

from tests.support.rows import rows_of
from tournaments.seating.logic import feasibility, group_bound, repeat_bound, rounds_without_repeat
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import explain_measures

rows = rows_of(__file__)


def test_limits_by_counting_and_by_the_known_exceptions():
    assert [rounds_without_repeat(n) for n in (8, 12, 16, 20, 24, 28, 32, 40, 400)] == [1, 1, 5, 5, 7, 9, 10, 13, 133]
    sizes = ((16, 6), (20, 8), (24, 10), (28, 12), (8, 2), (12, 2))
    assert [repeat_bound(*size) for size in sizes] == [24, 50, 84, 126, 4, 3]
    assert [group_bound(4, 5, 3), group_bound(6, 5, 3), group_bound(22, 16, 8)] == [0, 3, 48]


def test_rounds_that_cannot_be_without_a_repeat_are_reported():
    proven = (
        "20 players cannot play 6 rounds without a repeat although counting would allow it: the design (4-RGDD of "
        "type 2^10) is proven not to exist; the best known has 6 repeats."
    )
    assert [str(feasibility(*size)) for size in ((20, 6), (16, 6), (64, 10))] == [
        proven,
        "16 players cannot play 6 rounds without a repeat; the limit is 5, and at least 24 repeats are needed.",
        "64 players can play 10 rounds without a repeat; the limit is 21.",
    ]
    notes = [schedule_rounds(*size, seed="olga").details["notes"] for size in ((20, 6), (64, 10))]
    assert notes == [[proven], []]


@rows
def test_second_visits_that_nobody_can_avoid_are_called_so(size, sentence):
    visits = str(explain_measures(schedule_rounds(*size, seed="olga").measured())[-1])
    assert visits == sentence.format("somebody comes back to a table more often than needed")
