"""Direct games: those at one table with players who are still tied."""

from fractions import Fraction

from tournaments.standings.logic import (
    Competitor,
    CountedForfeit,
    Game,
    RankingRules,
    StandingsInput,
    compute,
)
from tournaments.standings.logic.lines import Substitution

ANN, BEA, CARL, DORA, EVE = range(1, 6)
EVERYBODY = [Competitor(key, number=key) for key in range(1, 6)]
DIRECT = RankingRules(("direct_games",))


def sheet(round_number, players, table_points):
    return [
        Game(player, round_number, 1, Fraction(points), table_points=Fraction(points))
        for player, points in zip(players, table_points, strict=True)
    ]


def order(inputs):
    return [(row.place, row.key, row.values["direct_games"]) for row in compute(inputs).individual]


def test_both_games_count_of_who_played_at_the_table_of_the_own_stand_in():
    games = sheet(1, (ANN, BEA, CARL, DORA), (2, 4, 1, 0))
    stand_ins = [Substitution(CARL, 1, plays_for=BEA), Substitution(DORA, 1, plays_for=ANN)]
    for listed in (games, games[::-1]):
        inputs = StandingsInput(EVERYBODY[:2], listed, DIRECT, stand_ins=stand_ins)
        assert order(inputs) == [(1, BEA, 5), (2, ANN, 2)]


def test_a_three_way_tie_is_split_by_all_games_where_two_of_them_met():
    games = sheet(1, (ANN, BEA, DORA, EVE), (2, 1, 4, 0)) + sheet(2, (BEA, CARL, DORA, EVE), (4, 2, 1, 0))
    three = [Competitor(key, number=key) for key in (ANN, BEA, CARL)]
    assert order(StandingsInput(three, games, DIRECT)) == [(1, BEA, 5), (2, ANN, 2), (2, CARL, 2)]


def test_forfeits_without_a_chair_are_no_games_against_each_other():
    """Ann and Bea lost a session that nobody played for them, so neither met anybody."""
    games = sheet(1, (ANN, CARL, DORA, EVE), (0, 0, 0, 0))
    games.append(Game(BEA, 1, 2, Fraction(0)))
    forfeits = [CountedForfeit(key, 2, score=Fraction(-30)) for key in (ANN, BEA)]
    rows = compute(StandingsInput(EVERYBODY, games, DIRECT, forfeits=forfeits)).individual
    assert {(row.place, row.shared) for row in rows} == {(1, True)}
