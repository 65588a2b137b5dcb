"""The European ranking (MERS) worked out by hand, its steps in comments, and the edges of its rule."""

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
from tournaments.seasons.text import describe_rule
from tournaments.standings.federations.forms import get_step_value, load_federations

F = Fraction
MERS = load_presets()["mers"]
TODAY = datetime.date(2026, 3, 1)
BASE = 11
"""Eleven people: places 1 to 11 give 1000, 900 … 0."""


def rank(*played, rule=MERS, last=TODAY):
    """Return petra's row for (place of eleven, weight, last day); rosa's event sets the season's last day."""
    units = [
        SeasonUnit(number, number, day, weight=F(weight)) for number, (_place, weight, day) in enumerate(played, 1)
    ]
    units.append(SeasonUnit(len(units) + 1, 0, last))
    results = [UnitResult("petra", number, place, BASE) for number, (place, _w, _d) in enumerate(played, 1)]
    results.append(UnitResult("rosa", len(units), 1, 1))
    rows = {row.person: row for row in rank_season(units, results, rule)}
    return rows.get("petra")


def recent(*places, weight=1):
    return [(place, weight, TODAY) for place in places]


def test_a_ranking_by_hand():
    row = rank(
        (1, 2, datetime.date(2025, 9, 7)),  # 1000, within the year: weighs 2
        (3, F(5, 2), datetime.date(2024, 6, 2)),  # 800, second year: 5/2 x 1/2 = 5/4
        (6, 1, datetime.date(2025, 5, 4)),  # 500, weighs 1
        (8, 4, datetime.date(2026, 2, 1)),  # 300, weighs 4
        (4, 2, datetime.date(2024, 4, 7)),  # 700, second year: 1
        (9, 1, datetime.date(2025, 12, 6)),  # 200, weighs 1
        (2, 3, datetime.date(2023, 10, 1)),  # 900, third year: none
    )
    # n = 6, so ceil(5 + 0.8 x 1) = 6 count: 2000 + 1000 + 500 + 1200 + 700 + 200 = 5600 over 10.25.
    first = F(5600) / F(41, 4)
    # The best four by base rank: 1000, 800, 700, 500: 2000 + 1000 + 700 + 500 = 4200 over 5.25.
    second = F(4200) / F(21, 4)
    assert (first, second) == (F(22400, 41), 800)
    assert (row.place, row.total, row.filled) == (1, (first + second) / 2, 0)
    assert row.total == F(27600, 41)
    assert [(line.why, line.top) for line in row.lines] == [
        ("", True), ("", True), ("", True), ("", False), ("", True), ("", False), ("expired", False),
    ]  # fmt: skip


def test_a_published_example():
    """Three firsts, 501 of weight 6 and 500 of weight 1: 650.6 and 667.33 (UK Mahjong Association, on MERS)."""
    units = [SeasonUnit(number, number, TODAY, weight=F(6 if number == 4 else 1)) for number in range(1, 6)]
    places = [(1, 1001), (1, 1001), (1, 1001), (500, 1001), (501, 1001)]
    results = [UnitResult("petra", number, place, field) for number, (place, field) in enumerate(places, 1)]
    (row,) = rank_season(units, results, MERS)
    assert [line.value for line in row.lines] == [1000, 1000, 1000, 501, 500]
    # (3000 + 6 x 501 + 500) / 10 = 650.6; (3000 + 6 x 501) / 9 = 6006 / 9.
    assert row.total == (F(6506, 10) + F(6006, 9)) / 2


@pytest.mark.parametrize(
    ("places", "total", "counted", "filled"),
    [
        # One: (1000 + 4 x 0) / 5 and (1000 + 3 x 0) / 4, without a place.
        ((1,), F(200 + 250, 2), 1, 4),
        # Two: 1900 / 5 = 380 and 1900 / 4 = 475.
        ((1, 2), F(380 + 475, 2), 2, 3),
        # Four: 3400 / 5 = 680 and 3400 / 4 = 850.
        ((1, 2, 3, 4), F(680 + 850, 2), 4, 1),
        # Five: 4000 / 5 = 800 and 3400 / 4.
        ((1, 2, 3, 4, 5), F(800 + 850, 2), 5, 0),
        # Six: ceil(5.8) = 6: 4500 / 6 = 750 and 3400 / 4.
        ((1, 2, 3, 4, 5, 6), F(750 + 850, 2), 6, 0),
        # Ten: 5 + 0.8 x 5 = 9: 1000 to 200 are 5400 / 9 = 600; 100 is one too many.
        (tuple(range(1, 11)), F(600 + 850, 2), 9, 0),
    ],
)
def test_how_many_results_count(places, total, counted, filled):
    row = rank(*recent(*places))
    assert (row.total, len(row.counted), row.filled) == (total, counted, filled)
    assert (row.place > 0) == (len(places) >= 2)


def test_without_results_nobody_is_ranked_and_who_has_only_old_ones_has_no_place():
    assert rank_season([], [], MERS) == ()
    old = (1, 1, datetime.date(2020, 1, 1))
    assert (rank(old, old).place, rank(old, old).total, rank(old, old).filled) == (0, 0, 5)
    assert rank(old, *recent(1)).place == 0, "one result that still weighs"
    assert rank(old, *recent(1, 1)).place == 1


