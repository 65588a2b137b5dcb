"""Season rankings worked out by hand, rules as data, and events taken apart by days and games."""

import datetime
from fractions import Fraction

import pytest

from tournaments.seasons.logic import (
    SeasonRule,
    SeasonRuleError,
    SeasonUnit,
    UnitResult,
    load_presets,
    rank_season,
    read_rule,
)
from tournaments.seasons.logic.units import SeasonSource, build_event_line, split_into_units
from tournaments.seasons.text import READY
from tournaments.standings.logic import Adjustment, Competitor, Game, RankingRules, StandingsInput, compute

F = Fraction
UNITS = [SeasonUnit(number, number) for number in (1, 2, 3, 4)]


def scored(**people):
    """The scores of each person in units 1, 2, 3 …; None: was not there."""
    found = []
    for number in range(1, 1 + max(map(len, people.values()))):
        own = {who: scores[number - 1] for who, scores in people.items() if len(scores) >= number}
        there = {who: F(score) for who, score in own.items() if score is not None}
        values = list(there.values())
        for who, score in there.items():
            place = 1 + sum(one > score for one in values)
            found.append(UnitResult(who, number, place, len(values), values.count(score), score, games=2))
    return found


def table(results, rule, units=UNITS):
    return [(row.place, row.person, row.total) for row in rank_season(units, results, rule)]


def whys(results, rule):
    return [line.why for line in rank_season(UNITS, results, rule)[0].lines]


def test_a_sum_with_the_worst_dropped():
    found, drop = scored(petra=(10, -20, 5, 1), rosa=(4, 6, None, 3), quint=(1, 1, 1, 1)), SeasonRule(drop=1)
    assert table(found, drop) == [(1, "petra", 16), (2, "rosa", 10), (3, "quint", 3)]
    assert [line.value for line in rank_season(UNITS, found, drop)[0].lines] == [10, -20, 5, 1]
    assert whys(found, drop) == ["", "dropped", "", ""]
    assert whys(scored(petra=(3, 3, 3)), drop) == ["dropped", "", ""], "of equal worst results the earlier"
    twice = [*scored(petra=(5,)), UnitResult("petra", 1, 2, 2, score=F(-1))]
    assert (table(twice, drop), whys(twice, drop)) == ([(1, "petra", 5)], ["", "dropped"])
    assert rank_season([], [], SeasonRule(last=3)) == ()
    units = [SeasonUnit(1, 1), SeasonUnit(2, 2, factor=F(3, 2))]
    assert table(scored(petra=(10, 1), rosa=(1, 10)), SeasonRule(), units) == [(1, "rosa", 16), (2, "petra", F(23, 2))]


def test_the_mean_of_the_best_two_of_the_last_three():
    found = scored(petra=(90, 1, 2, 4), rosa=(0, 5, None, None))
    rule = SeasonRule(combine="mean", best=2, last=3)
    assert table(found, rule) == [(1, "rosa", 5), (2, "petra", 3)]
    assert [line.why for line in rank_season(UNITS, found, rule)[1].lines] == ["early", "beyond", "", ""]
    filled = rank_season(UNITS, found, read_rule(rule.to_dict() | {"fill": True}))
    assert [(row.person, row.total, row.filled) for row in filled] == [("petra", 3, 0), ("rosa", F(5, 2), 1)]


def test_points_by_place_are_shared_by_those_who_share_a_place():
    found = scored(petra=(7,), rosa=(7,), quint=(7,), olaf=(1,), uwe=(0,))
    rule = SeasonRule(value="place_points", place_points=(F(10), F(6), F(3), F(1)), tie_breaks=())
    assert table(found, rule) == [
        (1, "petra", F(19, 3)), (1, "quint", F(19, 3)), (1, "rosa", F(19, 3)), (4, "olaf", 1), (5, "uwe", 0),
    ]  # fmt: skip


