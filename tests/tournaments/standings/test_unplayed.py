"""Only who has played has a place: a game, forfeit, substitute's game credited to the person, or imported total."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.logic import (
    Adjustment,
    Competitor,
    CountedForfeit,
    Game,
    Out,
    RankingRules,
    StageRule,
    StandingsInput,
    SubstitutePolicy,
    TeamRule,
    compute,
)

ANN, BEA, CARL, DORA, EVE, FAY = range(1, 7)
FOUR = [Competitor(number, number=number) for number in (ANN, BEA, CARL, DORA)]
PLAYED = [Game(player, 1, 1, Fraction(points)) for player, points in ((ANN, 30), (BEA, 10), (CARL, -10), (DORA, -30))]
RULES = RankingRules(version=2)


def places(players, games=PLAYED, rules=RULES, after=None, **given_too):
    standings = compute(StandingsInput([*FOUR, *players], games, rules, **given_too), after)
    return [(row.place, row.key, row.played) for row in standings.individual]


BEFORE = [(1, ANN, 1), (2, BEA, 1), (3, CARL, 1), (4, DORA, 1)]


def test_who_comes_later_stands_below_everybody_without_a_place():
    eve = Competitor(EVE, number=EVE)
    assert places([eve]) == [*BEFORE, (0, EVE, 0)]
    assert places([eve], rules=RankingRules()) == [
        (1, ANN, 1), (2, BEA, 1), (3, EVE, 0), (4, CARL, 1), (5, DORA, 1),
    ]  # fmt: skip
    assert places([eve], [*PLAYED, Game(EVE, 2, 1, Fraction(20))])[1] == (2, EVE, 1)
    assert places([eve], [*PLAYED, Game(EVE, 2, 1, Fraction(20))], after=1) == [*BEFORE, (0, EVE, 0)]


def test_nobody_has_a_place_before_the_first_game():
    assert places([], []) == [(0, ANN, 0), (0, BEA, 0), (0, CARL, 0), (0, DORA, 0)]


def test_a_penalty_or_bonus_is_no_game_and_an_imported_total_is():
    eve = Competitor(EVE, number=EVE)
    assert places([eve], adjustments=[Adjustment(Fraction(50), player=EVE, kind="bonus")]) == [*BEFORE, (0, EVE, 0)]
    assert places([eve], adjustments=[Adjustment(Fraction(50), player=EVE, kind="result")])[0] == (1, EVE, 1)


def test_a_forfeit_is_a_game():
    eve = Competitor(EVE, number=EVE)
    for kind in ("session_lost", "substitute", "no_play"):
        forfeit = CountedForfeit(EVE, 1, kind, score=Fraction(-40))
        assert places([eve], forfeits=[forfeit]) == [*BEFORE, (5, EVE, 1)]


@pytest.mark.parametrize(("points", "place"), [("own", 0), ("replaced", 1), ("zero", 2)])
def test_a_substitutes_game_counts_for_whom_it_is_credited_to(points, place):
    field = [Competitor(EVE, number=EVE), Competitor(FAY, number=FAY, substitute_for=EVE)]
    rules = RankingRules(version=2, substitutes=SubstitutePolicy(points, absent={"score": Fraction(20)}))
    found = places(field, [*PLAYED, Game(FAY, 2, 1, Fraction(99))], rules)
    assert next(row for row in found if row[1] == EVE) == (place, EVE, int(place > 0))


def test_games_of_which_nothing_counts_any_more_are_games():
    rules = RankingRules(version=2, stages=(StageRule(1), StageRule(2, frozenset({ANN, DORA}), Fraction(0))))
    final = [*PLAYED, Game(DORA, 2, 1, Fraction(5))]
    assert places([], final, rules) == [(1, DORA, 2), (2, ANN, 1), (3, BEA, 1), (4, CARL, 1)]


def test_a_disqualified_player_who_has_not_played_has_no_place_either():
    eve = Competitor(EVE, number=EVE)
    outs = [Out(EVE, last=True), Out(BEA, last=True)]
    assert places([eve], outs=outs) == [(1, ANN, 1), (2, CARL, 1), (3, DORA, 1), (4, BEA, 1), (0, EVE, 0)]


def test_a_team_without_a_game_has_no_place():
    red = [Competitor(number, "red", number) for number in (ANN, BEA, CARL, DORA)]
    rules = RankingRules(version=2, team=TeamRule())
    games = [Game(one.player, 1, 1, one.score, team="red") for one in PLAYED]
    field = [*red, Competitor(EVE, "blue", EVE)]
    standings = compute(StandingsInput(field, games, rules, teams=[Competitor("blue"), Competitor("red")]))
    assert [(row.place, row.key) for row in standings.teams] == [(1, "red"), (0, "blue")]


@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.integers(1, 3), st.integers(-9, 9)), max_size=12, unique_by=lambda g: g[:2]
    )
)
def test_exactly_those_who_have_played_have_a_place(rows):
    games = [Game(player, number, 1, Fraction(points)) for player, number, points in rows]
    field = [Competitor(EVE, number=EVE), Competitor(FAY, number=FAY)]
    found = places(field, games, after=3)
    assert {key for place, key, _played in found if place} == {player for player, _number, _points in rows}
    assert [place for place, _key, _played in found if place] == sorted(
        place for place, _key, _played in found if place
    )
    assert all(not later[0] for row, later in pairwise(found) if not row[0])
