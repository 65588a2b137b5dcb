"""A proof of a Swiss round: what it states holds for every seating that there is."""

from __future__ import annotations

import math
import time
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating import Constraints, SeatingError
from tournaments.seating.proof.odd_sets import Charges, bound_by, broken_sets, tighten
from tournaments.seating.proof.partition import pairs_of
from tournaments.seating.proof.prove import cost_of, prove
from tournaments.seating.swiss.rounds import best_winds, by_standings, prices_of, swiss, wind_counts
from tournaments.seating.swiss.table_costs import TableCosts


def partitions(people):
    """Every way to divide the people into tables of four."""
    if not people:
        yield ()
        return
    first, rest = people[0], people[1:]
    for three in combinations(rest, 3):
        for others in partitions([player for player in rest if player not in three]):
            yield ((first, *three), *others)


def cheapest_by_hand(prices, played):
    """The least cost of all seatings, by looking at every one of them, each table in its best winds."""
    counts = wind_counts(played)
    own = {}
    for table in combinations(prices.people, 4):
        own[table] = cost_of(prices, (best_winds(table, counts),)).total
    return min(sum(own[table] for table in tables) for tables in partitions(prices.people))


def an_event(players, rounds, number):
    """(order, played): the standings after some rounds, all by chance, so that no change of a search changes them."""
    chance = np.random.default_rng(number)
    played = ()
    for _ in range(rounds):
        played = (*played, by_standings([int(i) + 1 for i in chance.permutation(players)], played=played))
    return [int(i) + 1 for i in chance.permutation(players)], played


WISHES = [
    Constraints(),
    Constraints(forbidden=frozenset({(1, 2), (3, 4), (5, 6)})),
    Constraints(countries={1: "FRA", 2: "FRA", 3: "FRA", 4: "FRA", 5: "ITA", 6: "ITA"}, wished=frozenset({(7, 8)})),
    Constraints(teams=dict.fromkeys(range(1, 6), "one team of five that must meet")),
]


@pytest.mark.parametrize("wishes", WISHES, ids=["none", "forbidden", "countries", "unavoidable"])
@pytest.mark.parametrize(("players", "rounds"), [(8, 2), (8, 5), (12, 3)])
def test_the_best_of_a_small_field_is_the_best_of_all_its_seatings(players, rounds, wishes):
    order, played = an_event(players, rounds, 7)
    prices = prices_of(order, played, setting="balanced", constraints=wishes)
    proof = prove(prices, by_standings(order, played=played))
    assert proof.bound == proof.best.total == cheapest_by_hand(prices, played)
    assert proof.best_is_optimal


@settings(max_examples=15)
@given(
    st.integers(0, 10_000),
    st.sampled_from([8, 12, 16, 20]),
    st.integers(0, 6),
    st.sampled_from(["fresh", "balanced", "close"]),
    st.booleans(),
)
def test_no_seating_is_cheaper_than_the_bounds(number, players, rounds, setting, in_brackets):
    order, played = an_event(players, rounds, number)
    brackets = [order[:6], order[6:]] if in_brackets else None
    prices = prices_of(order, played, setting=setting, brackets=brackets)
    drawn = swiss(order, played, seed="draw", setting=setting, brackets=brackets, steps=20)
    proof = prove(prices, drawn.round)
    assert proof.drawn.total == drawn.cost
    assert proof.shown <= proof.bound <= proof.best.total <= proof.drawn.total
    assert bound_by(TableCosts(prices), proof.charges, proof.best.total) == proof.shown
    chance = np.random.default_rng(number)
    for _ in range(20):
        people = [order[i] for i in chance.permutation(players)]
        assert cost_of(prices, by_standings(people, played=played)).total >= proof.bound


def test_a_better_seating_seats_everybody_once_with_the_best_winds():
    order, played = an_event(32, 5, 3)
    prices = prices_of(order, played)
    proof = prove(prices, by_standings(order, "snake", played=played))
    assert proof.status == "better"
    assert sorted(player for table in proof.better for player in table) == sorted(order)
    assert cost_of(prices, proof.better) == proof.best
    counts = wind_counts(played)
    for table in proof.better:
        assert cost_of(prices, (table,)).winds == cost_of(prices, (best_winds(table, counts),)).winds


def test_the_best_seating_is_called_optimal():
    order, played = an_event(24, 4, 1)
    prices = prices_of(order, played)
    best = prove(prices, by_standings(order, played=played)).better
    again = prove(prices, best)
    assert (again.status, again.better, again.bound) == ("optimal", None, again.drawn.total)


def test_uneven_winds_of_the_seats_count_as_they_are():
    order, played = an_event(16, 3, 2)
    prices = prices_of(order, played)
    best = prove(prices, by_standings(order, played=played)).better
    worst = tuple(max(permutations(table), key=lambda t: cost_of(prices, (t,)).winds) for table in best)
    assert cost_of(prices, worst).winds > cost_of(prices, best).winds
    proof = prove(prices, worst)
    assert (proof.status, proof.best.total) == ("better", cost_of(prices, best).total)


def test_a_better_seating_keeps_fixed_tables():
    order, played = an_event(16, 2, 5)
    wishes = Constraints(fixed_tables={order[0]: 4, order[9]: 2})
    prices = prices_of(order, played, constraints=wishes)
    proof = prove(prices, by_standings(order, "snake", played=played), fixed_tables=wishes.fixed_tables)
    assert order[0] in proof.better[3]
    assert order[9] in proof.better[1]


