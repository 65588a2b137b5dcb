"""An event taken apart: whole, by its days, by its games; what its standings say is what comes out."""

import datetime
from fractions import Fraction

from tournaments.seasons.logic.units import SeasonSource, taken_apart
from tournaments.standings.logic import Adjustment, Competitor, Game, RankingRules, StandingsInput, compute

F = Fraction
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
    rows = compute(
        StandingsInput(
            [Competitor(key, number=key) for key in (*PEOPLE, 6)], GAMES, RankingRules(("total",)), adjustments=[FINE]
        )
    ).individual
    values = {"number": 1, "rows": rows, "people": PEOPLE, "days": {1: MAY, 2: MAY, 3: JUNE}, "day": MAY}
    return SeasonSource(**values | other)


def told(unit, **other):
    units, results = taken_apart([source()], unit, **other)
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


def test_a_month_is_the_days_in_it():
    found = told("day", wanted=lambda day: day is not None and day.month == 6)
    assert set(found) == {(JUNE, 1, who) for who in ("olaf", "uwe", "petra", "rosa")}


def test_games_keep_their_places_at_the_table():
    found = told("game")
    assert [found[MAY, 2, who] for who in ("uwe", "rosa", "quint", "petra")] == [
        (1, 1, 4, 20), (2, 2, 4, 0), (2, 2, 4, 0), (4, 1, 4, -27),
    ]  # fmt: skip
    assert len(found) == 12
