"""Sizes whose table is known: what the generator must reach for them."""

import tomllib
from pathlib import Path

import pytest

from tests.support.release import in_full
from tests.support.rows import rows_of
from tournaments.seating.logic import measure_rounds
from tournaments.seating.logic.bounds import KNOWN_BEST
from tournaments.seating.logic.constructions.templates import choose_template, read_known_rounds
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds

rows = rows_of(__file__)
SIZES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def some(name):
    """Rows of a table, every third, or all of them in a release."""
    return SIZES[name]["rows"][:: 1 if in_full() else 3]


@rows
def test_golden_tables_have_no_repeat_and_even_winds(players, rounds, visits, lowest):
    m = schedule_rounds(players, rounds, seed="golden").measure()
    found = (m.repeats, m.wind_excess, -1 if m.lowest_common is None else m.lowest_common, m.without_common)
    assert found == (0, 0, lowest, 0)
    assert m.repeated_tables <= visits


def test_a_known_draw_stays_as_it_is():
    assert schedule_rounds(16, 5, seed="x").rounds[0] == ((3, 1, 6, 12), (8, 5, 11, 15), (9, 13, 2, 14), (7, 4, 16, 10))


@rows
def test_beyond_the_feasible_rounds_repeats_are_as_few_as_known_and_never_third_before_second(players, rounds, repeats):
    m = measure_rounds(choose_template(players, rounds).rounds)
    assert m.repeats <= repeats
    assert m.wind_excess == 0
    met = 6 * players // 4 * rounds
    second_would_do = met <= players * (players - 1)
    assert m.third_meetings == 0 if second_would_do else m.most_meetings <= -(-2 * met // (players * (players - 1)))


@pytest.mark.parametrize(("players", "rounds", "visits", "lowest", "without"), some("templates"))
def test_templates_have_no_repeat_and_even_winds(players, rounds, visits, lowest, without):
    m = measure_rounds(choose_template(players, rounds).rounds)
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert visits == -1 or m.repeated_tables <= visits
    assert lowest == -1 or (m.lowest_common, m.without_common) == (lowest, without)


@pytest.mark.parametrize(("players", "rounds", "visits"), some("teams"))
def test_mates_in_teams_of_four_never_meet_and_nobody_meets_twice(players, rounds, visits):
    teams = {player: (player - 1) // 4 for player in range(1, players + 1)}
    m = schedule_rounds(players, rounds, seed="golden", teams=teams).measure()
    assert (m.repeats, m.hard_breaks, m.wind_excess) == (0, 0, 0)
    assert visits in (-1, m.repeated_tables)


FEWEST = {(8, 4): (24, 0), (12, 4): (18, 0), (12, 5): (30, 0), (12, 6): (45, 0), (12, 7): (60, 3)}
"""Repeats and third meetings at two and three tables, where second meetings cost no more."""


def test_stored_schedules_seat_everybody_and_repeat_as_little_as_counting_allows_no_pair_thrice_too_early():
    assert FEWEST.keys() <= read_known_rounds().keys()
    for (players, rounds), stored in read_known_rounds().items():
        assert (len(stored), check_schedule(stored, range(players))) == (rounds, [])
        m = measure_rounds(choose_template(players, rounds).rounds)
        assert m.wind_excess == 0
        found = (m.repeats, m.third_meetings)
        third = max(0, 6 * players // 4 * rounds - players * (players - 1))
        least = (KNOWN_BEST.get((players, rounds), m.repeat_bound), third) if players >= 16 else found
        assert found == FEWEST.get((players, rounds), least), (players, rounds)


@pytest.mark.parametrize(("players", "most"), [(4, 6), (8, 4), (12, 3)])
def test_small_fields_share_the_repeats_evenly(players, most):
    m = measure_rounds(choose_template(players, 6).rounds)
    assert m.repeats >= m.repeat_bound
    assert m.most_meetings <= most
