"""Coming rounds on top of played ones, from where they were planned."""

from __future__ import annotations

import pytest

from tournaments.seating.logic import SeatingError
from tournaments.seating.logic.replanning.coming_rounds import rounds_added_to
from tournaments.seating.logic.scheduling import schedule_rounds


def test_the_search_keeps_the_planned_tables_where_nothing_changed():
    schedule = schedule_rounds(40, 8, seed="calm")
    rounds, _ = rounds_added_to(
        schedule.rounds[:4],
        [range(1, 41)] * 4,
        seed="x",
        planned=schedule.rounds[4:],
        table_numbers=schedule.table_numbers[4:],
    )
    assert [{frozenset(t) for t in r} for r in rounds] == [{frozenset(t) for t in r} for r in schedule.rounds[4:]]


def test_a_round_whose_players_do_not_fill_tables_is_named():
    with pytest.raises(SeatingError, match="Coming round 1 has 5 players"):
        rounds_added_to((), [[1, 2, 3, 4, 5]], seed="x")