def test_a_mean_by_the_federations_weights_with_older_results_worth_half():
    # 1000 x (N - p) / (N - 1) of five: 1000, 750, 500, 250, 0. The first event lies 400 days before the second.
    people = ("petra", "rosa", "quint", "olaf", "uwe")
    units = [
        SeasonUnit(1, 1, datetime.date(2025, 1, 1), weight=F(2)),
        SeasonUnit(2, 2, datetime.date(2026, 2, 5), weight=F(3, 2)),
    ]
    found = scored(**{who: (5 - at, at) for at, who in enumerate(people)})
    rule = SeasonRule(
        value="base_rank", combine="mean", weights="federation", ages=((366, F(1, 2)), (731, F(0))), tie_breaks=()
    )
    # petra: (1000 x 1 + 0 x 3/2) / (5/2); uwe the other way round.
    assert table(found, rule, units) == [
        (1, "uwe", 600), (2, "olaf", 550), (3, "quint", 500), (4, "rosa", 450), (5, "petra", 400),
    ]  # fmt: skip


def test_who_has_too_few_results_stands_behind_without_a_place():
    found = scored(petra=(1, 1), rosa=(50,), quint=(0, 2))
    rule = SeasonRule(least=2, tie_breaks=("latest",))
    assert table(found, rule) == [(1, "petra", 2), (1, "quint", 2), (0, "rosa", 50)]


def test_tie_breaks_are_asked_in_their_order_and_told():
    found = scored(petra=(6, 2), rosa=(5, 3), quint=(4, 4))
    rows = rank_season(UNITS, found, SeasonRule(tie_breaks=("wins", "best")))
    # petra won the first, quint the second; petra's best is 6.
    assert [(row.place, row.person, row.broken_by) for row in rows] == [
        (1, "petra", ""), (2, "quint", "best"), (3, "rosa", "wins"),
    ]  # fmt: skip
    assert {row.place for row in rank_season(UNITS, found, SeasonRule(tie_breaks=("games",)))} == {1}
    assert [row.person for row in rank_season(UNITS[:2], found, SeasonRule(tie_breaks=("latest",)))] == [
        "quint", "rosa", "petra",
    ]  # fmt: skip


WRONG = [
    ({"sum": 1}, "sum"), ({"value": "fame"}, "value"), ({"best": -1}, "best"), ({"drop": "many"}, "drop"),
    ({"fill": 1}, "fill"), ({"fill": True}, "best"), ({"value": "place_points"}, "place_points"),
    ({"place_points": ["1e999999"]}, "place_points"), ({"ages": [[700, 0], [365, "1/2"]]}, "ages"),
    ({"ages": [[365, 2]]}, "ages"), ({"ages": [365]}, "ages"), ({"tie_breaks": ["best", "best"]}, "tie_breaks"),
    ({"tie_breaks": ["height"]}, "tie_breaks"),
]  # fmt: skip


def test_what_cannot_be_a_rule_is_refused_with_its_field():
    for raw, field in WRONG:
        with pytest.raises(SeasonRuleError) as refused:
            read_rule(raw)
        assert refused.value.field == field


def test_a_rule_comes_back_from_its_data():
    points, half_after_a_year = (F(5, 2), F(1)), ((365, F(1, 2)),)
    rule = SeasonRule(value="place_points", place_points=points, ages=half_after_a_year, best=3, fill=True)
    assert (read_rule(rule.to_dict()), read_rule({})) == (rule, SeasonRule())


def test_the_rules_that_come_with_the_program_can_be_used():
    assert list(load_presets()) == [
        "sum",
        "best_of",
        "place_points",
        "federation",
        "evenings",
        "teams",
        "games",
        "mers",
    ]
    assert {key: read_rule(rule.to_dict()) for key, rule in load_presets().items()} == load_presets()
    assert set(READY) == set(load_presets())


MAY, JUNE = datetime.date(2026, 5, 8), datetime.date(2026, 6, 5)
PEOPLE = {1: "petra", 2: "rosa", 3: "quint", 4: "olaf", 5: "uwe"}
GAMES = [
    Game(1, 1, 1, F(30), place=1), Game(2, 1, 1, F(5), place=2), Game(3, 1, 1, F(-10), place=3),
    Game(4, 1, 1, F(-25), place=4),
    Game(1, 2, 1, F(-20), place=4), Game(2, 2, 1, F(0), place=2, shared=True),
    Game(3, 2, 1, F(0), place=2, shared=True), Game(5, 2, 1, F(20), place=1),
    Game(1, 3, 1, F(-4), place=3), Game(2, 3, 1, F(-6), place=4), Game(4, 3, 1, F(8), place=1),
    Game(5, 3, 1, F(2), place=2),
]  # fmt: skip
FINE = Adjustment(F(-7), player=1, round=2)


