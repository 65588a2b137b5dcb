"""Fields, four flights, rotation tables, tables and winds."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.release import in_full
from tournaments.seating.logic import measure_rounds
from tournaments.seating.logic.constructions import flights, rotation
from tournaments.seating.logic.constructions.fields import (
    AbelianGroup,
    build_additive_group,
    build_cyclic_group,
    build_multiplication_table,
    find_prime_power,
)
from tournaments.seating.logic.random_stream import Noise, shuffle
from tournaments.seating.logic.table_assignment import assign_columns, spread
from tournaments.seating.logic.winds import balance_winds, repair_winds


def test_multiplication_makes_a_field_of_every_prime_power_and_of_nothing_else():
    powers = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37]
    assert [q for q in range(2, 40) if find_prime_power(q)] == powers
    for q in (*powers, 49):
        product, total = build_multiplication_table(q), build_additive_group(q).addition
        assert all(sorted(row) == list(range(q)) for row in product[1:].tolist())
        assert np.array_equal(product, product.T)
        for a in range(q):
            assert np.array_equal(product[a][total], total[product[a][:, None], product[a][None, :]])
    with pytest.raises(ValueError):
        build_multiplication_table(6)


@pytest.mark.parametrize("tables", [5, 7, 8, 9, 11, 13, 16, 25])
@pytest.mark.parametrize("mates_apart", [False, True])
def test_field_designs_reach_all_rounds_without_repeat_or_second_visit(tables, mates_apart):
    built = flights.find_field_design(tables, tables - mates_apart, mates_apart=mates_apart)
    assert flights.is_design(*built, mates_apart=mates_apart)
    m = measure_rounds(flights.build_rounds(*built))
    assert (m.repeats, m.repeated_tables) == (0, 0)


def test_designs_over_one_field_and_over_two_where_there_are_any_else_searched_ones():
    assert flights.is_design(*flights.find_product_design(35, 5))
    for none in (flights.find_field_design(12, 8), flights.find_field_design(8, 9), flights.find_product_design(35, 6)):
        assert none is None
    for apart in (False, True):
        rows = flights.search_design(build_cyclic_group(12), 7, Noise("test"), mates_apart=apart, budget=3000)
        assert flights.is_design(build_cyclic_group(12), rows, mates_apart=apart)


@pytest.mark.parametrize("group", [build_cyclic_group(7), AbelianGroup((2, 6)), build_additive_group(9)])
def test_shared_opponents_by_differences_agree_with_counting(group):
    rows = flights.search_design(group, 4, Noise("shared"))
    common, apart = flights.count_shared_opponents(group, rows)
    m = measure_rounds(flights.build_rounds(group, rows))
    assert int(common[apart].min()) == m.lowest_common
    assert int((common[apart] == 0).sum()) * group.order == 2 * m.without_common
    for k in range(4):
        common_with, apart_with = flights.count_with_each(group, np.delete(rows, k, axis=1), rows[None, :, k])
        assert np.array_equal(common_with[0], common)
        assert np.array_equal(apart_with[0], apart)


@pytest.mark.parametrize("group", [build_cyclic_group(7), AbelianGroup((2, 6)), build_additive_group(27)])
@pytest.mark.parametrize("mates_apart", [False, True])
def test_random_columns_have_unused_differences_and_every_one_is_drawn(group, mates_apart):
    columns = flights.Columns(group, Noise("columns"), mates_apart=mates_apart)
    columns.mark(columns.random(), used=True)
    before = dict(columns.free)
    drawn = {tuple(columns.random()) for _ in range(400)}
    minus = group.subtraction
    for i, j in flights.PAIRS:
        free = {x for x in range(group.order) if columns.free[i, j] >> x & 1}
        assert len(free) == group.order - 1 - (mates_apart and j < 4)
        assert {int(minus[column[j], column[i]]) for column in drawn} <= free
        assert i or {column[j] for column in drawn} == free
    for column in drawn:
        columns.mark(column, used=True)
        columns.mark(column, used=False)
    assert columns.free == before


def test_stored_designs_are_designs_and_keep_mates_apart_without_their_first_column():
    for (tables, rounds), (group, rows) in flights.read_stored_designs().items():
        assert (group.order, rows.shape) == (tables, (5, rounds))
        assert flights.is_design(group, rows)
        if not rows[:, 0].any():
            assert flights.is_design(
                *flights.find_stored_design(tables, rounds - 1, mates_apart=True), mates_apart=True
            )
    assert flights.find_stored_design(7, 5) is None


@pytest.mark.parametrize("mates", [False, True])
def test_stored_base_rounds_are_rotations(mates):
    bases = rotation.read_stored_bases(mates=mates)
    assert bases
    for (players, modulus), text in bases.items():
        base = rotation.parse_base(text)
        assert rotation.is_rotation(base, modulus)
        assert rotation.parse_base(rotation.format_base(base)) == tuple(
            tuple(sorted(table, key=lambda p: (p[0] < 0, p))) for table in base
        )
        rounds = rotation.build_rounds(base, modulus, modulus)
        assert measure_rounds(rounds).repeats == 0
        assert measure_rounds(rounds).players == players
        if mates:
            pairs = (pair for round_ in rounds for table in round_ for pair in combinations(table, 2))
            assert not any(a % modulus == b % modulus for a, b in pairs)


def test_everybody_meets_everybody_where_three_primes_and_one_play():
    for players in (16, 40, 112):
        base, rounds = rotation.find_paired_base(players) or ((), 0)
        assert rotation.is_rotation(base, rounds)
        m = measure_rounds(rotation.build_rounds(base, rounds, rounds))
        assert (m.players, m.rounds, m.repeats, m.lowest_common) == (players, (players - 1) // 3, 0, None)
    assert [rotation.find_paired_base(players) for players in (20, 28, 64, 76)] == [None] * 4


def test_a_rotation_is_searched_where_none_is_stored():
    found = rotation.find_first_rotation(24, 5, Noise("search"), stored=False)
    assert measure_rounds(rotation.build_rounds(*found, 5)).repeats == 0
    doubled_difference = rotation.parse_base("a0 a1 b0 c0 | a3 a4 b2 c1")
    assert not rotation.is_rotation(doubled_difference, 7)


@st.composite
def _rounds(draw):
    players = 4 * draw(st.integers(1, 8))
    seed = draw(st.integers(0, 10_000))
    rounds = []
    for k in range(draw(st.integers(1, 9))):
        order = shuffle(range(players), f"{seed}", f"round {k}")
        rounds.append(tuple(tuple(order[i : i + 4]) for i in range(0, players, 4)))
    return tuple(rounds)


@settings(max_examples=40 if in_full() else 15)
@given(_rounds(), st.integers(0, 8))
def test_winds_are_even_and_repaired_ones_no_worse_than_an_even_rest_and_tables_stay(rounds, split):
    seated = balance_winds(rounds)
    assert measure_rounds(seated).wind_excess == 0
    played, rest = rounds[:split], rounds[split:]
    repaired = repair_winds(rest, played)
    for made, asked in ((seated, rounds), (repaired, rest)):
        assert [[set(t) for t in r] for r in made] == [[set(t) for t in r] for r in asked]
    assert _uneven((*played, *repaired)) <= _uneven((*played, *balance_winds(rest)))


def _uneven(rounds):
    chairs = ((player, wind) for round_ in rounds for table in round_ for wind, player in enumerate(table))
    return sum(count**2 for count in Counter(chairs).values())


@settings(max_examples=30 if in_full() else 10)
@given(st.lists(st.lists(st.integers(0, 20), min_size=4, max_size=4), min_size=4, max_size=4))
def test_assignment_is_cheapest(rows):
    cost = np.array(rows, dtype=float)
    chosen = assign_columns(cost)
    assert sorted(chosen.tolist()) == [0, 1, 2, 3]
    assert cost[range(4), chosen].sum() == min(cost[range(4), list(order)].sum() for order in permutations(range(4)))


def test_spread_keeps_games_and_obeys_fixed_tables():
    built = flights.find_field_design(8, 6)
    rounds = flights.build_rounds(*built)
    numbers = [list(range(1, 9))] * 6
    placed = spread(rounds, table_numbers=numbers, fixed={3: 5, 20: 2})
    assert [{frozenset(t) for t in r} for r in placed] == [{frozenset(t) for t in r} for r in rounds]
    meets = {p for round_ in rounds for table in round_ if 3 in table for p in table}
    for round_ in placed:
        assert 3 in round_[4]
        if 20 not in meets:
            assert 20 in round_[1]
