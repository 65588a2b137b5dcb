"""Sessions lost, sessions that a substitute plays, and disqualified players, in the standings."""

from fractions import Fraction

from engine.family import ruleset
from engine.match.scoring import score_table
from tournaments.standings.logic import (
    Competitor,
    CountedForfeit,
    Game,
    Out,
    RankingRules,
    StandingsInput,
    SubstitutePolicy,
    TeamRule,
    compute,
)

ANN, BEA, CARL, DORA, EVE = range(1, 6)
FOUR = [Competitor(ANN, "red"), Competitor(BEA, "red"), Competitor(CARL, "blue"), Competitor(DORA, "blue")]
WITH_EVE = [*FOUR, Competitor(EVE, "red", substitute_for=BEA)]
TEAMS = [Competitor("red"), Competitor("blue")]
MCR = RankingRules(("table_points", "total"), team=TeamRule())
RIICHI = RankingRules(("total",))
LOST = CountedForfeit(BEA, 1, clause="MCR-8.8")


def table(round_number, points, players=(ANN, BEA, CARL, DORA), scoring="mcr-2006"):
    return [
        Game(player, round_number, 1, seat.score, seat.points, seat.table_points, seat.uma, seat.place, seat.shared)
        for player, seat in zip(players, score_table(points, ruleset(scoring).match.scoring), strict=True)
    ]


def lines(standings):
    return [(row.place, row.key, row.values.get("table_points"), row.total) for row in standings.individual]


SHEET = (10, 40, -20, -30)


def test_a_session_lost_counts_nothing_and_the_others_keep_their_places():
    """MCR-8.8: whoever sat in the chair is ranked, so Ann stays second with two table points."""
    standings = compute(StandingsInput(FOUR, table(1, SHEET), MCR, forfeits=[LOST]))
    assert lines(standings) == [(1, ANN, 2, 10), (2, CARL, 1, -20), (3, BEA, 0, 0), (4, DORA, 0, -30)]
    (game,) = standings.individual[2].games
    assert (game.forfeit, game.place, game.clause) == ("session_lost", 4, "MCR-8.8")


def test_the_substitute_of_a_lost_session_gets_no_standing():
    """MCR-8.8: the same numbers with Eve in the chair, who has no place and earns nothing for a team."""
    played = table(1, SHEET, (ANN, EVE, CARL, DORA))
    standings = compute(StandingsInput(WITH_EVE, played, MCR, forfeits=[LOST], teams=TEAMS))
    assert lines(standings) == [(1, ANN, 2, 10), (2, CARL, 1, -20), (3, BEA, 0, 0), (4, DORA, 0, -30)]
    assert [(row.key, row.values["table_points"]) for row in standings.teams] == [("red", 2), ("blue", 1)]


def test_it_counts_before_any_sheet_is_in():
    standings = compute(StandingsInput(FOUR, [], RIICHI, forfeits=[CountedForfeit(BEA, 1, score=Fraction(-30))]))
    assert [(row.place, row.key, row.total) for row in standings.individual][-1] == (4, BEA, -30)
    assert standings.after == 1


def test_a_substitute_who_goes_on_playing_has_the_later_rounds():
    """Only the lost session is nobody's; with the next one the event's own policy holds again."""
    played = table(1, SHEET, (ANN, EVE, CARL, DORA)) + table(2, SHEET, (ANN, EVE, CARL, DORA))
    standings = compute(StandingsInput(WITH_EVE, played, MCR, forfeits=[LOST]))
    assert lines(standings)[:2] == [(1, EVE, 4, 40), (2, ANN, 4, 20)]
    assert {row.key: len(row.games) for row in standings.individual} == {ANN: 2, BEA: 1, CARL: 2, DORA: 2, EVE: 1}


def test_a_loss_may_be_the_absent_players():
    """MCR-8.8, `absent_takes_negative`: the worse of the two, known when the sheet is in."""
    forfeit = CountedForfeit(BEA, 1, takes_negative=True)
    for points, total in (((60, -40, -10, -10), -40), (SHEET, 0)):
        standings = compute(StandingsInput(FOUR, table(1, points), MCR, forfeits=[forfeit]))
        assert next(row.total for row in standings.individual if row.key == BEA) == total