def source(**other):
    field = [Competitor(key, number=key) for key in (*PEOPLE, 6)]
    rows = compute(StandingsInput(field, GAMES, RankingRules(("total",)), adjustments=[FINE])).individual
    lines = [build_event_line(row) for row in rows]
    values = {"number": 1, "rows": lines, "people": PEOPLE, "days": {1: MAY, 2: MAY, 3: JUNE}, "day": MAY}
    return SeasonSource(**values | other)


def told(unit, **other):
    units, results = split_into_units([source()], unit, **other)
    days = {one.number: one.day for one in units}
    return {(days[one.unit], one.unit, one.person): (one.place, one.sharing, one.field, one.score) for one in results}


def test_a_whole_event_gives_the_totals_of_its_standings_to_those_who_played():
    assert told("event") == {
        (MAY, 1, "uwe"): (1, 1, 5, 22),
        (MAY, 1, "rosa"): (2, 2, 5, -1),
        (MAY, 1, "petra"): (2, 2, 5, -1),
        (MAY, 1, "quint"): (4, 1, 5, -10),
        (MAY, 1, "olaf"): (5, 1, 5, -17),
    }


def test_two_spellings_of_a_person_in_one_event_are_one_result_of_each_unit():
    """Uwe is Olaf, entered anew: 22 and -17 of the event are 5, and 2 and 8 of June are 10."""
    people = PEOPLE | {5: "olaf"}
    units, results = split_into_units([source(people=people)], "event")
    assert {one.person: (one.place, one.field, one.score, one.games) for one in results} == {
        "olaf": (1, 4, 5, 4), "rosa": (2, 4, -1, 3), "petra": (2, 4, -1, 3), "quint": (4, 4, -10, 2),
    }  # fmt: skip
    units, results = split_into_units([source(people=people)], "day")
    assert [(one.person, one.unit, one.place, one.field, one.score) for one in results if one.person == "olaf"] == [
        ("olaf", 1, 3, 4, -5), ("olaf", 2, 1, 3, 10),
    ]  # fmt: skip
    assert len(units) == 2
    _units, results = split_into_units([source(people=people)], "game")
    assert [(one.unit, one.place, one.score) for one in results if one.person == "olaf"] == [
        (1, 4, -25), (2, 1, 20), (3, 1, 10),
    ]  # fmt: skip


def test_the_days_of_an_evening_are_placed_each_on_its_own_with_its_fines():
    assert told("day") == {
        (MAY, 1, "uwe"): (1, 1, 5, 20),
        (MAY, 1, "rosa"): (2, 1, 5, 5),
        (MAY, 1, "petra"): (3, 1, 5, 3),
        (MAY, 1, "quint"): (4, 1, 5, -10),
        (MAY, 1, "olaf"): (5, 1, 5, -25),
        (JUNE, 2, "olaf"): (1, 1, 4, 8),
        (JUNE, 2, "uwe"): (2, 1, 4, 2),
        (JUNE, 2, "petra"): (3, 1, 4, -4),
        (JUNE, 2, "rosa"): (4, 1, 4, -6),
    }
    found = told("day", wanted=lambda day: day is not None and day.month == 6)
    assert set(found) == {(JUNE, 1, who) for who in ("olaf", "uwe", "petra", "rosa")}


def test_games_keep_their_places_at_the_table():
    found = told("game")
    assert [found[MAY, 2, who] for who in ("uwe", "rosa", "quint", "petra")] == [
        (1, 1, 4, 20), (2, 2, 4, 0), (2, 2, 4, 0), (4, 1, 4, -27),
    ]  # fmt: skip
    assert len(found) == 12