def test_of_equal_base_ranks_the_one_that_weighs_more_is_better():
    # Seven: ceil(5 + 0.8 x 2) = 7; so ten, where one of the two worst, both 100, is left out: the lighter.
    half = (10, 1, datetime.date(2025, 2, 1))
    row = rank(half, *recent(10), *recent(*range(1, 9)))
    assert [line.why for line in row.lines] == ["beyond", *[""] * 9]
    later = rank(*recent(10), half, *recent(*range(1, 9)))
    assert [line.why for line in later.lines] == ["", "beyond", *[""] * 8]
    # 500 of weight 1 and of weight 3 compete for the fourth place among the best.
    top = rank(*recent(1, 2, 3), *recent(6, weight=3), *recent(6))
    assert [line.top for line in top.lines] == [True, True, True, True, False]


def test_alone_in_an_event_is_its_first():
    units = [SeasonUnit(1, 1, TODAY), SeasonUnit(2, 2, TODAY)]
    rows = rank_season(units, [UnitResult("petra", 1, 1, 1), UnitResult("petra", 2, 1, 1)], MERS)
    # (2 x 1000 + 3 x 0) / 5 = 400; (2 x 1000 + 2 x 0) / 4 = 500.
    assert [(row.place, row.total) for row in rows] == [(1, 450)]


@pytest.mark.parametrize(
    ("day", "last", "weight"),
    [
        ("2025-03-01", "2026-03-01", 1),  # exactly a year
        ("2025-02-28", "2026-03-01", F(1, 2)),
        ("2024-03-01", "2026-03-01", F(1, 2)),  # exactly two
        ("2024-02-29", "2026-03-01", 0),
        ("2023-03-01", "2024-03-01", 1),  # a year of 366 days
        ("2024-02-29", "2025-02-28", 1),  # the anniversary of a leap day, in a year without one
        ("2024-02-29", "2025-03-01", F(1, 2)),
        ("2023-02-28", "2024-02-29", F(1, 2)),
        ("2023-12-31", "2024-12-31", 1),
    ],
)
def test_a_year_ends_on_its_anniversary(day, last, weight):
    row = rank((1, 1, datetime.date.fromisoformat(day)), last=datetime.date.fromisoformat(last))
    assert row.lines[0].weight == weight


def test_a_year_is_counted_from_the_last_day_of_an_event():
    units = [
        SeasonUnit(1, 1, datetime.date(2025, 2, 28), ended=datetime.date(2025, 3, 1)),
        SeasonUnit(2, 2, datetime.date(2026, 2, 27), ended=TODAY),
    ]
    results = [UnitResult("petra", 1, 1, 3), UnitResult("petra", 2, 1, 3)]
    assert [line.weight for line in rank_season(units, results, MERS)[0].lines] == [1, 1]
    by_days = read_rule({"ages": [[365, "1/2"]]})
    assert [line.weight for line in rank_season(units, results, by_days)[0].lines] == [1, 1], "364 days from start"


@pytest.mark.parametrize(
    ("days", "players", "countries", "weight"), [(2, 33, 4, 2), (2, 80, 9, 3), (2, 84, 10, 4), (1, 16, 1, 1)]
)
def test_published_weights_of_events(days, players, countries, weight):
    """The first two: an event in Krakow on its way from 33 to 80 players; of two days, 4 is "the maximum"."""
    rule = load_federations()["ema"].weight
    steps = ((rule.days, days), (rule.players, players), (rule.countries, countries))
    assert sum(get_step_value(*step) for step in steps) == weight


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"combine": "mean", "best": 5, "share": "1"}, "share"), ({"combine": "mean", "best": 5, "share": -1}, "share"),
        ({"share": "1/2"}, "best"), ({"top": 4}, "top"), ({"combine": "mean", "best": 4, "top": 4}, "top"),
        ({"age_unit": "weeks"}, "age_unit"), ({"expire": 1}, "expire"),
    ],
)  # fmt: skip
def test_what_would_do_nothing_or_cannot_be_is_refused(raw, field):
    with pytest.raises(SeasonRuleError) as refused:
        read_rule(raw)
    assert refused.value.field == field


def test_rules_of_before_mean_the_same():
    former = {
        "value": "base_rank", "combine": "mean", "weights": "federation", "ages": [[366, "1/2"], [731, "0"]],
        "best": 2, "fill": True, "least": 2, "tie_breaks": ["events", "best"],
    }  # fmt: skip
    rule = read_rule(former)
    assert (rule.age_unit, rule.expire, rule.share, rule.top) == ("days", False, 0, 0)
    old = (1, 2, datetime.date(2020, 1, 1))
    # The old 1000 takes one of the two places and weighs nothing: 500 alone is the mean.
    assert (rank(old, *recent(6, 7), rule=rule).total, rank(old, *recent(6), rule=rule).place) == (500, 1)


def test_each_part_of_the_rule_is_said():
    assert describe_rule(MERS) == [
        "Each result is an event and gives 1000 for the first down to 0 for the last.",
        "The results that count are averaged by their weights.",
        "A result weighs that factor, times the event's weight with its federation.",
        "More than 1 year before the last it weighs 0.5 of that.",
        "More than 2 years before the last it weighs 0 of that.",
        "A result that weighs 0 is none.",
        "Only the best 5 results count.",
        "Of the results after these, the best 0.8 count too, rounded up.",
        "Missing ones count as 0.",
        "A place needs 2 results at least.",
        "Half of the total is this mean, the other half that of the best 4.",
    ]
    plain = describe_rule(SeasonRule())
    for raw in ({"expire": True}, {"ages": [[1, 0]], "age_unit": "years"}, {"combine": "mean", "top": 2}):
        assert describe_rule(read_rule(raw)) != plain