def test_a_missed_session_in_riichi_has_its_points_and_uma():
    """RI-8.8: -15,000 points and -15,000 uma, while the substitute's 40,000 keep the others' places."""
    missed = CountedForfeit(
        BEA, 1, "substitute", score=Fraction(-30), points=Fraction(-15000), uma=Fraction(-15), clause="RI-8.8"
    )
    played = table(1, (35000, 40000, 25000, 20000), (ANN, EVE, CARL, DORA), "riichi-ema-2016")
    standings = compute(StandingsInput(WITH_EVE, played, RIICHI, forfeits=[missed]))
    assert [(row.place, row.key, row.total) for row in standings.individual] == [
        (1, ANN, 10),
        (2, CARL, -10),
        (3, DORA, -25),
        (4, BEA, -30),
    ]


def test_where_nobody_plays_those_present_have_what_the_rules_give():
    """MCR-E16, SC-E14: three table points each, whatever was written on a sheet."""
    given = [
        CountedForfeit(ANN, 1, "no_play", table_points=Fraction(3), table=1),
        CountedForfeit(CARL, 1, "no_play", table_points=Fraction(3), table=1),
        CountedForfeit(BEA, 1, table=1),
        CountedForfeit(DORA, 1, table=1),
    ]
    for games in ([], table(1, (0, 0, 0, 0))):
        standings = compute(StandingsInput(FOUR, games, MCR, forfeits=given))
        assert lines(standings) == [(1, ANN, 3, 0), (1, CARL, 3, 0), (3, BEA, 0, 0), (3, DORA, 0, 0)]


def test_a_disqualified_player_is_out_of_the_order_from_that_round_on():
    """MCR-8.9: removed; the sessions of the others stand."""
    games = table(1, SHEET) + table(2, SHEET)
    out = [Out(BEA, 2, clause="MCR-8.9")]
    before = compute(StandingsInput(FOUR, games, MCR, outs=out), after=1)
    assert lines(before)[0][:2] == (1, BEA)
    after = compute(StandingsInput(FOUR, games, MCR, outs=out, teams=TEAMS))
    assert lines(after) == [(1, ANN, 4, 20), (2, CARL, 2, -40), (3, DORA, 0, -60), (0, BEA, 8, 80)]
    assert [row.out.clause if row.out else "" for row in after.individual] == ["", "", "", "MCR-8.9"]
    assert [(row.key, row.values["table_points"]) for row in after.teams] == [("red", 12), ("blue", 2)]


def test_a_disqualified_player_is_last_in_riichi():
    """RI-7.4 row 24 as EMA 5.5 and 5.8 have it."""
    games = table(1, (35000, 40000, 25000, 20000), scoring="riichi-ema-2016")
    standings = compute(StandingsInput(FOUR, games, RIICHI, outs=[Out(BEA, last=True), Out(ANN, last=True)]))
    assert [(row.place, row.key, row.total) for row in standings.individual] == [
        (1, CARL, -10),
        (2, DORA, -25),
        (3, BEA, 25),
        (4, ANN, 10),
    ]


def test_the_best_member_of_a_team_is_one_who_has_a_place():
    """MCR-8.6: a disqualified member decides no tie between teams."""
    rules = RankingRules(("table_points", "total"), team=TeamRule(tie_breaks=("best_member",)))
    standings = compute(StandingsInput(FOUR, table(1, SHEET), rules, teams=TEAMS, outs=[Out(BEA), Out(ANN)]))
    assert [(row.key, row.values["best_member"]) for row in standings.teams] == [("blue", 1), ("red", 10**6)]


def test_policies_for_other_substitutes_stay_as_they_are():
    played = table(1, SHEET, (ANN, EVE, CARL, DORA)) + table(2, SHEET, (ANN, EVE, CARL, DORA))
    rules = RankingRules(MCR.metrics, substitutes=SubstitutePolicy("replaced"))
    standings = compute(StandingsInput(WITH_EVE, played, rules, forfeits=[LOST]))
    assert next(row for row in standings.individual if row.key == BEA).values["table_points"] == 4
