"""Possible places of players and teams before a round, against every outcome played through the standings."""

import random
from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from engine.family import ruleset
from engine.match.scoring import MatchScoring, score_table
from tests.support.release import in_full
from tests.support.rows import rows_of
from tournaments.standings.logic import Competitor, Game, RankingRules, StandingsInput, TeamRule, compute
from tournaments.standings.logic.needs import Chances, Enough
from tournaments.standings.logic.orders import fits, list_orders, map_seats_to_places
from tournaments.standings.logic.round_ahead import RoundAhead
from tournaments.standings.logic.team_needs import build_extreme_games, compute_team_needs

rows = rows_of(__file__)

MCR = MatchScoring.from_dict({"table_points": [4, 2, 1, 0]})
UMA = MatchScoring.from_dict({"uma": [3, 1, -1, -3]})
IN_SEAT_ORDER = MatchScoring.from_dict({"uma": [3, 1, -1, -3], "ties": "seat_order"})
SCORINGS = {"mcr": MCR, "uma": UMA, "in_seat_order": IN_SEAT_ORDER}
FIELD = [Competitor(key, number=key) for key in range(1, 9)]
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
LINE = 3


def games_of(number: int, table: int, keys: Sequence[int], points: Sequence[int], scoring: MatchScoring) -> list[Game]:
    return [
        Game(
            key, number, table, score=seat.score, points=seat.points, table_points=seat.table_points,
            uma=seat.uma, place=seat.place, shared=seat.shared,
        )
        for key, seat in zip(keys, score_table(points, scoring), strict=True)
    ]  # fmt: skip


def history(seed: int, scoring: MatchScoring) -> list[Game]:
    """A first round with other tables, close enough for the next to matter."""
    rng = random.Random(seed)
    found = []
    for table, keys in enumerate(((1, 5, 2, 6), (3, 7, 4, 8)), 1):
        first, second, third = (rng.randint(-2, 2) for _seat in range(3))
        found += games_of(1, table, keys, (first, second, third, -first - second - third), scoring)
    return found


def sheets(swing: int) -> list[tuple[int, ...]]:
    return [each for each in product(range(-swing, swing + 1), repeat=4) if sum(each) == 0]


def every_end(before: list[Game], rules: RankingRules, scoring: MatchScoring, swing: int) -> Iterable[dict]:
    """Player -> (place, place at the table unless shared, points) for every way the round can end."""
    for both in product(sheets(swing), repeat=2):
        games = [
            game
            for table, (keys, points) in enumerate(zip(TABLES, both, strict=True), 1)
            for game in games_of(2, table, keys, points, scoring)
        ]
        rows = compute(StandingsInput(FIELD, [*before, *games], rules)).individual
        at = {game.player: (0 if game.shared else game.place, int(game.points)) for game in games}
        yield {row.key: (row.place, *at[row.key]) for row in rows}


@rows
def test_no_outcome_goes_beyond_and_each_limit_is_reached(scoring, metrics, seed, swing):
    scoring, metrics, swing = SCORINGS[scoring], tuple(metrics), swing if in_full() else 1
    rules, before = RankingRules(metrics=metrics), history(seed, scoring)
    ends = list(every_end(before, rules, scoring, swing))
    rows = compute(StandingsInput(FIELD, before, rules)).individual
    chances = Chances(rows, metrics, RoundAhead(2, TABLES, scoring, swing=(swing, swing)))
    own = [first for first, _second in product(sheets(swing), repeat=2)]
    for points in sheets(swing):
        worst = max(end[1][0] for first, end in zip(own, ends, strict=True) if first == points)
        assert chances.worst_with(1, dict(zip(TABLES[0], points, strict=True))) == worst, points
    for key in range(1, 9):
        told = chances.of(key, LINE)
        places = [end[key][0] for end in ends]
        assert (told.best, told.worst) == (min(places), max(places)), key
        for enough in told.at_table:
            own = [(points, place <= LINE) for place, at, points in (end[key] for end in ends) if at == enough.place]
            assert enough.possible == any(good for _points, good in own), (key, enough)
            assert enough.sure == all(good for _points, good in own), (key, enough)
            if not enough.sure:
                bad = max(points for points, good in own if not good)
                safe = sorted({points for points, _good in own if points > bad})
                assert enough.sure_from == (safe[0] if safe else None), (key, enough)


