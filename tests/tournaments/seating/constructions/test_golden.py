"""Sizes whose table is known: what the generator must reach for them."""

from __future__ import annotations

import pytest

from tournaments.seating.logic import measures
from tournaments.seating.logic.bounds import KNOWN_BEST
from tournaments.seating.logic.constructions.templates import known_rounds, template
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds

GOLDEN = {
    # players, rounds: repeats, table visits too many (at most), lowest common (None: everybody meets)
    (16, 5): (0, 3, None),
    (20, 5): (0, 0, 15),
    (24, 7): (0, 0, 21),
    (28, 9): (0, 0, None),
    (32, 8): (0, 0, 24),
    (32, 10): (0, 0, 30),
    (36, 11): (0, 0, 33),
    (40, 13): (0, 0, None),
    (44, 14): (0, 0, 42),
    (48, 15): (0, 0, 45),
}


@pytest.mark.parametrize(("size", "expected"), GOLDEN.items(), ids=lambda value: "x".join(str(v) for v in value))
def test_golden_tables_have_no_repeat_and_even_winds(size, expected):
    players, rounds = size
    repeats, visits, common = expected
    m = schedule_rounds(players, rounds, seed="golden").measured()
    assert (m.repeats, m.wind_excess, m.lowest_common, m.without_common) == (repeats, 0, common, 0)
    assert m.repeated_tables <= visits


def test_sixteen_players_in_five_rounds_all_meet_once():
    schedule = schedule_rounds(16, 5, seed="golden")
    assert schedule.measured().pairs_met_again == 0
    assert schedule.measured().lowest_common is None
    assert schedule.details["template"]["method"] == "rotation"


def test_a_known_draw_stays_as_it_is():
    assert schedule_rounds(16, 5, seed="x").rounds[0] == ((3, 1, 6, 12), (8, 5, 11, 15), (9, 13, 2, 14), (7, 4, 16, 10))


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        (16, 6, 24),
        (16, 8, 72),
        (20, 6, 6),
        (20, 8, 50),
        (20, 10, 110),
        (24, 8, 12),
        (24, 10, 84),
        (28, 10, 42),
        (36, 12, 18),
    ],
)
def test_beyond_the_feasible_rounds_repeats_are_as_few_as_known_and_never_third_before_second(players, rounds, repeats):
    m = measures(template(players, rounds).rounds)
    assert m.repeats <= repeats
    assert m.wind_excess == 0
    met = 6 * players // 4 * rounds
    second_would_do = met <= players * (players - 1)
    assert m.third_meetings == 0 if second_would_do else m.most_meetings <= -(-2 * met // (players * (players - 1)))


@pytest.mark.parametrize(
    ("players", "rounds", "visits"),
    [(40, 10, 29), (48, 12, 0), (52, 16, 0), (56, 14, 0), (60, 15, 0), (60, 16, 0), (72, 15, 0), (72, 16, 0)],
)
def test_fields_with_hardly_more_tables_than_rounds_have_no_repeat_and_few_second_visits(players, rounds, visits):
    m = measures(template(players, rounds).rounds)
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert m.repeated_tables <= visits


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(56, 18), (64, 17), (64, 21), (68, 21), (72, 23), (76, 25), (80, 20), (84, 27), (88, 29), (92, 28), (100, 33)],
)
def test_long_schedules_are_cut_from_resolvable_designs_and_have_no_repeat(players, rounds):
    m = measures(template(players, rounds).rounds)
    assert (m.repeats, m.wind_excess) == (0, 0)


@pytest.mark.parametrize(
    ("players", "rounds", "lowest", "without"),
    [
        (48, 8, 11, 0),
        (52, 8, 9, 0),
        (64, 8, 7, 0),
        (64, 9, 9, 0),
        (64, 10, 12, 0),
        (100, 10, 6, 0),
        (136, 10, 4, 0),
        (208, 10, 2, 0),
        (400, 12, 0, 100),
    ],
)
def test_players_who_never_meet_share_opponents_in_the_first_answer_already(players, rounds, lowest, without):
    m = measures(template(players, rounds).rounds)
    assert (m.repeats, m.wind_excess, m.repeated_tables) == (0, 0, 0)
    assert (m.lowest_common, m.without_common) == (lowest, without)


@pytest.mark.parametrize(("players", "rounds"), [(40, 8), (48, 11), (56, 13), (60, 14), (72, 15)])
def test_teams_of_four_stay_apart_and_see_no_table_twice(players, rounds):
    teams = {player: (player - 1) // 4 for player in range(1, players + 1)}
    m = schedule_rounds(players, rounds, seed="golden", teams=teams).measured()
    assert (m.repeats, m.hard_breaks, m.wind_excess, m.repeated_tables) == (0, 0, 0, 0)


@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (24, 6), (28, 8), (32, 9), (36, 10), (40, 12)])
def test_teams_of_four_play_all_rounds_but_one_of_the_limit_without_a_repeat(players, rounds):
    teams = {player: (player - 1) // 4 for player in range(1, players + 1)}
    m = schedule_rounds(players, rounds, seed="golden", teams=teams).measured()
    assert (m.repeats, m.hard_breaks, m.wind_excess) == (0, 0, 0)


@pytest.mark.parametrize(
    "size", sorted(size for size in known_rounds() if size[0] >= 16), ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_stored_schedules_seat_everybody_and_repeat_as_little_as_counting_allows_no_pair_thrice_too_early(size):
    players, rounds = size
    stored = known_rounds()[size]
    assert len(stored) == rounds
    assert check_schedule(stored, range(players)) == []
    m = measures(template(players, rounds).rounds)
    assert m.wind_excess == 0
    assert m.repeats == KNOWN_BEST.get(size, m.repeat_bound)
    assert m.third_meetings == max(0, 6 * players // 4 * rounds - players * (players - 1))


def test_stored_schedules_of_two_and_three_tables_have_no_third_meeting_while_second_ones_cost_no_more():
    fewest = {(8, 4): (24, 0), (12, 4): (18, 0), (12, 5): (30, 0), (12, 6): (45, 0), (12, 7): (60, 3)}
    for (players, rounds), stored in known_rounds().items():
        if players < 16:
            assert check_schedule(stored, range(players)) == []
            m = measures(template(players, rounds).rounds)
            assert m.wind_excess == 0
            assert (m.repeats, m.third_meetings) == fewest.get((players, rounds), (m.repeats, m.third_meetings))
    assert fewest.keys() <= known_rounds().keys()


@pytest.mark.parametrize("players", [8, 12, 4])
def test_small_fields_share_the_repeats_evenly(players):
    m = measures(template(players, 6).rounds)
    assert m.repeats >= m.repeat_bound
    assert m.most_meetings <= {4: 6, 8: 4, 12: 3}[players]


@pytest.mark.parametrize("players", [16, 24, 52, 56, 60, 64, 92, 120, 136, 152, 200, 204, 272, 328, 400])
def test_every_field_gets_twelve_rounds_or_its_limit_without_a_repeat(players):
    rounds = min(12, (players - 1) // 3)
    m = measures(template(players, rounds).rounds)
    assert (m.repeats, m.wind_excess) == (0, 0)
