"""The counting principles, the options that change them, and what must not change a score."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hands import winning_hands
from engine.errors import RulesetError
from engine.family import ruleset
from engine.reading.decompositions import ONE, divisions, pack
from engine.reading.suit_tables import PUNG
from engine.rules.mcr.adoption import rows_in_force
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.counting import Counting
from engine.rules.mcr.grouping import best_grouping, chow_fans, grouping_points, groupings
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.view import PLACES
from engine.rules.mcr.waits import all_waits, has_single_wait
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind

CHOW_FANS = [fan for fan in rows_in_force(Parameters()) if fan.view is Chows]
HANDS = list(winning_hands("mcr", 600, seed=3))


def a_win(by: WinBy, winds: tuple[Wind, Wind], last: bool, replacement: bool, copy: bool) -> Win:
    return Win(by, *winds, last_tile=last, replacement=replacement, special=Circumstances(copy))


wins = st.builds(
    a_win,
    st.sampled_from(WinBy),
    st.tuples(st.sampled_from(Wind), st.sampled_from(Wind)),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


def test_sets_that_are_called_alike_earn_what_each_of_them_earns() -> None:
    # In a process that met others before, a hand gets the share of one like it.
    counting = Counting(rows_in_force(Parameters()))
    rng = random.Random(5)
    for _ in range(1500):
        firsts = tuple(sorted(rng.choices([kind for kind in range(27) if kind % 9 < 7], k=rng.randint(2, 4))))
        pair, at = rng.randrange(34), rng.randrange(3)
        assert counting.chows(firsts, pair).awards == counting.group_chows(firsts, pair).awards
        kinds = rng.sample(range(27, 34) if at == 0 else range(34), rng.randint(1, 4))
        codes = tuple(sorted(kind + PUNG for kind in kinds))
        winds = rng.randrange(27, 31), rng.randrange(27, 31)
        looked_up, worked_out = (find(codes, pair, *winds, 0, at) for find in (counting.pungs, counting.count_pungs))
        assert looked_up.awards == worked_out.awards


def test_a_hand_has_a_single_wait_when_no_other_kind_completes_it() -> None:
    singles = 0
    for hand in winning_hands("mcr", 3000, seed=5):
        before, sets, kind = pack(hand.concealed), 4 - len(hand.melds), hand.winning or 0
        for codes, pair in divisions(before + ONE[kind], sets):
            if pair == kind or any(PLACES[kind][code] > 0 for code in codes):
                only = all_waits(before, sets) == [kind]
                assert has_single_wait(before, sets, kind, pair) == only, hand
                singles += only
    assert singles > 100


@given(st.sampled_from(HANDS), wins, st.integers(0, 8))
@settings(max_examples=100)
def test_flowers_change_only_flower_points(hand: Hand, win: Win, flowers: int) -> None:
    plain = score(hand._replace(flowers=()), win, ruleset("mcr-2006"))
    flowery = score(hand._replace(flowers=tuple(range(34, 34 + flowers))), win, ruleset("mcr-2006"))
    assert flowery.value["points_without_flowers"] == plain.value["points_without_flowers"]
    assert flowery.value["points"] == plain.value["points"] + flowers  # type: ignore[operator]
    assert flowery.win == plain.win
    assert [award for award in flowery.awards if award.pattern != "flower_tiles"] == list(plain.awards)


@given(st.sampled_from(HANDS), wins)
@settings(max_examples=200)
def test_the_awards_are_the_value_and_no_award_stands_beside_one_that_excludes_it(hand: Hand, win: Win) -> None:
    result = score(hand, win, ruleset("mcr-2006"))
    assert sum(award.total for award in result.awards) == result.value["points"]
    names = {award.pattern for award in result.awards}
    for row in result.ruleset.patterns:
        if row.id in names:
            assert not names.intersection(row.excludes)
    assert ("chicken_hand" in names) == (names <= {"chicken_hand", "flower_tiles"})


chows = st.lists(st.sampled_from([9 * suit + rank for suit in range(3) for rank in range(7)]), min_size=2, max_size=4)


@given(chows)
@settings(max_examples=300)
def test_best_grouping_is_the_best_of_all_allowed(firsts: list[int]) -> None:
    view = Chows(tuple(sorted(firsts)))
    best = best_grouping(view, CHOW_FANS)
    assert grouping_points(best) == max(
        (grouping_points(grouping) for grouping in groupings(view, chow_fans(view, CHOW_FANS))), default=0
    )
    found = chow_fans(view, CHOW_FANS)
    assert set(best) <= set(found)
    # A single fan is always allowed, so the best grouping is worth at least the greatest of them.
    assert grouping_points(best) >= max((fan.value for fan, _ in found), default=0)
    assert len(best) <= max(len(firsts) - 1, 0)


def test_unknown_fan_in_the_fan_set_is_refused() -> None:
    with pytest.raises(RulesetError, match="fan_set names no fan: full_house"):
        ruleset("mcr-2006", {"fan_set": ["full_house"]})
