"""Match scoring: the rulebooks' ties exactly, and properties of every table."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.exact import read_exact
from engine.family import ruleset, ruleset_names
from engine.match.scoring import MatchScoring, score_table, to_json
from tests.support.rows import rows_of

rows = rows_of(__file__)


def scoring_of(name):
    return ruleset(name).match.scoring


MCR = scoring_of("mcr-2006")


def test_oka_goes_to_the_first_and_is_shared_by_tied_firsts():
    scoring = MatchScoring.from_dict(
        {"start_points": 25000, "return_points": 30000, "divisor": 1000, "oka": 20, "uma": [20, 10, -10, -20]}
    )
    assert [seat.score for seat in score_table((40000, 30000, 20000, 10000), scoring)] == [50, 10, -20, -40]
    assert [seat.oka for seat in score_table((35000, 35000, 20000, 10000), scoring)] == [10, 10, 0, 0]


def test_tenhou_ranks_ties_by_seat_and_rounds_to_whole_scores():
    seats = score_table((35300, 35300, 20200, 9200), scoring_of("riichi-tenhou"))
    assert [seat.place for seat in seats] == [1, 2, 3, 4]
    assert [seat.score for seat in seats] == [46, 15, -20, -41]


def test_the_japanese_edition_adds_uma_to_the_points():
    """MCR-8.4."""
    assert [seat.score for seat in score_table((30, 10, -10, -30), scoring_of("mcr-japan"))] == [70, 30, -30, -70]


@pytest.mark.parametrize("name", ruleset_names())
def test_the_scoring_of_every_ruleset_survives_its_plain_values(name):
    assert MatchScoring.from_dict(scoring_of(name).to_dict()) == scoring_of(name)


@rows
def test_wrong_values_are_named(values, message):
    with pytest.raises(ValueError) as caught:
        MatchScoring.from_dict(values)
    assert str(caught.value) == message


points_of_a_table = st.lists(st.integers(-60, 60), min_size=3, max_size=4)


@given(points_of_a_table, st.sampled_from(sorted(set(ruleset_names()) - {"riichi-tenhou"})), st.integers(0, 4))
def test_what_a_table_gives_away_never_depends_on_its_ties(points, name, sticks):
    """Uma, oka and table points are conserved, equal points get equal results, more points never get less."""
    scoring = scoring_of(name)
    seats = score_table(points, scoring, sticks)
    count = len(points)
    assert sum(seat.uma for seat in seats) == sum(scoring.uma[:count])
    assert sum(seat.table_points for seat in seats) == sum(scoring.table_points[:count])
    assert sum(seat.oka for seat in seats) == scoring.oka
    first = sum(seat.place == 1 for seat in seats)
    shared = {"lost": 0, "first": sticks, "first_down": sticks - sticks % first}
    assert sum(seat.sticks for seat in seats) == shared[scoring.leftover]
    for one in seats:
        for other in seats:
            if one.points == other.points:
                assert one == other
            if one.points > other.points:
                assert (one.place, -one.score) < (other.place, -other.score)
                assert one.table_points >= other.table_points


@given(st.lists(st.integers(0, 1000).map(lambda n: n * 100), min_size=4, max_size=4))
def test_whole_scores_keep_their_sum(points):
    scoring = scoring_of("riichi-tenhou")
    unrounded = sum((Fraction(p - 30000, 1000) for p in points), Fraction(20))
    assert sum(seat.score for seat in score_table(points, scoring)) == unrounded


@given(st.fractions(-(10**9), 10**9, max_denominator=10**6))
def test_plain_values_come_back_exactly(value):
    assert read_exact(to_json(value)) == value


def test_a_chair_that_is_last_leaves_the_better_places_to_the_others():
    """MCR-E16, RI-E13: the three present share 4, 2, 1 and the uma 15, 5, -5 whatever the empty chair has."""
    mcr = score_table([40, 30, -30, -40], MCR, last={0})
    assert [(seat.place, seat.table_points, seat.score) for seat in mcr] == [
        (4, 0, 40),
        (1, 4, 30),
        (2, 2, -30),
        (3, 1, -40),
    ]
    riichi = score_table([50000, 30000, 30000, 10000], scoring_of("riichi-rcr-2024"), last={0})
    assert [(seat.place, seat.shared, seat.uma) for seat in riichi] == [
        (4, False, -15),
        (1, True, 10),
        (1, True, 10),
        (3, False, -5),
    ]


def test_two_chairs_that_are_last_stand_in_their_order_behind():
    assert [seat.place for seat in score_table([40, 30, -30, -40], MCR, last={0, 1})] == [3, 4, 1, 2]
    tenhou = score_table([40000, 30000, 20000, 10000], scoring_of("riichi-tenhou"), last=[0])
    assert [seat.place for seat in tenhou] == [4, 1, 2, 3]
