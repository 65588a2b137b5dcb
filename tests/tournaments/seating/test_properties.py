"""Properties of every draw."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating.logic import SeatingError, measures, repeat_bound
from tournaments.seating.logic.schedule import relabel
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds
from tournaments.seating.logic.verify import verify

SIZES = st.tuples(st.sampled_from([16, 20, 24, 28, 32, 40, 48, 64, 100]), st.integers(1, 8))


@settings(max_examples=25)
@given(SIZES, st.text(max_size=8))
def test_each_round_is_a_permutation_and_the_bounds_hold(size, seed):
    players, rounds = size
    schedule = schedule_rounds(players, rounds, seed=seed)
    assert check_schedule(schedule.rounds, range(1, players + 1)) == []
    m = schedule.measured()
    assert m.repeats >= repeat_bound(players, rounds)
    assert m.wind_excess == 0
    assert m.games == (rounds, rounds)
    assert measures(schedule.rounds, players=schedule.players) == m


@settings(max_examples=15)
@given(SIZES, st.text(max_size=8))
def test_the_verifier_agrees_with_the_generator(size, seed):
    schedule = schedule_rounds(*size, seed=seed)
    assert [check.passed for check in verify(schedule.certificate())] == [True] * 5


@settings(max_examples=20)
@given(SIZES, st.integers(0, 1000))
def test_measures_do_not_depend_on_who_is_who(size, by):
    schedule = schedule_rounds(*size, seed="labels")
    shift = [0, *((i * 7 + by) % 1009 + 1000 for i in range(size[0]))]
    assert measures(relabel(schedule.rounds, shift)) == schedule.measured()


def test_the_same_seed_gives_the_same_draw_and_another_seed_another():
    assert schedule_rounds(64, 8, seed="a") == schedule_rounds(64, 8, seed="a")
    assert schedule_rounds(64, 8, seed="a").rounds != schedule_rounds(64, 8, seed="b").rounds


def test_the_lottery_gives_everybody_every_number_equally_often():
    first = Counter(schedule_rounds(16, 5, seed=f"lottery {i}").details["mapping"][0] for i in range(1600))
    assert sum(first.values()) == 1600
    assert max(first.values()) < 150
    assert min(first.values()) > 60


def test_players_may_be_any_integers():
    people = [1003, 7, 55, 12, 90, 91, 92, 93]
    schedule = schedule_rounds(people, 2, seed="ids")
    assert sorted(p for table in schedule.rounds[0] for p in table) == sorted(people)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [(3, "3 players do not fill a table of four."), ([1, 2, 3, 3], "A player is named twice.")],
)
def test_what_cannot_be_seated_is_said_in_a_sentence(players, sentence):
    with pytest.raises(SeatingError) as caught:
        schedule_rounds(players, 3, seed="x")
    assert str(caught.value) == sentence


def test_no_rounds_are_refused():
    with pytest.raises(SeatingError):
        schedule_rounds(16, 0, seed="x")


@pytest.mark.parametrize(("players", "rounds"), [(17, 6), (18, 6), (19, 6), (22, 5), (33, 8)])
def test_players_who_do_not_fill_a_table_sit_out_in_turn(players, rounds):
    schedule = schedule_rounds(players, rounds, seed="byes")
    out = Counter(p for line in schedule.byes for p in line)
    assert {len(line) for line in schedule.byes} == {players % 4}
    assert max(out.values()) <= -(-rounds * (players % 4) // players)
    for round_, line in zip(schedule.rounds, schedule.byes, strict=True):
        assert sorted([p for table in round_ for p in table] + list(line)) == list(range(1, players + 1))
    m = schedule.measured()
    assert (m.wind_excess, m.third_meetings) == (0, 0)


def test_substitutes_fill_the_last_table():
    schedule = schedule_rounds(18, 5, seed="subs", substitutes=[901, 902, 903])
    assert schedule.inputs.substitutes == (901, 902)
    assert schedule.measured().players == 20
    assert schedule.byes == ((),) * 5


def test_too_few_substitutes_stay_away():
    schedule = schedule_rounds(18, 5, seed="subs", substitutes=[901])
    assert schedule.inputs.substitutes == ()
    assert schedule.measured().players == 18


def _said(round_, players):
    return [str(problem) for problem in check_schedule((round_,), players)]


def test_schedules_made_elsewhere_are_checked_by_name():
    assert _said(((1, 2, 3, 4), (5, 6, 7, 4)), range(1, 9)) == [
        "Round 1: player 4 sits at table 1 and at table 2.",
        "Round 1: player 8 is missing.",
    ]
    assert _said(((1, 2, 3, 9),), range(1, 5)) == [
        "Round 1, table 1: player 9 is not in this event.",
        "Round 1: player 4 is missing.",
    ]
    assert [str(problem) for problem in check_schedule((), range(1, 5))] == ["There are no rounds."]