def test_without_time_the_charges_still_prove_a_bound():
    order, played = an_event(32, 6, 4)
    prices = prices_of(order, played)
    drawn = by_standings(order, "snake", played=played)
    proof = prove(prices, drawn, seconds=0)
    assert proof.status == "bounded"
    assert proof.bound >= proof.shown > 0


def test_a_cancelled_proof_states_what_is_known():
    order, played = an_event(40, 7, 4)
    prices = prices_of(order, played)
    shares = []

    def progress(share):
        shares.append(share)
        return False

    proof = prove(prices, by_standings(order, "snake", played=played), progress=progress)
    assert len(shares) == 1
    assert proof.status == "bounded"
    assert proof.bound >= proof.shown


def test_a_proof_is_cancelled_while_the_solver_searches():
    order, played = an_event(96, 7, 2)
    prices = prices_of(order, played)
    asked = []

    def progress(share):
        asked.append(share)
        return len(asked) < 3

    began = time.monotonic()
    proof = prove(prices, by_standings(order, "snake", played=played), progress=progress)
    assert len(asked) == 3
    assert time.monotonic() - began < 30
    assert proof.shown <= proof.bound <= proof.best.total


def test_one_table_is_the_best_there_is():
    order, played = an_event(4, 2, 1)
    proof = prove(prices_of(order, played), by_standings(order, played=played))
    assert (proof.status, proof.bound) == ("optimal", proof.drawn.total)


def test_other_charges_never_show_too_much():
    order, played = an_event(16, 4, 6)
    prices = prices_of(order, played)
    costs = TableCosts(prices)
    cost = prove(prices, by_standings(order, played=played)).best.total
    chance = np.random.default_rng(1)
    shown = [
        bound_by(costs, [Charges(chance.integers(-100, 900, 16).astype(float), (), np.zeros(0))], cost)
        for _ in range(20)
    ]
    assert max(shown) < cost


def some_tables(costs, best):
    """All tables with their costs, and which of them are the seating's."""
    every = np.array(list(combinations(range(costs.players), 4)))
    own = {tuple(table) for table in best}
    return every, costs.of(every), np.array([tuple(table) in own for table in every.tolist()])


def test_odd_sets_show_more_than_charges_alone():
    """Three players who sit by twos at three half tables: no whole seating can do that."""
    order, played = an_event(24, 5, 9)
    prices = prices_of(order, played, setting="close")
    costs = TableCosts(prices)
    proof = prove(prices, by_standings(order, "snake", played=played))
    index = {player: i for i, player in enumerate(prices.people)}
    best = [sorted(index[player] for player in table) for table in proof.better]
    tight = tighten(costs, *some_tables(costs, best), ends=math.inf, watch=lambda: True)
    assert tight.charges.sets
    alone = bound_by(costs, proof.charges[:1], math.inf)
    both = bound_by(costs, (proof.charges[0], tight.charges), proof.best.total)
    assert alone < both <= proof.best.total == 1326


def test_a_broken_set_has_more_pairs_together_than_any_seating_could():
    """Twelve players by halves of six tables: 0, 1, 2 sit by twos at three of them, and so do 9, 10, 11."""
    tables = np.array([[0, 1, 3, 4], [0, 2, 5, 6], [1, 2, 7, 8], [3, 4, 9, 10], [5, 6, 9, 11], [7, 8, 10, 11]])
    halves = np.full(6, 0.5)
    found = broken_sets(tables, halves, 12, np.random.default_rng(1))
    assert (0, 1, 2) in found
    assert all(halves @ pairs_of(members, tables, 12) > len(members) // 2 for members in found)
    assert broken_sets(tables, np.ones(6), 12, np.random.default_rng(1)) == []


def test_other_people_are_no_seating_of_the_round():
    order, played = an_event(8, 1, 1)
    prices = prices_of(order, played)
    with pytest.raises(SeatingError, match="Other players are seated here than were drawn"):
        prove(prices, by_standings([*order[:7], 99]))


@given(st.integers(0, 1000), st.floats(-50, 300), st.sampled_from([8, 12, 16]))
@settings(max_examples=25)
def test_all_tables_below_a_limit_are_found(number, limit, players):
    order, played = an_event(players, 3, number % 5)
    costs = TableCosts(prices_of(order, played, setting="close"))
    every = np.array(list(combinations(range(players), 4)))
    chance = np.random.default_rng(number)
    charges = chance.integers(-100, 400, players).astype(float)
    own = costs.of(every)
    left = own - charges[every].sum(axis=1)
    wanted = {tuple(table) for table in every[left < limit].tolist()}
    below = costs.below(charges, limit)
    assert below.complete
    assert {tuple(table) for table in below.tables.tolist()} == wanted
    assert below.remains.tolist() == sorted(left[left < limit].tolist())


def test_only_so_many_tables_are_kept_the_least_first():
    order, played = an_event(16, 3, 1)
    costs = TableCosts(prices_of(order, played, setting="close"))
    charges = np.full(16, 100.0)
    all_of_them = costs.below(charges, 1000.0)
    few = costs.below(charges, 1000.0, most=7)
    assert (all_of_them.complete, few.complete) == (True, False)
    assert few.remains.tolist() == all_of_them.remains[:7].tolist()
