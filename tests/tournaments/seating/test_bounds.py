"""What the theory allows, and that impossible wishes are called so."""

from __future__ import annotations

from tournaments.seating import feasibility, generate, group_bound, repeat_bound, rounds_without_repeat


def test_limits_by_counting_and_by_the_known_exceptions():
    assert [rounds_without_repeat(n) for n in (8, 12, 16, 20, 24, 28, 32, 40, 400)] == [1, 1, 5, 5, 7, 9, 10, 13, 133]


def test_bounds_of_repeats():
    assert [repeat_bound(n, r) for n, r in ((16, 6), (20, 8), (24, 10), (28, 12), (8, 2), (12, 2))] == [
        24,
        50,
        84,
        126,
        4,
        3,
    ]


def test_group_bound_spreads_a_group_evenly():
    assert [group_bound(4, 5, 3), group_bound(6, 5, 3), group_bound(22, 16, 8)] == [0, 3, 48]


def test_twenty_players_in_six_rounds_are_reported_as_impossible():
    assert str(feasibility(20, 6)) == (
        "20 players cannot play 6 rounds without a repeat although counting would allow it: the design (4-RGDD of "
        "type 2^10) is proven not to exist; the best known has 6 repeats."
    )
    assert generate(20, 6, seed="olga").remarks == (feasibility(20, 6),)


def test_too_many_rounds_are_reported_with_the_bound():
    assert str(feasibility(16, 6)) == (
        "16 players cannot play 6 rounds without a repeat; the limit is 5, and at least 24 repeats are needed."
    )


def test_feasible_rounds_carry_no_note():
    assert str(feasibility(64, 10)) == "64 players can play 10 rounds without a repeat; the limit is 21."
    assert generate(64, 10, seed="olga").notes == ()
