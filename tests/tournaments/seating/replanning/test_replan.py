"""Going on after somebody left, came, or a table fell away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.seating import Constraints, SeatingError, measures
from tournaments.seating.replanning.replan import FEWER_TABLES, RESEAT, SIT_OUT, SUBSTITUTE, Situation, option, options
from tournaments.seating.scheduling import check_schedule, schedule_rounds


def _situation(players=32, rounds=8, after=3, **changes):
    schedule = schedule_rounds(players, rounds, seed="before")
    return replace(
        Situation(
            played=schedule.rounds[:after],
            played_numbers=schedule.table_numbers[:after],
            planned=schedule.rounds[after:],
            planned_numbers=schedule.table_numbers[after:],
        ),
        **changes,
    )


def _by_kind(situation):
    return {plan.kind: plan for plan in options(situation, seed="after")}


def _check(plan, situation, everybody):
    """Each coming round seats everybody who does not sit out, once, and not at a table that is gone."""
    for round_, numbers, out in zip(plan.rounds, plan.table_numbers, plan.byes, strict=True):
        assert check_schedule((round_,), set(everybody) - set(out)) == []
        assert len(numbers) == len(round_) == len(set(numbers))
        assert not set(numbers) & situation.tables_gone


def test_one_player_leaves_and_a_substitute_is_there():
    situation = _situation(leaves=frozenset({5}), substitutes=(101,))
    plans = _by_kind(situation)
    assert list(plans) == [SUBSTITUTE, SIT_OUT, RESEAT]
    chair = plans[SUBSTITUTE]
    assert (chair.replaced, chair.joins) == ({5: 101}, (101,))
    assert chair.after.repeats == 0
    assert [[p if p != 101 else 5 for t in r for p in t] for r in chair.rounds] == [
        [p for t in r for p in t] for r in situation.planned
    ]
    people = (set(range(1, 33)) - {5}) | {101}
    for plan in (chair, plans[RESEAT]):
        _check(plan, situation, people)
    _check(plans[SIT_OUT], situation, people - {101})


def test_sitting_out_goes_round_and_measures_stand_side_by_side():
    situation = _situation(leaves=frozenset({5}))
    (plan,) = options(situation, seed="after")
    assert plan.kind == SIT_OUT
    out = [p for line in plan.byes for p in line]
    assert {len(line) for line in plan.byes} == {3}
    assert len(set(out)) == len(out)
    assert plan.before.repeats == 0
    assert plan.after.rounds == 8
    assert plan.after.third_meetings == 0
    assert plan.after == measures(
        (*situation.played, *plan.rounds), table_numbers=(*situation.played_numbers, *plan.table_numbers)
    )


def test_four_leave_and_a_table_is_closed():
    situation = _situation(players=64, rounds=8, leaves=frozenset({1, 2, 3, 4}))
    # Seating everybody anew would be the same, so it is no option of its own.
    (fewer,) = options(situation, seed="after")
    assert fewer.kind == FEWER_TABLES
    _check(fewer, situation, range(5, 65))
    assert {len(round_) for round_ in fewer.rounds} == {15}
    assert fewer.after.repeats == 0


def test_a_table_falls_away_and_four_sit_out():
    situation = _situation(tables_gone=frozenset({3}))
    (plan,) = options(situation, seed="after")
    assert plan.kind == SIT_OUT
    _check(plan, situation, range(1, 33))
    assert {len(line) for line in plan.byes} == {4}
    assert 3 not in {number for line in plan.table_numbers for number in line}


def test_when_the_one_too_many_leaves_the_tables_stay_as_many_and_nobody_sits_out():
    situation = _situation(players=17, rounds=3, after=1, leaves=frozenset({5}))
    (plan,) = options(situation, seed="after")
    assert (plan.kind, plan.byes) == (RESEAT, ((), ()))
    _check(plan, situation, set(range(1, 18)) - {5})


def test_an_arrival_takes_the_chair_of_one_who_leaves():
    plan = _by_kind(_situation(leaves=frozenset({9}), arrives=(40,)))[SUBSTITUTE]
    assert plan.replaced == {9: 40}


def test_four_arrive_and_a_table_is_added():
    situation = _situation(arrives=(40, 41, 42, 43))
    plans = _by_kind(situation)
    _check(plans[RESEAT], situation, [*range(1, 33), 40, 41, 42, 43])
    assert {len(round_) for round_ in plans[RESEAT].rounds} == {9}


def test_constraints_hold_in_the_coming_rounds():
    teams = {p: (p - 1) // 4 for p in range(1, 33)}
    schedule = schedule_rounds(32, 6, seed="teams", teams=teams)
    situation = Situation(
        schedule.rounds[:2],
        schedule.table_numbers[:2],
        schedule.rounds[2:],
        schedule.table_numbers[2:],
        leaves=frozenset({1}),
        constraints=Constraints(teams=teams, fixed_tables={10: 1}),
    )
    plan = _by_kind(situation)[SIT_OUT]
    assert plan.after.hard_breaks <= plan.before.hard_breaks
    assert sum(line.breaks for line in plan.after.constraints if line.kind == "team") == 0
    for round_, numbers in zip(plan.rounds, plan.table_numbers, strict=True):
        for table, number in zip(round_, numbers, strict=True):
            assert 10 not in table or number == 1


def test_winds_over_played_and_coming_rounds_stay_nearly_even():
    situation = _situation(players=64, rounds=8, after=4, leaves=frozenset({1}), substitutes=(99,))
    assert _by_kind(situation)[RESEAT].after.wind_excess <= 8


def test_the_same_seed_gives_the_same_options():
    situation = _situation(leaves=frozenset({5}))
    assert options(situation, seed="after") == options(situation, seed="after")


def test_one_option_alone_is_the_one_that_stands_among_the_others():
    situation = _situation(players=16, rounds=3, after=2, leaves=frozenset({5}), substitutes=(101,))
    plans = options(situation, seed="after")
    assert [option(situation, plan.kind, seed="after") for plan in plans] == plans
    assert option(situation, FEWER_TABLES, seed="after") is None


def test_impossible_situations_are_said():
    with pytest.raises(SeatingError, match=r"No round is left to re-plan\."):
        options(_situation(after=8), seed="x")
    with pytest.raises(SeatingError, match=r"Fewer than four players are left\."):
        options(_situation(leaves=frozenset(range(1, 31))), seed="x")