def test_ties_that_direct_games_decide_are_counted_as_open_and_who_sits_out_keeps_what_there_is():
    rules = RankingRules(metrics=("table_points", "direct_games", "total"))
    rows = compute(StandingsInput(FIELD, history(1, MCR), rules)).individual
    ahead = RoundAhead(2, TABLES, MCR, swing=(1, 1))
    exact, wide = (Chances(rows, metrics, ahead) for metrics in (("table_points",), ("table_points", "direct_games")))
    for key in range(1, 9):
        assert wide.of(key).best == exact.of(key).best
        assert wide.of(key).worst >= exact.of(key).worst
    told = Chances(rows, ("table_points", "total"), RoundAhead(2, TABLES[:1], MCR, swing=(1, 1))).of(5, LINE)
    assert (told.best <= told.worst, told.at_table) == (True, ())
    assert ruleset("mcr-2006").sheet.swing == (16 * 344, 16 * 3 * 344), "bounded by its hands"
    assert ruleset("riichi-ema-2016").sheet.swing is None


def test_without_a_limit_of_points_only_places_count():
    before = [*games_of(1, 1, (1, 2, 3, 4), (9, 3, -4, -8), MCR), *games_of(1, 2, (5, 6, 7, 8), (9, 3, -4, -8), MCR)]
    rows = compute(StandingsInput(FIELD, before, RankingRules(metrics=("table_points", "total")))).individual
    told = Chances(rows, ("table_points", "total"), RoundAhead(2, TABLES, MCR)).of(1, 2)
    assert (told.best, told.worst) == (1, 6)
    assert told.at_table == (Enough(1, sure=True, possible=True), *(Enough(at, possible=True) for at in (2, 3, 4)))


@pytest.mark.parametrize("shared", [True, False])
def test_an_order_fits_exactly_where_some_points_do(shared):
    rng = random.Random(4)
    every = list(product(range(4), repeat=4))
    for order in list_orders(4, shared):
        low = [rng.randint(0, 2) for _seat in range(4)]
        high = [value + rng.randint(0, 2) for value in low]
        sums = {
            sum(points)
            for points in every
            if all(low[at] <= own <= high[at] for at, own in enumerate(points)) and _is(order, points, shared)
        }
        assert {
            total for total in range(13) if fits(order, low, [min(3, each) for each in high], total, shared=shared)
        } == sums


def _is(order, points, shared):
    found, asked = score_table(points, MCR if shared else IN_SEAT_ORDER), map_seats_to_places(order)
    return [(seat.place, seat.shared) for seat in found] == [(asked[at][0], asked[at][1] > 1) for at in range(4)]


MEMBERS = [Competitor(key, number=key, team=f"T{key % 4}") for key in range(1, 9)]
TEAMS = [Competitor(f"T{number}", number=number) for number in range(4)]


@rows
def test_no_outcome_goes_beyond_what_is_told_of_a_team(scoring, metrics, team_metrics, best, seed):
    scoring, team = SCORINGS[scoring], TeamRule(best=best or None, tie_breaks=tuple(team_metrics))
    rules = RankingRules(metrics=tuple(metrics), team=team)
    before, ahead = history(seed, scoring), RoundAhead(2, TABLES, scoring, swing=(1, 1))
    lows, highs = (
        compute(StandingsInput(MEMBERS, [*before, *build_extreme_games(ahead, most=most)], rules, teams=TEAMS))
        for most in (False, True)
    )
    told = compute_team_needs(lows.teams, highs.teams, lows.team_metrics)
    places: dict = {team.key: set() for team in TEAMS}
    for both in product(sheets(1), repeat=2):
        games = [
            game
            for table, (keys, points) in enumerate(zip(TABLES, both, strict=True), 1)
            for game in games_of(2, table, keys, points, scoring)
        ]
        for row in compute(StandingsInput(MEMBERS, [*before, *games], rules, teams=TEAMS)).teams:
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
        compute(StandingsInput(MEMBERS, [*before, *build_extreme_games(ahead, most=most)], rules, teams=TEAMS)).teams
        for most in (False, True)
    )
    told = compute_team_needs(lows, highs, ("total",))
    assert (told["T1"].best, told["T1"].worst) == (1, 1)
    assert {(told[team].best, told[team].worst) for team in ("T0", "T2", "T3")} == {(2, 4)}
