"""A player's hand, its notation, and hands that cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.hands import winning_hands
from engine.errors import HandError, NotationError
from engine.tiles.hand import Hand, check_hand, hand_problems
from engine.tiles.tile import FLOWERS, TileSet

HANDS = [hand for family in ("mcr", "taiwan", "sichuan") for hand in winning_hands(family, 60)]


@given(st.sampled_from(HANDS), st.booleans(), st.lists(st.sampled_from(FLOWERS), unique=True))
def test_hand_round_trips(hand: Hand, won: bool, flowers: list[int]) -> None:
    hand = hand._replace(flowers=tuple(flowers), winning=hand.winning if won else None)
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand


@given(st.text(alphabet="1234567890mpszf?+| ()chowpungk", max_size=40))
def test_any_text_is_a_hand_or_an_error_that_points_into_it(text: str) -> None:
    problem: NotationError | None = None
    try:
        hand = Hand.parse(text)
    except NotationError as error:
        problem = error
    else:
        assert Hand.parse(str(hand)) == hand
    if problem is not None:
        assert problem.text == text
        assert isinstance(problem.at, int)
        assert 0 <= problem.at < max(len(text), 1)
        assert repr(text) in str(problem)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("123m 8z +1m", 5, "unknown tile 8z"),
        ("123m pung(77z) +1m", 10, "expected 3 tiles in a pung"),
        ("123m pung(777z) +1", 17, "a number must be followed by a suit letter"),
        ("123m +12m", 6, "exactly one tile"),
        ("123m +", 5, "exactly one tile"),
        ("123m +1m | 1m", 9, "only flowers may follow the bar"),
        ("123m +1m | 9f", 11, "unknown tile 9f"),
        ("123m pung(777z) 1m +2m", 16, "expected a meld"),
    ],
)
def test_error_says_what_is_wrong_and_where(text: str, at: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        Hand.parse(text)
    assert caught.value.at == at
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("11112m345p678s99s +1m", ["5 x 1m: there are only 4"]),
        ("123m456m789m99s +9s", ["11 concealed tiles where a hand with 0 melds has 13 without the winning tile"]),
        ("1m pung(222m) +1m", ["1 concealed tiles where a hand with 1 meld has 10 without the winning tile"]),
        ("123m456m789m99s11f +9s", ["1f"]),
        ("0123m456m789m99s +9s", ["1 x 0m: this tile set has none"]),
    ],
)
def test_hands_that_nobody_can_hold(text: str, problems: list[str]) -> None:
    found = hand_problems(Hand.parse(text), TileSet.standard(flowers=8), 4)
    assert [problem for problem in problems if not any(problem in one for one in found)] == []
    with pytest.raises(HandError, match="in '") as caught:
        check_hand(Hand.parse(text), TileSet.standard(flowers=8), 4)
    assert found[0] in str(caught.value)


def test_a_flower_twice_and_a_flower_that_is_not_used() -> None:
    hand = Hand.parse("123m456m789m999s1p +1p | 11f")
    assert hand_problems(hand, TileSet.standard(flowers=8), 4) == ["2 x 1f: this tile set has 1"]
    assert hand_problems(hand, TileSet.standard(), 4) == ["2 x 1f: this tile set has none"]


@pytest.mark.parametrize("family_hand", HANDS[:60], ids=str)
def test_generated_hands_are_possible(family_hand: Hand) -> None:
    assert hand_problems(family_hand, TileSet.standard(flowers=8), 4) == []


def test_closed_hands() -> None:
    assert Hand.parse("123m456m789m1p ckong(9999s) +1p").is_closed
    assert not Hand.parse("123m456m789m1p pung(999s) +1p").is_closed
    assert len(Hand.parse("123m456m789m1p ckong(9999s) +1p | 1f").tiles) == 15
