"""Between which places a team can end, against every outcome played through the standings themselves."""

from __future__ import annotations

from itertools import product

import pytest

from tests.tournaments.standings.test_needs import MCR, TABLES, UMA, games_of, history, sheets
from tournaments.standings.logic import Competitor, RankingRules, StandingsInput, TeamRule, compute
from tournaments.standings.logic.round_ahead import RoundAhead
from tournaments.standings.logic.team_needs import extreme_games, team_needs

FIELD = [Competitor(key, number=key, team=f"T{key % 4}") for key in range(1, 9)]
TEAMS = [Competitor(f"T{number}", number=number) for number in range(4)]


@pytest.mark.parametrize(
    ("scoring", "metrics", "team_metrics", "best", "seed"),
    [
        (MCR, ("table_points", "total"), (), None, 1),
        (MCR, ("table_points", "total"), ("table_points", "best_member"), None, 2),
        (MCR, ("table_points", "total"), ("total",), 1, 3),
        (UMA, ("total",), ("total",), None, 5),
    ],
)
def test_no_outcome_goes_beyond_what_is_told_of_a_team(scoring, metrics, team_metrics, best, seed):
    rules = RankingRules(metrics=metrics, team=TeamRule(best=best, tie_breaks=team_metrics))
    before, ahead = history(seed, scoring), RoundAhead(2, TABLES, scoring, swing=(1, 1))
    lows, highs = (
        compute(StandingsInput(FIELD, [*before, *extreme_games(ahead, most=most)], rules, teams=TEAMS))
        for most in (False, True)
    )
    told = team_needs(lows.teams, highs.teams, lows.team_metrics)
    places: dict = {team.key: set() for team in TEAMS}
    for both in product(sheets(1), repeat=2):
        games = [
            game
            for table, (keys, points) in enumerate(zip(TABLES, both, strict=True), 1)
            for game in games_of(2, table, keys, points, scoring)
        ]
        for row in compute(StandingsInput(FIELD, [*before, *games], rules, teams=TEAMS)).teams:
            places[row.key].add(row.place)
    for team, found in places.items():
        assert told[team].best <= min(found) <= max(found) <= told[team].worst, team
    # A bound that nothing ever reaches would tell nothing.
    assert any(told[team].best == min(found) for team, found in places.items())


def test_a_team_that_is_far_ahead_is_certain_of_its_place():
    before = [
        *games_of(1, 1, (1, 2, 3, 4), (90, -30, -30, -30), MCR),
        *games_of(1, 2, (5, 6, 7, 8), (90, -30, -30, -30), MCR),
    ]
    rules = RankingRules(metrics=("total",), team=TeamRule())
    ahead = RoundAhead(2, TABLES, MCR, swing=(2, 6))
    lows, highs = (
        compute(StandingsInput(FIELD, [*before, *extreme_games(ahead, most=most)], rules, teams=TEAMS)).teams
        for most in (False, True)
    )
    told = team_needs(lows, highs, ("total",))
    assert (told["T1"].best, told["T1"].worst) == (1, 1)
    assert {(told[team].best, told[team].worst) for team in ("T0", "T2", "T3")} == {(2, 4)}
