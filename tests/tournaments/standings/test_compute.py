"""Standings as an organiser reads them: places, ties, teams, stages, substitutes, penalties, sessions lost."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.match.scoring import score_table
from tests.support.rows import rows_of
from tournaments.standings.logic import (
    METRICS,
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
from tournaments.standings.logic.carry import carry_line, compute_added_value, compute_carried_value
from tournaments.standings.logic.metrics import get_metric

ANN, BEA, CARL, DORA, EVE = range(1, 6)
FOUR = [Competitor(ANN, "red"), Competitor(BEA, "red"), Competitor(CARL, "blue"), Competitor(DORA, "blue")]
TEAMS = [Competitor("red"), Competitor("blue")]
MCR = RankingRules(("table_points", "total"), team=TeamRule())


def table(round_number, points, players=(ANN, BEA, CARL, DORA), scoring="mcr-2006"):
    """The games of one table, points in the order of the players."""
    return [
        Game(player, round_number, 1, seat.score, seat.points, seat.table_points, seat.uma, seat.place, seat.shared)
        for player, seat in zip(players, score_table(points, ruleset(scoring).match.scoring), strict=True)
    ]


def order(standings):
    return [(row.place, row.shared, row.key) for row in standings.individual]


def keys(standings):
    return [row.key for row in standings.individual]


def totals(rows):
    return {row.key: row.total for row in rows}


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
    assert (standings.individual[0].tied_with, standings.individual[0].decided_by) == ((BEA,), None)
    assert {row[:2] for row in order(compute(StandingsInput(FOUR, [], MCR)))} == {(1, True)}
    # Three times a third of seven is seven: no rounding decides a place.
    games = [game for number in (1, 2, 3) for game in table(number, (30, 30, 30, -90))]
    standings = compute(StandingsInput(FOUR, games, MCR))
    assert [row.values["table_points"] for row in standings.individual] == [7, 7, 7, 0]
    # The smaller lot wins the last tie, and guests have no place.
    players = [Competitor(ANN, lot=2), Competitor(BEA, lot=1), Competitor(CARL), Competitor(DORA, ranked=False)]
    found = order(compute(StandingsInput(players, [], RankingRules(("total", "lot")))))
    assert found == [(1, False, BEA), (2, False, ANN), (3, False, CARL)]


def test_as_of_a_round_later_games_and_penalties_do_not_count():
    games = table(1, (50, 40, -30, -60)) + table(2, (-200, 0, 100, 100))
    given = StandingsInput(FOUR, games, MCR, adjustments=[Adjustment(Fraction(-500), player=CARL, round=2)])
    assert order(compute(given, after=1)) == [(1, False, ANN), (2, False, BEA), (3, False, CARL), (4, False, DORA)]
    assert keys(compute(given, after=2))[0] == ANN


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


def test_teams_are_the_sum_of_their_members_or_of_the_best_of_each_round():
    games = table(1, (50, 40, -30, -60))

    def teams(games, rules=MCR, players=FOUR):
        rows = compute(StandingsInput(players, games, rules, teams=TEAMS)).teams
        return [(row.place, row.key, row.values["table_points"], row.total) for row in rows]

    on_the_bench = [*FOUR, Competitor(EVE, "red")]
    for players in (FOUR, on_the_bench):
        assert teams(games, players=players) == [(1, "red", 6, 90), (2, "blue", 1, -90)]
    assert totals(compute(StandingsInput(on_the_bench, games, MCR)).individual)[EVE] == 0
    rules = RankingRules(("table_points", "total"), team=TeamRule(best=1))
    assert teams(games + table(2, (-50, -40, 30, 60)), rules) == [(1, "blue", 5, 30), (2, "red", 5, 10)]


def test_a_players_penalty_is_the_teams_too_and_a_teams_penalty_only_the_teams():
    games = table(1, (50, 40, -30, -60))
    lines = [Adjustment(Fraction(-20), player=ANN, round=1), Adjustment(Fraction(-5), team="red")]
    standings = compute(StandingsInput(FOUR, games, MCR, adjustments=lines, teams=TEAMS))
    assert totals(standings.individual) == {ANN: 30, BEA: 40, CARL: -30, DORA: -60}
    assert totals(standings.teams) == {"red": 65, "blue": -90}
    lines = [Adjustment(Fraction(-1, 2), "table_points", player=ANN)]
    first = compute(StandingsInput(FOUR, games, MCR, adjustments=lines)).individual[0]
    assert (first.key, first.values["table_points"]) == (ANN, Fraction(7, 2))


@pytest.mark.parametrize(
    ("carry", "ann", "bea"), [(Fraction(1), 40, 50), (Fraction(1, 2), 15, 30), (Fraction(0), -10, 10)]
)
def test_finalists_rank_above_the_others_with_what_they_carry(carry, ann, bea):
    rules = RankingRules(("total",), stages=(StageRule(1), StageRule(2, frozenset({ANN, BEA}), carry)))
    games = [*table(1, (50, 40, -30, -60)), Game(ANN, 2, 1, Fraction(-10)), Game(BEA, 2, 1, Fraction(10))]
    standings = compute(StandingsInput(FOUR, games, rules))
    assert totals(standings.individual) == {ANN: ann, BEA: bea, CARL: -30, DORA: -60}
    assert keys(standings) == [BEA, ANN, CARL, DORA]
    assert keys(compute(StandingsInput(FOUR, games, rules), after=1)) == [ANN, BEA, CARL, DORA]
    rules = RankingRules(("total",), stages=(StageRule(1), StageRule(2, frozenset({DORA}), carry)))
    games = [*table(1, (50, 40, -30, -60)), Game(DORA, 2, 1, Fraction(-100))]
    assert keys(compute(StandingsInput(FOUR, games, rules))) == [DORA, ANN, BEA, CARL], "above even with less"


CARRIED = TeamRule(carry=True)
HALF = Fraction(1, 2)


def scored(*scores):
    """Games of (player, round, score)."""
    return [Game(player, number, 1, Fraction(str(score))) for player, number, score in scores]


def of_teams(games, stage, team=CARRIED, lines=()):
    rules = RankingRules(("total",), stages=(StageRule(1), stage), team=team, version=2)
    given = StandingsInput([*FOUR, Competitor(EVE, "red")], games, rules, adjustments=lines, teams=TEAMS)
    return {row.key: (row.total, row.played) for row in compute(given).teams}


def test_a_team_carries_over_what_its_members_do():
    # 842.8 before the stage and 240 in it: 421.4 + 240.
    games = scored((ANN, 1, 500), (BEA, 1, "342.8"), (CARL, 1, -400), (ANN, 2, 240), (DORA, 2, -240))
    everybody = StageRule(2, None, HALF)
    assert of_teams(games, everybody) == {"red": (Fraction("661.4"), 3), "blue": (-440, 2)}
    assert of_teams(games, everybody, TeamRule()) == {"red": (Fraction("1082.8"), 3), "blue": (-640, 2)}
    # Whose members all go through the cut keeps half of 85; Dora, who does not, keeps her 10 beside half of Carl's 20.
    games = scored((ANN, 1, 50), (BEA, 1, 35), (CARL, 1, 20), (DORA, 1, 10))
    through = frozenset({ANN, BEA, CARL})
    final = scored((ANN, 2, 0), (BEA, 2, 0), (CARL, 2, 0))
    assert of_teams(games + final, StageRule(2, through, HALF)) == {"red": (Fraction("42.5"), 4), "blue": (20, 3)}
    nothing = of_teams(games + final, StageRule(2, through, Fraction(0)))
    assert nothing == {"red": (0, 4), "blue": (10, 3)}, "the games were played whatever of them still counts"


def test_fines_of_a_team_and_the_best_of_a_round_are_carried_over_too():
    games = scored((ANN, 1, 50), (BEA, 1, 35), (EVE, 1, 30), (CARL, 1, -115), (ANN, 2, 8))
    lines = [
        Adjustment(Fraction(-10), team="red", round=1),
        Adjustment(Fraction(-6), team="red", round=2),
        Adjustment(Fraction(-4), team="red"),
        Adjustment(Fraction(-20), player=BEA, round=1),
    ]
    # (50 + 35 + 30 - 10 - 20) / 2 + 8 - 6 - 4.
    assert of_teams(games, StageRule(2, None, HALF), lines=lines)["red"] == (Fraction("40.5"), 4)
    # Ann alone goes through: 50 / 2 + 35 + 30 - 20 and the team's fine of that round halved with hers.
    only_ann = StageRule(2, frozenset({ANN}), HALF)
    assert of_teams(games, only_ann, lines=lines)["red"] == (Fraction(63), 4)
    # Of the first round Bea's 35 and Eve's 30 are worth more than half of Ann's 50.
    best_two = of_teams(games, only_ann, TeamRule(2, carry=True))
    assert best_two["red"] == (35 + 30 + 8, 3)


def with_substitute(policy, **kwargs):
    """Eve plays the second round for Dora."""
    players = [*FOUR, Competitor(EVE, None, substitute_for=DORA)]
    games = table(1, (50, 40, -30, -60)) + table(2, (0, -20, -30, 50), players=(ANN, BEA, CARL, EVE))
    rules = RankingRules(("table_points", "total"), team=TeamRule(), substitutes=policy)
    standings = compute(StandingsInput(players, games, rules, teams=TEAMS, **kwargs))
    return {row.key: row.total for row in standings.individual}, {row.key: row.total for row in standings.teams}


@rows_of(__file__)
def test_substitutes_follow_the_policy(policy, dora, eve, blue):
    policy["absent"] = {name: Fraction(amount) for name, amount in policy.get("absent", {}).items()}
    individual, teams = with_substitute(SubstitutePolicy(**policy))
    assert (individual[DORA], individual.get(EVE, "no place")) == (dora, eve)
    assert teams == {"red": 70, "blue": blue}


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
        assert values == sorted(values, reverse=get_metric(key).higher_wins)


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
def test_teams_hold_what_their_members_hold_in_whichever_order_results_came_in(points, random):
    games = [game for number, sheet in enumerate(points, 1) for game in table(number, sheet)]
    players = random.choice((None, frozenset(random.sample([ANN, BEA, CARL, DORA], 2))))
    stages = (StageRule(1), StageRule(random.randint(2, 4), players, random.choice((Fraction(0), HALF))))
    rules = RankingRules(("table_points", "total"), stages=stages, team=CARRIED)
    standings = compute(StandingsInput(FOUR, games, rules, teams=TEAMS))
    for key in ("total", "table_points"):
        assert sum(row.values[key] for row in standings.teams) == sum(row.values[key] for row in standings.individual)
    random.shuffle(games)
    assert compute(StandingsInput(FOUR, games, rules, teams=TEAMS)) == standings


@given(sheets, st.lists(st.sampled_from((Fraction(0), HALF, Fraction(1))), min_size=6, max_size=6), st.booleans())
def test_rounds_and_lines_of_points_carried_over_add_up_to_the_total(points, carries, only_two):
    players = [*FOUR, Competitor(EVE)]
    games = [
        game
        for number, sheet in enumerate(points, 1)
        for game in table(number, sheet, (ANN, BEA, CARL, EVE if number % 2 else DORA))
    ]
    field = frozenset({ANN, DORA}) if only_two else None
    stages = [StageRule(1), *(StageRule(number, field, carry) for number, carry in enumerate(carries, 2))]
    lines = [Adjustment(Fraction(-3), player=ANN, round=2), Adjustment(Fraction(5), player=BEA)]
    given = StandingsInput(players, games, RankingRules(("total",), stages=tuple(stages)), adjustments=lines)
    before = {row.key: row for row in compute(given, after=0).individual}
    for number in range(1, len(points) + 1):
        rows = {row.key: row for row in compute(given, after=number).individual}
        for key, row in rows.items():
            carry = carry_line(before[key], row, "total") if row.carried_at == number else None
            added = compute_added_value(row, "total", number)
            assert row.total == before[key].total + (carry.score if carry else 0) + (added or 0)
            assert added is not None or key in (DORA, EVE), "only they do not play every round"
            assert carry is None or (carry.share, carry.first) == (
                carries[number - 2],
                compute_carried_value(row, "total"),
            )
        before = rows


def test_who_left_before_playing_is_listed_only_with_something_that_counts():
    fay, gus = 6, 7
    players = [*FOUR, Competitor(fay, withdrawn=True), Competitor(gus, withdrawn=True)]
    fine = Adjustment(Fraction(-10), player=gus)
    rules = RankingRules(list_withdrawn=False)
    rows = compute(StandingsInput(players, table(1, (50, 40, -30, -60)), rules, adjustments=[fine])).individual
    assert [(row.place, row.key) for row in rows] == [(1, ANN), (2, BEA), (3, gus), (4, CARL), (5, DORA)]


ANN, BEA, CARL, DORA, EVE = range(1, 6)
WITH_EVE = [*FOUR, Competitor(EVE, "red", substitute_for=BEA)]
RIICHI = RankingRules(("total",))
LOST = CountedForfeit(BEA, 1, clause="MCR-8.8")


def rows_of(standings):
    return [(row.place, row.key, row.values.get("table_points"), row.total) for row in standings.individual]


SHEET = (10, 40, -20, -30)


def test_a_session_lost_counts_nothing_whoever_sat_there_and_the_others_keep_their_places():
    """MCR-8.8: the chair is ranked, so Ann stays second; a substitute has no place and earns nothing for a team."""
    for field, sitting in ((FOUR, BEA), (WITH_EVE, EVE)):
        played = table(1, SHEET, (ANN, sitting, CARL, DORA))
        standings = compute(StandingsInput(field, played, MCR, forfeits=[LOST], teams=TEAMS))
        assert rows_of(standings) == [(1, ANN, 2, 10), (2, CARL, 1, -20), (3, BEA, 0, 0), (4, DORA, 0, -30)]
        assert [(row.key, row.values["table_points"]) for row in standings.teams] == [("red", 2), ("blue", 1)]
        (game,) = standings.individual[2].games
        assert (game.forfeit, game.clause) == ("session_lost", "MCR-8.8")


def test_it_counts_before_any_sheet_is_in():
    standings = compute(StandingsInput(FOUR, [], RIICHI, forfeits=[CountedForfeit(BEA, 1, score=Fraction(-30))]))
    assert [(row.place, row.key, row.total) for row in standings.individual][-1] == (4, BEA, -30)
    assert standings.after == 1


def test_a_substitute_who_goes_on_playing_has_the_later_rounds():
    """Only the lost session is nobody's; with the next one the event's own policy holds again."""
    played = table(1, SHEET, (ANN, EVE, CARL, DORA)) + table(2, SHEET, (ANN, EVE, CARL, DORA))
    standings = compute(StandingsInput(WITH_EVE, played, MCR, forfeits=[LOST]))
    assert rows_of(standings)[:2] == [(1, EVE, 4, 40), (2, ANN, 4, 20)]
    assert {row.key: len(row.games) for row in standings.individual} == {ANN: 2, BEA: 1, CARL: 2, DORA: 2, EVE: 1}
    rules = RankingRules(MCR.metrics, substitutes=SubstitutePolicy("replaced"))
    standings = compute(StandingsInput(WITH_EVE, played, rules, forfeits=[LOST]))
    assert next(row for row in standings.individual if row.key == BEA).values["table_points"] == 4


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
    found = [(row.place, row.key, row.total) for row in standings.individual]
    assert found == [(1, ANN, 10), (2, CARL, -10), (3, DORA, -25), (4, BEA, -30)]


def test_a_disqualified_player_is_out_of_the_order_from_that_round_on():
    """MCR-8.9: removed; the sessions of the others stand."""
    games = table(1, SHEET) + table(2, SHEET)
    out = [Out(BEA, 2, clause="MCR-8.9")]
    before = compute(StandingsInput(FOUR, games, MCR, outs=out), after=1)
    assert rows_of(before)[0][:2] == (1, BEA)
    after = compute(StandingsInput(FOUR, games, MCR, outs=out, teams=TEAMS))
    assert rows_of(after) == [(1, ANN, 4, 20), (2, CARL, 2, -40), (3, DORA, 0, -60), (0, BEA, 8, 80)]
    assert [row.out.clause if row.out else "" for row in after.individual] == ["", "", "", "MCR-8.9"]
    assert [(row.key, row.values["table_points"]) for row in after.teams] == [("red", 12), ("blue", 2)]


def test_a_disqualified_player_is_last_in_riichi():
    """RI-7.4 row 24 as EMA 5.5 and 5.8 have it."""
    games = table(1, (35000, 40000, 25000, 20000), scoring="riichi-ema-2016")
    standings = compute(StandingsInput(FOUR, games, RIICHI, outs=[Out(BEA, last=True), Out(ANN, last=True)]))
    found = [(row.place, row.key, row.total) for row in standings.individual]
    assert found == [(1, CARL, -10), (2, DORA, -25), (3, BEA, 25), (4, ANN, 10)]


def test_the_best_member_of_a_team_is_one_who_has_a_place():
    """MCR-8.6: a disqualified member decides no tie between teams."""
    rules = RankingRules(("table_points", "total"), team=TeamRule(tie_breaks=("best_member",)))
    standings = compute(StandingsInput(FOUR, table(1, SHEET), rules, teams=TEAMS, outs=[Out(BEA), Out(ANN)]))
    assert [(row.key, row.values["best_member"]) for row in standings.teams] == [("blue", 1), ("red", 10**6)]
