"""More rounds on top of played ones."""

from __future__ import annotations

import pytest

from tournaments.seating.logic.constructions.continued import continued
from tournaments.seating.logic.replanning.added import added_rounds
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds


@pytest.mark.parametrize(("players", "before", "after"), [(24, 3, 2), (24, 6, 1), (56, 12, 2), (64, 6, 4), (100, 4, 6)])
def test_a_construction_goes_on_when_rounds_are_added(players, before, after):
    played = schedule_rounds(players, before, seed="before").rounds
    added = added_rounds(list(range(1, players + 1)), after, played, seed="after")
    assert (added.measures.rounds, added.measures.repeats) == (before + after, 0)
    assert added.measures.wind_excess <= players // 4
    _check_rounds(added.rounds, range(1, players + 1))


def test_rounds_of_nobodys_construction_are_searched_on():
    played = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    assert continued((played,), 2) is not None
    swapped = ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 12, 8, 16))
    assert continued((played, swapped), 2) is None
    added = added_rounds(list(range(1, 17)), 1, (played, swapped), seed="after")
    assert added.measures.repeats == 0


def _check_rounds(rounds, everybody):
    for round_ in rounds:
        assert check_schedule((round_,), everybody) == []
