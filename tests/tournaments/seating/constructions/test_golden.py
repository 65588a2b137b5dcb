"""Sizes whose table is known: what the generator must reach for them."""

from __future__ import annotations

import pytest

from tournaments.seating.logic import measures
from tournaments.seating.logic.bounds import KNOWN_BEST
from tournaments.seating.logic.constructions.templates import known_rounds, template
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds

GOLDEN = {
    # players, rounds: table visits too many (at most), lowest common (None: everybody meets)
    (16, 5): (3, None), (20, 5): (0, 15), (24, 7): (0, 21), (28, 9): (0, None), (32, 8): (0, 24), (32, 10): (0, 30),
    (36, 11): (0, 33), (40, 13): (0, None), (44, 14): (0, 42), (48, 15): (0, 45),
}  # fmt: skip


@pytest.mark.parametrize(("size", "expected"), GOLDEN.items(), ids=lambda value: "x".join(str(v) for v in value))
def test_golden_tables_have_no_repeat_and_even_winds(size, expected):
    m = schedule_rounds(*size, seed="golden").measured()
    assert (m.repeats, m.wind_excess, m.lowest_common, m.without_common) == (0, 0, expected[1], 0)
    assert m.repeated_tables <= expected[0]


def test_a_known_draw_stays_as_it_is():
    assert schedule_rounds(16, 5, seed="x").rounds[0] == ((3, 1, 6, 12), (8, 5, 11, 15), (9, 13, 2, 14), (7, 4, 16, 10))


REPEATS = {
    (16, 6): 24, (16, 8): 72, (20, 6): 6, (20, 8): 50, (20, 10): 110, (24, 8): 12, (24, 10): 84, (28, 10): 42,
    (36, 12): 18,
}  # fmt: skip


@pytest.mark.parametrize("size", REPEATS)
def test_beyond_the_feasible_rounds_repeats_are_as_few_as_known_and_never_third_before_second(size):
    players, rounds = size
    m = measures(template(players, rounds).rounds)
    assert m.repeats <= REPEATS[size]
    assert m.wind_excess == 0
    met = 6 * players // 4 * rounds
    second_would_do = met <= players * (players - 1)
    assert m.third_meetings == 0 if second_would_do else m.most_meetings <= -(-2 * met // (players * (players - 1)))


SECOND_VISITS = {(40, 10): 29} | dict.fromkeys(
    ((48, 12), (52, 16), (56, 14), (60, 15), (60, 16), (72, 15), (72, 16)), 0
)  # fmt: skip
"""Hardly more tables than rounds: how often somebody comes back to a table, at most."""
SHARED = {
    (48, 8): (11, 0), (52, 8): (9, 0), (64, 8): (7, 0), (64, 9): (9, 0), (64, 10): (12, 0), (100, 10): (6, 0),
    (136, 10): (4, 0), (208, 10): (2, 0), (400, 12): (0, 100),
}  # fmt: skip
"""Opponents that two who never meet share: the fewest, and pairs without any. Nobody comes back to a table."""
LONG = (
    (56, 18), (64, 17), (64, 21), (68, 21), (72, 23), (76, 25), (80, 20), (84, 27), (88, 29), (92, 28), (100, 33),
)  # fmt: skip
"""Cut from resolvable designs."""
TWELVE = [(players, min(12, (players - 1) // 3)) for players in (
    16, 24, 52, 56, 60, 64, 92, 120, 136, 152, 200, 204, 272, 328, 400,
)]  # fmt: skip
"""Every field gets twelve rounds or its limit."""


@pytest.mark.parametrize("size", sorted({*SECOND_VISITS, *SHARED, *LONG, *TWELVE}), ids=str)
def test_templates_have_no_repeat_and_even_winds(size):
    m = measures(template(*size).rounds)
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert m.repeated_tables <= SECOND_VISITS.get(size, 0 if size in SHARED else m.repeated_tables)
    common = (m.lowest_common, m.without_common)
    assert common == SHARED.get(size, common)


TEAMS = dict.fromkeys(((40, 8), (48, 11), (56, 13), (60, 14), (72, 15)), 0) | dict.fromkeys(
    (
        (16, 4), (20, 4), (24, 6), (28, 7), (28, 8), (32, 9), (36, 10), (40, 12), (44, 10), (52, 10), (64, 10),
        (100, 10),
    )
)  # fmt: skip
"""Table visits too many, where that is known: all rounds but one of the limit, and fewer."""


@pytest.mark.parametrize("size", TEAMS, ids=str)
def test_mates_in_teams_of_four_never_meet_and_nobody_meets_twice(size):
    teams = {player: (player - 1) // 4 for player in range(1, size[0] + 1)}
    m = schedule_rounds(*size, seed="golden", teams=teams).measured()
    assert (m.repeats, m.hard_breaks, m.wind_excess) == (0, 0, 0)
    assert TEAMS[size] in (None, m.repeated_tables)


FEWEST = {(8, 4): (24, 0), (12, 4): (18, 0), (12, 5): (30, 0), (12, 6): (45, 0), (12, 7): (60, 3)}
"""Repeats and third meetings at two and three tables, where second meetings cost no more."""


def test_stored_schedules_seat_everybody_and_repeat_as_little_as_counting_allows_no_pair_thrice_too_early():
    assert FEWEST.keys() <= known_rounds().keys()
    for (players, rounds), stored in known_rounds().items():
        assert (len(stored), check_schedule(stored, range(players))) == (rounds, [])
        m = measures(template(players, rounds).rounds)
        assert m.wind_excess == 0
        found = (m.repeats, m.third_meetings)
        third = max(0, 6 * players // 4 * rounds - players * (players - 1))
        least = (KNOWN_BEST.get((players, rounds), m.repeat_bound), third) if players >= 16 else found
        assert found == FEWEST.get((players, rounds), least), (players, rounds)


@pytest.mark.parametrize(("players", "most"), [(4, 6), (8, 4), (12, 3)])
def test_small_fields_share_the_repeats_evenly(players, most):
    m = measures(template(players, 6).rounds)
    assert m.repeats >= m.repeat_bound
    assert m.most_meetings <= most
