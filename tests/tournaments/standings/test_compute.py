"""Standings as an organiser reads them: places, ties, teams, stages, substitutes, penalties."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.match.scoring import score_table
from tournaments.standings.logic import (
    METRICS,
    Adjustment,
    Competitor,
    Game,
    RankingRules,
    StageRule,
    StandingsInput,
    SubstitutePolicy,
    TeamRule,
    compute,
)
from tournaments.standings.logic.metrics import metric

ANN, BEA, CARL, DORA, EVE = range(1, 6)
FOUR = [Competitor(ANN, "red"), Competitor(BEA, "red"), Competitor(CARL, "blue"), Competitor(DORA, "blue")]
TEAMS = [Competitor("red"), Competitor("blue")]
MCR = RankingRules(("table_points", "total"), team=TeamRule())


def table(round_number, points, players=(ANN, BEA, CARL, DORA), number=1):
    """The games of one MCR table, points in the order of the players."""
    return [
        Game(
            player, round_number, number, seat.score, seat.points, seat.table_points, seat.uma, seat.place, seat.shared
        )
        for player, seat in zip(players, score_table(points, ruleset("mcr-2006").match.scoring), strict=True)
    ]


def order(standings):
    return [(row.place, row.shared, row.key) for row in standings.individual]


def test_table_points_come_before_points():
    games = table(1, (50, 40, -30, -60)) + table(2, (-20, 10, 30, -20))
    standings = compute(StandingsInput(FOUR, games, MCR))
    assert [(row.place, row.key, row.values["table_points"], row.total) for row in standings.individual] == [
        (1, CARL, 5, 0),
        (2, ANN, Fraction(9, 2), 30),
        (3, BEA, 4, 50),
        (4, DORA, Fraction(1, 2), -80),
    ]


def test_exactly_equal_players_share_the_better_place():
    standings = compute(StandingsInput(FOUR, table(1, (20, 20, -20, -20)), MCR))
    assert order(standings) == [(1, True, ANN), (1, True, BEA), (3, True, CARL), (3, True, DORA)]
    assert standings.individual[0].tied_with == (BEA,)
    assert standings.individual[0].decided_by is None


def test_thirds_are_added_exactly():
    """Three times a third of seven is seven: no rounding decides a place."""
    games = [game for number in (1, 2, 3) for game in table(number, (30, 30, 30, -90))]
    standings = compute(StandingsInput(FOUR, games, MCR))
    assert [row.values["table_points"] for row in standings.individual] == [7, 7, 7, 0]


def test_everybody_has_a_place_before_the_first_game():
    assert order(compute(StandingsInput(FOUR, [], MCR))) == [
        (1, True, ANN),
        (1, True, BEA),
        (1, True, CARL),
        (1, True, DORA),
    ]


def test_as_of_a_round_later_games_and_penalties_do_not_count():
    games = table(1, (50, 40, -30, -60)) + table(2, (-200, 0, 100, 100))
    late = Adjustment(Fraction(-500), player=CARL, round=2)
    assert order(compute(StandingsInput(FOUR, games, MCR, adjustments=[late]), after=1)) == [
        (1, False, ANN),
        (2, False, BEA),
        (3, False, CARL),
        (4, False, DORA),
    ]
    assert compute(StandingsInput(FOUR, games, MCR, adjustments=[late]), after=2).individual[0].key == ANN


def test_a_row_explains_how_it_was_reached():
    games = table(1, (50, 10, -20, -40)) + table(2, (10, 40, -10, -40), players=(ANN, BEA, DORA, CARL))
    rows = compute(StandingsInput(FOUR, games, RankingRules(("table_points", "first_places", "total")))).individual
    first, second = rows[0], rows[1]
    assert [(step.metric, step.value, step.tied_with) for step in first.steps] == [
        ("table_points", 6, (BEA,)),
        ("first_places", 1, (BEA,)),
        ("total", 60, ()),
    ]
    assert (first.key, second.key, first.decided_by) == (ANN, BEA, "total")
    assert [(game.round, game.place) for game in first.games] == [(1, 1), (2, 2)]


def test_direct_games_decide_between_tied_players_only():
    games = (
        table(1, (30, 10, -10, -30), players=(ANN, BEA, CARL, DORA))
        + table(2, (30, 10, -10, -30), players=(BEA, CARL, DORA, EVE))
        + table(3, (30, 10, -10, -30), players=(CARL, ANN, EVE, DORA))
    )
    five = [*FOUR, Competitor(EVE)]
    standings = compute(StandingsInput(five, games, RankingRules(("table_points", "direct_games"))))
    table_points = {row.key: row.values["table_points"] for row in standings.individual}
    assert table_points == {ANN: 6, BEA: 6, CARL: 7, DORA: 1, EVE: 1}
    assert order(standings)[:3] == [(1, False, CARL), (2, False, ANN), (3, False, BEA)]
    assert order(standings)[3:] == [(4, True, DORA), (4, True, EVE)]
    assert [row.steps[-1].value for row in standings.individual] == [7, 4, 2, 1, 1]


def test_teams_are_the_sum_of_their_members():
    standings = compute(StandingsInput(FOUR, table(1, (50, 40, -30, -60)), MCR, teams=TEAMS))
    assert [(row.place, row.key, row.values["table_points"], row.total) for row in standings.teams] == [
        (1, "red", 6, 90),
        (2, "blue", 1, -90),
    ]


def test_of_each_round_only_the_best_of_a_team_count():
    rules = RankingRules(("table_points", "total"), team=TeamRule(best=1))
    games = table(1, (50, 40, -30, -60)) + table(2, (-50, -40, 30, 60))
    standings = compute(StandingsInput(FOUR, games, rules, teams=TEAMS))
    assert [(row.key, row.values["table_points"], row.total) for row in standings.teams] == [
        ("blue", 5, 30),
        ("red", 5, 10),
    ]


def test_members_on_the_bench_bring_their_team_nothing():
    players = [*FOUR, Competitor(EVE, "red")]
    standings = compute(StandingsInput(players, table(1, (50, 40, -30, -60)), MCR, teams=TEAMS))
    assert standings.teams[0].total == 90
    assert (standings.individual[2].key, standings.individual[2].total) == (CARL, -30)
    assert {row.key: row.total for row in standings.individual}[EVE] == 0


def test_a_players_penalty_is_the_teams_too_and_a_teams_penalty_only_the_teams():
    lines = [Adjustment(Fraction(-20), player=ANN, round=1), Adjustment(Fraction(-5), team="red")]
    standings = compute(StandingsInput(FOUR, table(1, (50, 40, -30, -60)), MCR, adjustments=lines, teams=TEAMS))
    assert {row.key: row.total for row in standings.individual} == {ANN: 30, BEA: 40, CARL: -30, DORA: -60}
    assert {row.key: row.total for row in standings.teams} == {"red": 65, "blue": -90}


def test_penalties_in_table_points():
    lines = [Adjustment(Fraction(-1, 2), "table_points", player=ANN)]
    rows = compute(StandingsInput(FOUR, table(1, (50, 40, -30, -60)), MCR, adjustments=lines)).individual
    assert (rows[0].key, rows[0].values["table_points"]) == (ANN, Fraction(7, 2))


@pytest.mark.parametrize(
    ("carry", "totals"),
    [
        (Fraction(1), {ANN: 40, BEA: 50, CARL: -30, DORA: -60}),
        (Fraction(1, 2), {ANN: 15, BEA: 30, CARL: -30, DORA: -60}),
        (Fraction(0), {ANN: -10, BEA: 10, CARL: -30, DORA: -60}),
    ],
)
def test_finalists_rank_above_the_others_with_what_they_carry(carry, totals):
    rules = RankingRules(("total",), stages=(StageRule(1), StageRule(2, frozenset({ANN, BEA}), carry)))
    games = [*table(1, (50, 40, -30, -60)), Game(ANN, 2, 1, Fraction(-10)), Game(BEA, 2, 1, Fraction(10))]
    standings = compute(StandingsInput(FOUR, games, rules))
    assert {row.key: row.total for row in standings.individual} == totals
    assert [row.key for row in standings.individual] == [BEA, ANN, CARL, DORA]
    assert [row.key for row in compute(StandingsInput(FOUR, games, rules), after=1).individual] == [
        ANN,
        BEA,
        CARL,
        DORA,
    ]


def test_finalists_stay_above_even_with_less():
    rules = RankingRules(("total",), stages=(StageRule(1), StageRule(2, frozenset({DORA}), Fraction(0))))
    games = [*table(1, (50, 40, -30, -60)), Game(DORA, 2, 1, Fraction(-100))]
    assert [row.key for row in compute(StandingsInput(FOUR, games, rules)).individual] == [DORA, ANN, BEA, CARL]


def with_substitute(policy, **kwargs):
    """Eve plays the second round for Dora."""
    players = [*FOUR, Competitor(EVE, None, substitute_for=DORA)]
    games = table(1, (50, 40, -30, -60)) + table(2, (0, -20, -30, 50), players=(ANN, BEA, CARL, EVE))
    rules = RankingRules(("table_points", "total"), team=TeamRule(), substitutes=policy)
    standings = compute(StandingsInput(players, games, rules, teams=TEAMS, **kwargs))
    return {row.key: row.total for row in standings.individual}, {row.key: row.total for row in standings.teams}


@pytest.mark.parametrize(
    ("policy", "people", "blue"),
    [
        (SubstitutePolicy("own", place=True, team=True), {DORA: -60, EVE: 50}, -70),
        (SubstitutePolicy("own", place=False, team=False), {DORA: -60}, -120),
        (SubstitutePolicy("replaced", place=False, team=True), {DORA: -10}, -70),
        (SubstitutePolicy("replaced", place=False, team=False), {DORA: -10}, -120),
        (SubstitutePolicy("zero", place=False, team=True), {DORA: -60}, -70),
        (SubstitutePolicy("zero", place=True, team=False, absent={"score": Fraction(-30)}), {DORA: -90}, -150),
    ],
)
def test_substitutes_follow_the_policy(policy, people, blue):
    individual, teams = with_substitute(policy)
    assert {key: total for key, total in individual.items() if key in (DORA, EVE)} == people
    assert teams == {"red": 70, "blue": blue}


def test_guests_have_no_place():
    players = [*FOUR[:3], Competitor(DORA, ranked=False)]
    assert [row.key for row in compute(StandingsInput(players, table(1, (0, 10, -20, 10)), MCR)).individual] == [
        BEA,
        ANN,
        CARL,
    ]


def test_the_smaller_lot_wins_the_last_tie():
    players = [Competitor(ANN, lot=2), Competitor(BEA, lot=1), Competitor(CARL)]
    assert order(compute(StandingsInput(players, [], RankingRules(("total", "lot"))))) == [
        (1, False, BEA),
        (2, False, ANN),
        (3, False, CARL),
    ]


def test_unknown_metrics_units_and_policies_are_named():
    with pytest.raises(ValueError, match="no metric 'wins'; known: total, table_points, "):
        compute(StandingsInput(FOUR, [], RankingRules(("wins",))))
    with pytest.raises(ValueError, match="unit must be one of score, table_points, points, not 'yen'"):
        Adjustment(Fraction(1), "yen", player=ANN)
    with pytest.raises(ValueError, match="for one player or for one team"):
        Adjustment(Fraction(1), player=ANN, team="red")
    with pytest.raises(ValueError, match="must be own, replaced or zero, not 'half'"):
        SubstitutePolicy("half")


def test_every_metric_can_order_standings():
    games = table(1, (50, 40, -30, -60)) + table(2, (-20, 10, 30, -20))
    for key in METRICS:
        rows = compute(StandingsInput(FOUR, games, RankingRules((key,)))).individual
        values = [row.steps[0].value for row in rows]
        assert values == sorted(values, reverse=metric(key).higher_wins)


sheets = st.lists(st.tuples(*[st.integers(-40, 40)] * 4), min_size=1, max_size=6)
orders = st.lists(st.sampled_from(sorted(METRICS)), min_size=1, max_size=4, unique=True).map(tuple)


@given(sheets, orders)
def test_places_are_a_ranking(points, metrics):
    """Places start at 1, a shared place takes as many places as it has rows, and only shared rows say so."""
    games = [game for number, sheet in enumerate(points, 1) for game in table(number, sheet)]
    rows = compute(StandingsInput(FOUR, games, RankingRules(metrics))).individual
    for row in rows:
        same = [other for other in rows if other.place == row.place]
        assert row.place == 1 + sum(other.place < row.place for other in rows)
        assert row.shared == (len(same) > 1)
        assert set(row.tied_with) == {other.key for other in same} - {row.key}


@given(sheets, st.randoms(use_true_random=False))
def test_the_order_in_which_results_came_in_does_not_matter(points, random):
    games = [game for number, sheet in enumerate(points, 1) for game in table(number, sheet)]
    shuffled = games[:]
    random.shuffle(shuffled)
    assert compute(StandingsInput(FOUR, shuffled, MCR, teams=TEAMS)) == compute(
        StandingsInput(FOUR, games, MCR, teams=TEAMS)
    )


@given(sheets)
def test_teams_hold_what_their_members_hold(points):
    games = [game for number, sheet in enumerate(points, 1) for game in table(number, sheet)]
    standings = compute(StandingsInput(FOUR, games, MCR, teams=TEAMS))
    for key in ("total", "table_points"):
        assert sum(row.values[key] for row in standings.teams) == sum(row.values[key] for row in standings.individual)


def test_who_left_before_playing_is_listed_only_with_something_that_counts():
    fay, gus = 6, 7
    players = [*FOUR, Competitor(fay, withdrawn=True), Competitor(gus, withdrawn=True)]
    fine = Adjustment(Fraction(-10), player=gus)
    rules = RankingRules(list_withdrawn=False)
    rows = compute(StandingsInput(players, table(1, (50, 40, -30, -60)), rules, adjustments=[fine])).individual
    assert [(row.place, row.key) for row in rows] == [(1, ANN), (2, BEA), (3, gus), (4, CARL), (5, DORA)]
