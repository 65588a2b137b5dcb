"""Swaps on plain tables: addresses, order, and that nobody is lost or seated twice."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entries.models.entries import Entry
from tournaments.seating.queries.swaps import MAX_SWAPS, after_swaps, problem_of, read_swaps, write_swaps

PEOPLE = {number: Entry(pk=number, number=number, family_name=f"Player{number}") for number in range(1, 15)}
# Twelve sit, two sit out.
PLAN = {table: tuple(PEOPLE[4 * table - 3 + seat] for seat in range(4)) for table in (1, 2, 3)}

swaps = st.lists(st.sampled_from(list(permutations(PEOPLE, 2))), max_size=12)


def numbered(plan):
    return {table: [entry.number for entry in entries] for table, entries in plan.items()}


def made(wanted):
    """The swaps that can be made, one after another."""
    done = []
    for swap in wanted:
        if not problem_of(swap, after_swaps(PLAN, done, PEOPLE), PEOPLE, PEOPLE):
            done.append(swap)
    return done


@given(swaps)
def test_addresses_hold_swaps_exactly(wanted):
    assert read_swaps(write_swaps(wanted)) == wanted


@pytest.mark.parametrize("text", ["1", "1-", "-2", "1-2.", "1-2,3-4", "a-b", "1-2-3", "١-٢"])
def test_other_addresses_are_refused(text):
    with pytest.raises(ValueError):
        read_swaps(text)


def test_an_address_is_not_endless():
    assert len(read_swaps(write_swaps([(1, 2)] * MAX_SWAPS))) == MAX_SWAPS
    with pytest.raises(ValueError):
        read_swaps(write_swaps([(1, 2)] * (MAX_SWAPS + 1)))


@given(swaps)
def test_everybody_keeps_one_chair_or_none_and_no_chair_is_empty(wanted):
    after = after_swaps(PLAN, made(wanted), PEOPLE)
    seated = [entry.number for entries in after.values() for entry in entries]
    assert len(seated) == len(set(seated)) == 12
    assert {table: len(entries) for table, entries in after.items()} == {1: 4, 2: 4, 3: 4}


@given(swaps)
def test_the_same_swaps_backwards_bring_everybody_home(wanted):
    there = made(wanted)
    assert after_swaps(PLAN, [*there, *reversed(there)], PEOPLE) == PLAN


@given(swaps)
def test_saying_a_swap_the_other_way_round_is_the_same(wanted):
    there = made(wanted)
    assert after_swaps(PLAN, there, PEOPLE) == after_swaps(PLAN, [(b, a) for a, b in there], PEOPLE)


def test_a_player_without_a_chair_takes_the_others():
    assert numbered(after_swaps(PLAN, [(13, 2), (2, 5)], PEOPLE)) == {
        1: [1, 13, 3, 4],
        2: [2, 6, 7, 8],
        3: [9, 10, 11, 12],
    }
    assert problem_of((13, 14), PLAN, PEOPLE, PEOPLE) == "Neither 13 Player13 nor 14 Player14 has a seat."
    assert problem_of((13, 1), PLAN, PEOPLE, range(1, 13)) == "13 Player13 does not play this round."
