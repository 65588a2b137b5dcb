"""Properties of every draw, wishes and their cost, and rounds on top of played ones."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.release import in_full
from tests.support.rows import rows_of
from tournaments.seating.logic import (
    Constraints,
    SeatingError,
    collect_pairs,
    compute_repeat_bound,
    count_rounds_without_repeat,
    describe_feasibility,
    freeze,
    group_bound,
    measure_rounds,
)
from tournaments.seating.logic.constructions.continued import find_continuation
from tournaments.seating.logic.drawing import compute_extra_repeats
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.logic.measures import count_pairs_kept_apart
from tournaments.seating.logic.random_stream import shuffle
from tournaments.seating.logic.remaining_rounds import draw_added_rounds, redraw_planned_rounds, search_added_rounds
from tournaments.seating.logic.schedule import relabel_rounds
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds
from tournaments.seating.logic.text import explain_measures
from tournaments.seating.logic.verify import verify

SIZES = st.tuples(st.sampled_from([16, 20, 24, 28, 32, 40, 48, 64, 100]), st.integers(1, 8))


@settings(max_examples=25 if in_full() else 10)
@given(SIZES, st.text(max_size=8), st.integers(0, 1000))
def test_each_round_is_a_permutation_the_bounds_hold_and_the_verifier_agrees(size, seed, by):
    players, rounds = size
    schedule = schedule_rounds(players, rounds, seed=seed)
    assert check_schedule(schedule.rounds, range(1, players + 1)) == []
    m = schedule.measure()
    assert m.repeats >= compute_repeat_bound(players, rounds)
    assert (m.wind_excess, m.games) == (0, (rounds, rounds))
    assert measure_rounds(schedule.rounds, players=schedule.players) == m
    anybody = [0, *((i * 7 + by) % 1009 + 1000 for i in range(players))]
    assert measure_rounds(relabel_rounds(schedule.rounds, anybody)) == m
    assert [check.passed for check in verify(schedule.certificate())] == [True] * 5


def test_the_same_seed_gives_the_same_draw_and_another_seed_another():
    assert schedule_rounds(64, 8, seed="a") == schedule_rounds(64, 8, seed="a")
    assert schedule_rounds(64, 8, seed="a").rounds != schedule_rounds(64, 8, seed="b").rounds


def test_the_lottery_gives_everybody_every_number_equally_often():
    players = range(1, 17)
    assert tuple(schedule_rounds(16, 5, seed="lottery 0").details["mapping"]) == tuple(shuffle(players, "lottery 0"))
    first = Counter(shuffle(players, f"lottery {i}")[0] for i in range(1600))
    assert sum(first.values()) == 1600
    assert max(first.values()) < 150
    assert min(first.values()) > 60


def test_what_cannot_be_seated_is_said_in_a_sentence():
    for players, sentence in (
        (3, "3 players do not fill a table of four."),
        ([1, 2, 3, 3], "A player is named twice."),
    ):
        with pytest.raises(SeatingError) as caught:
            schedule_rounds(players, 3, seed="x")
        assert str(caught.value) == sentence
    with pytest.raises(SeatingError):
        schedule_rounds(16, 0, seed="x")
    people = [1003, 7, 55, 12, 90, 91, 92, 93]
    schedule = schedule_rounds(people, 2, seed="any integers")
    assert sorted(p for table in schedule.rounds[0] for p in table) == sorted(people)


@pytest.mark.parametrize(("players", "rounds"), [(17, 6), (18, 6), (19, 6), (22, 5), (33, 8)])
def test_players_who_do_not_fill_a_table_sit_out_in_turn(players, rounds):
    schedule = schedule_rounds(players, rounds, seed="byes")
    out = Counter(p for line in schedule.byes for p in line)
    assert {len(line) for line in schedule.byes} == {players % 4}
    assert max(out.values()) <= -(-rounds * (players % 4) // players)
    for round_, line in zip(schedule.rounds, schedule.byes, strict=True):
        assert sorted([p for table in round_ for p in table] + list(line)) == list(range(1, players + 1))
    m = schedule.measure()
    assert (m.wind_excess, m.third_meetings) == (0, 0)


@pytest.mark.parametrize(("asked", "come", "players"), [((901, 902, 903), (901, 902), 20), ((901,), (), 18)])
def test_substitutes_fill_the_last_table_or_stay_away(asked, come, players):
    schedule = schedule_rounds(18, 5, seed="subs", substitutes=asked)
    assert (schedule.inputs.substitutes, schedule.measure().players) == (come, players)
    assert {len(line) for line in schedule.byes} == {0 if come else 2}


def _said(round_, players):
    return [str(problem) for problem in check_schedule((round_,), players)]


def test_schedules_made_elsewhere_are_checked_by_name():
    assert _said(((1, 2, 3, 4), (5, 6, 7, 4)), range(1, 9)) == [
        "Round 1: player 4 sits at table 1 and at table 2.",
        "Round 1: player 8 is missing.",
    ]
    assert _said(((1, 2, 3, 9),), range(1, 5)) == [
        "Round 1, table 1: player 9 is not in this event.",
        "Round 1: player 4 is missing.",
    ]
    assert [str(problem) for problem in check_schedule((), range(1, 5))] == ["There are no rounds."]


SHARES = (35, 15, 12, 10, 8, 6, 5, 4, 3, 2)


def _countries(players):
    result = [f"country {k}" for k, share in enumerate(SHARES) for _ in range(round(players * share / 100))]
    return dict(enumerate(result[:players], 1))


@pytest.mark.parametrize(("players", "rounds"), [(64, 8), (136, 10), *[(100, 10), (208, 10)] * in_full()])
def test_countries_meet_as_rarely_as_the_bound_allows(players, rounds):
    m = schedule_rounds(players, rounds, seed="world", constraints=Constraints(countries=_countries(players))).measure()
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert [line.breaks for line in m.constraints] == [line.bound for line in m.constraints]
    assert sum(line.bound for line in m.constraints) > 0


def test_seven_teams_in_seven_rounds_each_two_teams_meet_fourteen_times():
    of = {player: (player - 1) // 4 for player in range(1, 29)}
    rounds = schedule_rounds(28, 7, seed="teams", teams=of).rounds
    met = (pair for round_ in rounds for table in round_ for pair in combinations(sorted(map(of.get, table)), 2))
    assert Counter(met) == dict.fromkeys(combinations(range(7), 2), 14)


def test_a_team_larger_than_the_tables_meets_itself_at_the_bound_and_is_told():
    m = schedule_rounds(16, 3, seed="big", teams=dict.fromkeys(range(1, 6), "all")).measure()
    (line,) = m.constraints
    assert (line.breaks, line.bound, line.hard) == (3, 3, True)
    for size in (3, 5):
        m = schedule_rounds(40, 6, seed="odd", teams={p: (p - 1) // size for p in range(1, 41)}).measure()
        assert (m.hard_breaks, m.repeats) == (0, 0), "teams of three and five never meet"


def test_all_kinds_together():
    asked = Constraints(
        forbidden=collect_pairs([(1, 60), (2, 50)]),
        wished=collect_pairs([(3, 61), (4, 62)]),
        fixed_tables={5: 3, 40: 1},
        referees=frozenset({7, 8, 55}),
        clubs={1: "a", 30: "a", 31: "a", 50: "a"},
        met_before=collect_pairs([(9, 10), (11, 12)]),
    )
    schedule = schedule_rounds(64, 8, seed="all", constraints=asked)
    m = schedule.measure()
    kinds = ("club", "referees", "forbidden", "met before", "wished", "fixed table")
    assert {line.kind: line.breaks for line in m.constraints} == dict.fromkeys(kinds, 0)
    assert (m.repeats, m.wind_excess) == (0, 0)
    assert all(5 in round_[2] and 40 in round_[0] for round_ in schedule.rounds)


def test_a_wish_costs_the_repeats_that_the_draw_without_it_does_not_have():
    asked = Constraints(forbidden=collect_pairs([(1, 2)]), countries=dict.fromkeys(range(1, 5), "DE"))
    drawn = schedule_rounds(16, 5, seed="price", constraints=asked)
    found = compute_extra_repeats(drawn)
    assert list(found) == ["country", "forbidden"]
    # All 16 meet in five rounds, so keeping a pair apart must cost a repeat.
    without = schedule_rounds(16, 5, seed="price", constraints=Constraints(countries=asked.countries))
    assert found["forbidden"] == drawn.measure().repeats - without.measure().repeats > 0
    asked = Constraints(
        forbidden=collect_pairs([(1, 2)]), wished=collect_pairs([(3, 4), (1, 2)]), referees=frozenset({5, 6})
    )
    value, told = schedule_rounds(16, 2, seed="price", constraints=asked), []
    breaks = {line.kind: line.breaks for line in value.measure().constraints}
    assert (breaks["forbidden"], breaks["wished"] > 0) == (0, True), "a wish against a ban cannot be granted"
    found = compute_extra_repeats(value, lambda share: told.append(share) or share < 0.5)
    assert (list(found), told) == (["forbidden", "wished"], [1 / 3, 2 / 3]), "it ends where it is told to"


def test_measures_name_the_breaking_pairs():
    asked = Constraints(teams={1: "red", 2: "red"}, wished=collect_pairs([(1, 5)]), fixed_tables={3: 2})
    lines = {line.kind: line for line in measure_rounds((((1, 2, 3, 4), (5, 6, 7, 8)),), asked).constraints}
    assert lines["team"].pairs == ((1, 2),)
    assert lines["wished"].pairs == ((1, 5),)
    assert lines["fixed table"].pairs == ((3, 3),)
    asked = Constraints(
        teams={1: "a", 2: "a"},
        fixed_tables={3: 2},
        forbidden=collect_pairs([(4, 3)]),
        referees=frozenset({1}),
        club_weight=7,
    )
    assert Constraints.from_dict(asked.as_dict()) == asked
    with pytest.raises(ValueError, match="Unknown constraint: colour"):
        Constraints.from_dict({"colour": {}})
    assert collect_pairs([(3, 1), (1, 3), (2, 2)]) == {(1, 3)}


TEAMS = {player: (player - 1) // 4 for player in range(1, 17)}


@pytest.mark.parametrize(
    ("constraints", "tables", "apart"),
    [
        (Constraints(), 4, 0),
        (Constraints(teams=TEAMS), 4, 24),
        (Constraints(teams=TEAMS, forbidden=collect_pairs([(1, 2), (1, 5), (1, 99)])), 4, 25),
        (Constraints(referees=frozenset({1, 5})), 4, 1),
        # Five at four tables must meet, and a country is asked for, not insisted on.
        (Constraints(teams=dict.fromkeys(range(1, 6), "A")), 4, 0),
        (Constraints(countries=dict.fromkeys(range(1, 5), "FR")), 4, 0),
    ],
)
def test_pairs_that_must_not_meet_are_counted_once(constraints, tables, apart):
    assert count_pairs_kept_apart(constraints, range(1, 17), tables) == apart


def test_fewest_repeats_count_the_pairs_apart_only_where_they_are():
    kept = freeze([[[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]] * 5)
    broken = freeze([[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]] * 5)
    asked = Constraints(teams=TEAMS)
    assert (measure_rounds(kept, asked).repeat_bound, measure_rounds(kept, asked).least_repeats) == (0, 24)
    assert measure_rounds(broken, asked).least_repeats == 0
    assert measure_rounds(kept).least_repeats == 0
    assert "bound_apart" not in measure_rounds(kept, asked).as_dict()


def _situation(players=32, rounds=8, after=3, teams=None, **changes):
    made = schedule_rounds(players, rounds, seed="before", teams=teams)
    played = {"played": made.rounds[:after], "played_numbers": made.table_numbers[:after]}
    planned = {"planned": made.rounds[after:], "planned_numbers": made.table_numbers[after:]}
    return FixedInputs("replan", way="redraw", **played, **planned, **changes)


def _redrawn(situation):
    """The redraw; each coming round seats everybody who does not sit out, once, and not at a table that is gone."""
    plan = redraw_planned_rounds(situation, "after")
    everybody = {p for round_ in (*situation.played, *situation.planned) for table in round_ for p in table}
    everybody = everybody - situation.leaves | set(situation.arrives)
    for round_, numbers, out in zip(plan.rounds, plan.table_numbers, plan.byes, strict=True):
        assert check_schedule((round_,), everybody - set(out)) == []
        assert len(numbers) == len(round_) == len(set(numbers))
        assert not set(numbers) & situation.tables_gone
    return plan


@pytest.mark.parametrize(
    ("changes", "tables", "out"),
    [
        ({"leaves": frozenset({9}), "arrives": (40,)}, 8, 0),
        ({"players": 64, "leaves": frozenset({1, 2, 3, 4})}, 15, 0),
        ({"tables_gone": frozenset({3})}, 7, 4),
        ({"tables_gone": frozenset({3}), "arrives": (40, 41, 42, 43)}, 7, 8),
        ({"players": 17, "rounds": 3, "after": 1, "leaves": frozenset({5})}, 4, 0),
        ({"arrives": (40, 41, 42, 43, 44)}, 9, 1),
    ],
    ids=["one for another", "a whole table", "a table gone", "no new table for it", "the one too many", "five more"],
)
def test_tables_and_players_who_sit_out_follow_the_field(changes, tables, out):
    plan = _redrawn(_situation(**changes))
    assert {(len(round_), len(line)) for round_, line in zip(plan.rounds, plan.byes, strict=True)} == {(tables, out)}
    assert tables != 15 or plan.measure_with_played().repeats == 0


def test_one_leaves_and_three_sit_out_in_turn():
    situation = _situation(leaves=frozenset({5}))
    plan = _redrawn(situation)
    out = [p for line in plan.byes for p in line]
    assert ([len(line) for line in plan.byes], len(set(out))) == ([3] * 5, 15)
    found = plan.measure_with_played()
    assert (found.rounds, found.third_meetings) == (8, 0)
    assert redraw_planned_rounds(situation, "after") == plan
    with pytest.raises(SeatingError, match="No round is left to redraw"):
        redraw_planned_rounds(_situation(after=8), "after")


def test_constraints_hold_in_the_coming_rounds_and_winds_stay_nearly_even():
    teams = {p: (p - 1) // 4 for p in range(1, 33)}
    asked = Constraints(teams=teams, fixed_tables={10: 1})
    plan = _redrawn(_situation(32, 6, 2, teams=teams, leaves=frozenset({1}), constraints=asked))
    assert sum(line.breaks for line in plan.measure_with_played().constraints if line.kind == "team") == 0
    for round_, numbers in zip(plan.rounds, plan.table_numbers, strict=True):
        assert [number for table, number in zip(round_, numbers, strict=True) if 10 in table] in ([1], [])
    situation = _situation(players=64, rounds=8, after=4, leaves=frozenset({1}), arrives=(99,))
    assert redraw_planned_rounds(situation, "after").measure_with_played().wind_excess <= 8


@pytest.mark.parametrize(("players", "before", "after"), [(24, 3, 2), (24, 6, 1), (56, 12, 2), (64, 6, 4), (100, 4, 6)])
def test_a_construction_goes_on_when_rounds_are_added(players, before, after):
    played = schedule_rounds(players, before, seed="before").rounds
    more = _added(players, after, played)
    found = more.measure_with_played()
    assert (found.rounds, found.repeats) == (before + after, 0)
    assert found.wind_excess <= players // 4
    assert all(check_schedule((round_,), range(1, players + 1)) == [] for round_ in more.rounds)


def _added(players, rounds, played):
    numbers = tuple(tuple(range(1, len(round_) + 1)) for round_ in played)
    inputs = FixedInputs("added", tuple(range(1, players + 1)), rounds, played=played, played_numbers=numbers)
    return draw_added_rounds(inputs, "after")


def test_rounds_of_nobodys_construction_are_searched_on():
    played = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    assert find_continuation((played,), 2) is not None
    swapped = ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 12, 8, 16))
    assert find_continuation((played, swapped), 2) is None
    assert _added(16, 1, (played, swapped)).measure_with_played().repeats == 0


def test_the_search_keeps_the_planned_tables_where_nothing_changed():
    schedule = schedule_rounds(40, 8, seed="calm")
    rounds, _ = search_added_rounds(
        schedule.rounds[:4],
        [range(1, 41)] * 4,
        seed="x",
        planned=schedule.rounds[4:],
        table_numbers=schedule.table_numbers[4:],
    )
    assert [{frozenset(t) for t in r} for r in rounds] == [{frozenset(t) for t in r} for r in schedule.rounds[4:]]
    with pytest.raises(SeatingError, match="Coming round 1 has 5 players"):
        search_added_rounds((), [[1, 2, 3, 4, 5]], seed="x")


rows = rows_of(__file__)


def test_limits_by_counting_and_by_the_known_exceptions():
    assert [count_rounds_without_repeat(n) for n in (8, 12, 16, 20, 24, 28, 32, 40, 400)] == [
        1,
        1,
        5,
        5,
        7,
        9,
        10,
        13,
        133,
    ]
    sizes = ((16, 6), (20, 8), (24, 10), (28, 12), (8, 2), (12, 2))
    assert [compute_repeat_bound(*size) for size in sizes] == [24, 50, 84, 126, 4, 3]
    assert [group_bound(4, 5, 3), group_bound(6, 5, 3), group_bound(22, 16, 8)] == [0, 3, 48]


def test_rounds_that_cannot_be_without_a_repeat_are_reported():
    proven = (
        "20 players cannot play 6 rounds without a repeat although counting would allow it: the design (4-RGDD of "
        "type 2^10) is proven not to exist; the best known has 6 repeats."
    )
    assert [str(describe_feasibility(*size)) for size in ((20, 6), (16, 6), (64, 10))] == [
        proven,
        "16 players cannot play 6 rounds without a repeat; the limit is 5, and at least 24 repeats are needed.",
        "64 players can play 10 rounds without a repeat; the limit is 21.",
    ]
    notes = [schedule_rounds(*size, seed="olga").details["notes"] for size in ((20, 6), (64, 10))]
    assert notes == [[proven], []]


@rows
def test_second_visits_that_nobody_can_avoid_are_called_so(size, sentence):
    visits = str(explain_measures(schedule_rounds(*size, seed="olga").measure())[-1])
    assert visits == sentence.format("somebody comes back to a table more often than needed")
