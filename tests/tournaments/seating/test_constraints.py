"""Wishes and what they cost."""

from __future__ import annotations

import pytest

from tournaments.seating.logic import Constraints, measures, pairs
from tournaments.seating.logic.drawing import repeats_more
from tournaments.seating.logic.scheduling import schedule_rounds

SHARES = (35, 15, 12, 10, 8, 6, 5, 4, 3, 2)


def _countries(players):
    result: dict[int, str] = {}
    for k, share in enumerate(SHARES):
        for _ in range(round(players * share / 100)):
            if len(result) < players:
                result[len(result) + 1] = f"country {k}"
    return result


@pytest.mark.parametrize(("players", "rounds"), [(64, 8), (100, 10), (136, 10), (208, 10)])
def test_countries_meet_as_rarely_as_the_bound_allows(players, rounds):
    m = schedule_rounds(
        players, rounds, seed="world", constraints=Constraints(countries=_countries(players))
    ).measured()
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert [line.breaks for line in m.constraints] == [line.bound for line in m.constraints]
    assert sum(line.bound for line in m.constraints) > 0


@pytest.mark.parametrize(
    ("teams", "rounds"), [(5, 4), (7, 6), (7, 7), (9, 9), (10, 8), (11, 10), (12, 9), (13, 10), (16, 10), (25, 10)]
)
def test_team_mates_never_meet_and_nobody_meets_twice(teams, rounds):
    of = {player: (player - 1) // 4 for player in range(1, 4 * teams + 1)}
    m = schedule_rounds(4 * teams, rounds, seed="teams", teams=of).measured()
    assert (m.hard_breaks, m.repeats, m.wind_excess) == (0, 0, 0)


def test_seven_teams_in_seven_rounds_each_two_teams_meet_fourteen_times():
    of = {player: (player - 1) // 4 for player in range(1, 29)}
    schedule = schedule_rounds(28, 7, seed="teams", teams=of)
    between: dict[tuple[int, int], int] = {}
    for round_ in schedule.rounds:
        for table in round_:
            for i, a in enumerate(table):
                for b in table[i + 1 :]:
                    key = (min(of[a], of[b]), max(of[a], of[b]))
                    between[key] = between.get(key, 0) + 1
    assert set(between.values()) == {14 * 7 * 6 // 42}
    assert len(between) == 21


def test_teams_of_three_and_five_never_meet_either():
    for size in (3, 5):
        m = schedule_rounds(40, 6, seed="odd", teams={p: (p - 1) // size for p in range(1, 41)}).measured()
        assert (m.hard_breaks, m.repeats) == (0, 0)


def test_a_team_larger_than_the_tables_meets_itself_at_the_bound_and_is_told():
    m = schedule_rounds(16, 3, seed="big", teams=dict.fromkeys(range(1, 6), "all")).measured()
    (line,) = m.constraints
    assert (line.breaks, line.bound, line.hard) == (3, 3, True)


def test_all_kinds_together():
    asked = Constraints(
        forbidden=pairs([(1, 60), (2, 50)]),
        wished=pairs([(3, 61), (4, 62)]),
        fixed_tables={5: 3, 40: 1},
        referees=frozenset({7, 8, 55}),
        clubs={1: "a", 30: "a", 31: "a", 50: "a"},
        met_before=pairs([(9, 10), (11, 12)]),
    )
    schedule = schedule_rounds(64, 8, seed="all", constraints=asked)
    m = schedule.measured()
    assert {line.kind: line.breaks for line in m.constraints} == {
        "club": 0,
        "referees": 0,
        "forbidden": 0,
        "met before": 0,
        "wished": 0,
        "fixed table": 0,
    }
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert all(5 in round_[2] and 40 in round_[0] for round_ in schedule.rounds)


def test_two_fixed_players_of_different_tables_never_meet():
    schedule = schedule_rounds(32, 6, seed="fixed", constraints=Constraints(fixed_tables={1: 1, 2: 2, 3: 3}))
    (line,) = schedule.measured().constraints
    assert (line.kind, line.breaks) == ("fixed table", 0)


def test_a_wish_against_a_ban_cannot_be_granted_and_is_counted():
    asked = Constraints(forbidden=pairs([(1, 2)]), wished=pairs([(1, 2)]))
    lines = schedule_rounds(16, 3, seed="both", constraints=asked).measured().constraints
    assert {line.kind: line.breaks for line in lines} == {"forbidden": 0, "wished": 1}


def test_a_wish_costs_the_repeats_that_the_draw_without_it_does_not_have():
    asked = Constraints(forbidden=pairs([(1, 2)]), countries=dict.fromkeys(range(1, 5), "DE"))
    drawn = schedule_rounds(16, 5, seed="price", constraints=asked)
    found = repeats_more(drawn)
    assert list(found) == ["country", "forbidden"]
    # All 16 meet in five rounds, so keeping a pair apart must cost a repeat.
    without = schedule_rounds(16, 5, seed="price", constraints=Constraints(countries=asked.countries))
    assert found["forbidden"] == drawn.measured().repeats - without.measured().repeats > 0


def test_the_costs_of_wishes_tell_how_far_they_are_and_end_where_they_are_told_to():
    asked = Constraints(forbidden=pairs([(1, 2)]), wished=pairs([(3, 4)]), referees=frozenset({5, 6}))
    value = schedule_rounds(16, 2, seed="price", constraints=asked)
    told = []
    found = repeats_more(value, lambda share: told.append(share) or share < 0.5)
    assert (list(found), told) == (["forbidden", "wished"], [1 / 3, 2 / 3])


def test_constraints_survive_json():
    asked = Constraints(
        teams={1: "a", 2: "a"}, fixed_tables={3: 2}, forbidden=pairs([(4, 3)]), referees=frozenset({1}), club_weight=7
    )
    assert Constraints.from_dict(asked.as_dict()) == asked
    with pytest.raises(ValueError, match="Unknown constraint: colour"):
        Constraints.from_dict({"colour": {}})


def test_pairs_are_ordered_and_a_pair_of_one_is_dropped():
    assert pairs([(3, 1), (1, 3), (2, 2)]) == {(1, 3)}


def test_measures_name_the_breaking_pairs():
    asked = Constraints(teams={1: "red", 2: "red"}, wished=pairs([(1, 5)]), fixed_tables={3: 2})
    lines = {line.kind: line for line in measures((((1, 2, 3, 4), (5, 6, 7, 8)),), asked).constraints}
    assert lines["team"].pairs == ((1, 2),)
    assert lines["wished"].pairs == ((1, 5),)
    assert lines["fixed table"].pairs == ((3, 3),)
