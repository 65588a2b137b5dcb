"""Rounds on top of played ones: added, or redrawn after somebody left, came, or a table fell away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.seating.logic import Constraints, SeatingError
from tournaments.seating.logic.coming import added, redrawn, rounds_added_to
from tournaments.seating.logic.constructions.continued import continued
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds


def _situation(players=32, rounds=8, after=3, **changes):
    schedule = schedule_rounds(players, rounds, seed="before")
    return replace(
        FixedInputs(
            "replan",
            way="redraw",
            played=schedule.rounds[:after],
            played_numbers=schedule.table_numbers[:after],
            planned=schedule.rounds[after:],
            planned_numbers=schedule.table_numbers[after:],
        ),
        **changes,
    )


def _redrawn(situation, everybody):
    """The redraw; each coming round seats everybody who does not sit out, once, and not at a table that is gone."""
    plan = redrawn(situation, "after")
    for round_, numbers, out in zip(plan.rounds, plan.table_numbers, plan.byes, strict=True):
        assert check_schedule((round_,), set(everybody) - set(out)) == []
        assert len(numbers) == len(round_) == len(set(numbers))
        assert not set(numbers) & situation.tables_gone
    return plan


def _shape(plan):
    """(tables, players who sit out) of each coming round."""
    return {(len(round_), len(out)) for round_, out in zip(plan.rounds, plan.byes, strict=True)}


def test_one_leaves_and_three_sit_out_in_turn():
    situation = _situation(leaves=frozenset({5}))
    plan = _redrawn(situation, set(range(1, 33)) - {5})
    out = [p for line in plan.byes for p in line]
    assert _shape(plan) == {(7, 3)}
    assert len(set(out)) == len(out)
    found = plan.measured_with_played()
    assert (found.rounds, found.third_meetings) == (8, 0)


def test_one_leaves_and_another_arrives():
    plan = _redrawn(_situation(leaves=frozenset({9}), arrives=(40,)), (set(range(1, 33)) - {9}) | {40})
    assert _shape(plan) == {(8, 0)}


def test_four_leave_and_a_table_is_closed():
    situation = _situation(players=64, rounds=8, leaves=frozenset({1, 2, 3, 4}))
    plan = _redrawn(situation, range(5, 65))
    assert _shape(plan) == {(15, 0)}
    assert plan.measured_with_played().repeats == 0


def test_a_table_falls_away_and_four_sit_out():
    plan = _redrawn(_situation(tables_gone=frozenset({3})), range(1, 33))
    assert _shape(plan) == {(7, 4)}


def test_a_table_falls_away_and_nobody_is_put_at_a_new_one():
    plan = _redrawn(_situation(tables_gone=frozenset({3}), arrives=(40, 41, 42, 43)), [*range(1, 33), 40, 41, 42, 43])
    assert _shape(plan) == {(7, 8)}


def test_when_the_one_too_many_leaves_nobody_sits_out():
    plan = _redrawn(_situation(players=17, rounds=3, after=1, leaves=frozenset({5})), set(range(1, 18)) - {5})
    assert _shape(plan) == {(4, 0)}


def test_one_who_arrives_late_makes_one_sit_out_in_turn():
    plan = _redrawn(_situation(players=16, rounds=4, after=1, arrives=(40,)), [*range(1, 17), 40])
    assert _shape(plan) == {(4, 1)}
    assert len({out for line in plan.byes for out in line} - {40}) == 3


def test_five_arrive_and_a_table_is_added():
    plan = _redrawn(_situation(arrives=(40, 41, 42, 43, 44)), [*range(1, 33), 40, 41, 42, 43, 44])
    assert _shape(plan) == {(9, 1)}


def test_constraints_hold_in_the_coming_rounds():
    teams = {p: (p - 1) // 4 for p in range(1, 33)}
    schedule = schedule_rounds(32, 6, seed="teams", teams=teams)
    situation = FixedInputs(
        "replan",
        way="redraw",
        played=schedule.rounds[:2],
        played_numbers=schedule.table_numbers[:2],
        planned=schedule.rounds[2:],
        planned_numbers=schedule.table_numbers[2:],
        leaves=frozenset({1}),
        constraints=Constraints(teams=teams, fixed_tables={10: 1}),
    )
    plan = _redrawn(situation, range(2, 33))
    assert sum(line.breaks for line in plan.measured_with_played().constraints if line.kind == "team") == 0
    for round_, numbers in zip(plan.rounds, plan.table_numbers, strict=True):
        for table, number in zip(round_, numbers, strict=True):
            assert 10 not in table or number == 1


def test_winds_over_played_and_coming_rounds_stay_nearly_even():
    situation = _situation(players=64, rounds=8, after=4, leaves=frozenset({1}), arrives=(99,))
    assert redrawn(situation, "after").measured_with_played().wind_excess <= 8


def test_the_same_seed_gives_the_same_tables():
    situation = _situation(leaves=frozenset({5}))
    assert redrawn(situation, "after") == redrawn(situation, "after")


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        (_situation(after=8), "No round is left to redraw."),
        (_situation(leaves=frozenset(range(1, 31))), "Fewer than four players are left."),
        (_situation(tables_gone=frozenset(range(1, 9))), "No table is left."),
    ],
    ids=["no round", "no players", "no table"],
)
def test_impossible_situations_are_said(situation, message):
    with pytest.raises(SeatingError) as error:
        redrawn(situation, "x")
    assert str(error.value) == message


@pytest.mark.parametrize(("players", "before", "after"), [(24, 3, 2), (24, 6, 1), (56, 12, 2), (64, 6, 4), (100, 4, 6)])
def test_a_construction_goes_on_when_rounds_are_added(players, before, after):
    played = schedule_rounds(players, before, seed="before").rounds
    more = _added(players, after, played)
    found = more.measured_with_played()
    assert (found.rounds, found.repeats) == (before + after, 0)
    assert found.wind_excess <= players // 4
    assert all(check_schedule((round_,), range(1, players + 1)) == [] for round_ in more.rounds)


def _added(players, rounds, played):
    numbers = tuple(tuple(range(1, len(round_) + 1)) for round_ in played)
    inputs = FixedInputs("added", tuple(range(1, players + 1)), rounds, played=played, played_numbers=numbers)
    return added(inputs, "after")


def test_rounds_of_nobodys_construction_are_searched_on():
    played = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    assert continued((played,), 2) is not None
    swapped = ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 12, 8, 16))
    assert continued((played, swapped), 2) is None
    assert _added(16, 1, (played, swapped)).measured_with_played().repeats == 0


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
