"""Season rankings, worked out by hand."""

import datetime
from fractions import Fraction

from tournaments.seasons.logic import SeasonRule, SeasonUnit, UnitResult, rank_season, read_rule

F = Fraction
UNITS = [SeasonUnit(number, number) for number in (1, 2, 3, 4)]


def scored(**people):
    """The scores of each person in units 1, 2, 3 …; None: was not there."""
    found = []
    for number in range(1, 1 + max(map(len, people.values()))):
        there = {
            who: F(own[number - 1]) for who, own in people.items() if len(own) >= number and own[number - 1] is not None
        }
        values = list(there.values())
        found += [
            UnitResult(
                who, number, 1 + sum(one > score for one in values), len(values), values.count(score), score, games=2
            )
            for who, score in there.items()
        ]
    return found


def table(results, rule, units=UNITS):
    return [(row.place, row.person, row.total) for row in rank_season(units, results, rule)]


def test_a_sum_with_the_worst_dropped():
    found = scored(petra=(10, -20, 5, 1), rosa=(4, 6, None, 3), quint=(1, 1, 1, 1))
    assert table(found, SeasonRule(drop=1)) == [(1, "petra", 16), (2, "rosa", 10), (3, "quint", 3)]
    row = rank_season(UNITS, found, SeasonRule(drop=1))[0]
    assert [(line.result.unit, line.value, line.why) for line in row.lines] == [
        (1, 10, ""), (2, -20, "dropped"), (3, 5, ""), (4, 1, ""),
    ]  # fmt: skip


def test_of_equal_worst_results_the_earlier_is_dropped():
    row = rank_season(UNITS, scored(petra=(3, 3, 3)), SeasonRule(drop=1))[0]
    assert [line.why for line in row.lines] == ["dropped", "", ""]


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


def test_an_event_of_the_season_can_weigh_more():
    units = [SeasonUnit(1, 1), SeasonUnit(2, 2, factor=F(3, 2))]
    assert table(scored(petra=(10, 1), rosa=(1, 10)), SeasonRule(), units) == [(1, "rosa", 16), (2, "petra", F(23, 2))]


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


def test_a_person_entered_twice_in_one_event_has_both_results():
    found = [*scored(petra=(5,)), UnitResult("petra", 1, 2, 2, score=F(-1))]
    row = rank_season(UNITS, found, SeasonRule(drop=1))[0]
    assert (row.total, [line.why for line in row.lines]) == (5, ["", "dropped"])


def test_nobody_is_ranked_in_a_season_without_results():
    assert rank_season([], [], SeasonRule(last=3)) == ()
