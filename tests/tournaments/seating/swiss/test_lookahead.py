"""Looking ahead in a Swiss event: winds at its end, opponents for its last rounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating.logic.draws import RankedInputs
from tournaments.seating.logic.measures import measures
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.swiss.lookahead import fresh_round, is_fresh, is_tight, leaves_a_fresh_round, wind_prices
from tournaments.seating.logic.swiss.rounds import by_standings, swiss, wind_excess
from tournaments.seating.logic.weights import END_PRICE, LEAN_PRICE, WIND_PRICE


def _free(players, rounds):
    free = ~np.eye(players, dtype=bool)
    for round_ in rounds:
        for table in round_:
            at = np.array(table) - 1
            free[at[:, None], at[None, :]] = False
    return free


def _rows(round_):
    return np.array(round_) - 1


def test_a_wind_is_dear_where_it_leaves_the_end_uneven():
    winds = np.array([[1.0, 1.0, 1.0, 0.0]])
    # Of eight games, four are left after this one: everything can still be mended, the rarest is only preferred.
    assert wind_prices(winds, 5).tolist() == [[LEAN_PRICE, LEAN_PRICE, LEAN_PRICE, 0.0]]
    # The last of four: a second East is one too many, and the North that is missing one too few.
    both = 2 * END_PRICE + LEAN_PRICE
    assert wind_prices(winds, 1).tolist() == [[both, both, both, 0.0]]
    # Nobody knows when it ends: each game above the rarest.
    assert wind_prices(winds, None).tolist() == [[WIND_PRICE, WIND_PRICE, WIND_PRICE, 0.0]]


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.integers(1, 12))
def test_somebody_s_rarest_wind_is_never_dear(winds, left):
    prices = wind_prices(np.array([winds], dtype=float), left)[0]
    assert prices[winds.index(min(winds))] == 0
    assert min(prices) == 0


def test_the_last_round_of_a_full_schedule_is_found_where_only_one_is_left():
    rounds = schedule_rounds(16, 5, seed="a").rounds
    found = fresh_round(_free(16, rounds[:4]))
    assert found is not None
    assert sorted(map(sorted, found.tolist())) == sorted(sorted(table) for table in _rows(rounds[4]).tolist())
    assert fresh_round(_free(16, rounds)) is None


def test_who_leaves_a_fresh_round_is_told_before_it_is_drawn():
    rounds = schedule_rounds(16, 5, seed="a").rounds
    free = _free(16, rounds[:3])
    assert is_fresh(free, _rows(rounds[3]))
    assert leaves_a_fresh_round(free, _rows(rounds[3]))
    assert not is_fresh(free, _rows(rounds[2]))
    assert not leaves_a_fresh_round(free, _rows(by_standings([1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16])))


@pytest.mark.parametrize(("players", "rounds", "tight"), [(16, 3, True), (32, 7, True), (64, 8, False), (64, 11, True)])
def test_an_event_is_tight_once_everybody_meets_half_the_field(players, rounds, tight):
    assert is_tight(players, rounds) == tight


def _event(players, rounds, told, steps):
    """Chance results; the same for both ways."""
    chance = np.random.default_rng(players + rounds)
    points = np.zeros(players)
    played = ()
    for k in range(rounds):
        order = [int(i) + 1 for i in np.lexsort((np.arange(players), -points))]
        inputs = RankedInputs("swiss", tuple(order), played, "fresh", rounds=rounds if told else None)
        played = (*played, *swiss(inputs, str(k), steps=steps).rounds)
        points += chance.choice([0, 1, 2, 4], players)
    return played


def test_who_knows_the_number_of_rounds_keeps_opponents_for_the_last():
    """Counted in steps, so always the same: 32 players and 7 rounds, each meets 21 of 31 others."""
    assert measures(_event(32, 7, True, 100)).repeats < measures(_event(32, 7, False, 100)).repeats


def test_winds_that_may_be_mended_later_are_even_at_the_end():
    assert wind_excess(_event(32, 4, True, 100)) <= 0.5 * 32
