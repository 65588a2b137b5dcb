"""Tiles and hands as other programs and people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.tiles.hand import WinBy
from engine.tiles.hand_strings import ParsedWin, read_hand
from engine.tiles.notations import BOTZONE, LETTERS, parse_any_tile, parse_any_tiles
from engine.tiles.seats import Wind
from engine.tiles.tile import FLOWERS, format_tiles, glyph, tile_name


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("123m 55z", "123m55z"),
        ("19m19s19pESWNCFP", "19m19s19p1234765z"),
        ("EEB", "115z"),
        ("abcdefgh", "56871234f"),
        ("W1 B2,T3 F1 F4 J1 J2 J3 H1 H5 H8", "1m2p3s14765z157f"),
        ("['W1','W2']", "12m"),
        ("m123 p05z7", "123m05p7z"),
        ("🀇🀈🀉 🀙🀐🀀🀄\ufe0e🀅🀆🀢🀦", "123m1p1s1765z51f"),
        ("一二三万 五筒 九索 東東 白板 發財 紅中", "123m5p9s115z67z"),
        ("1万2万3万西北", "123m34z"),
        ("东风 南風 发 中 春 竹", "12z67z1f8f"),
        ("１２３萬", "123m"),
        ("伍萬 壹餅 陸條", "5m1p6s"),
        ("123w44b5tEE", "123m44p5s11z"),
        ("1C 2D 3B", "1m2p3s"),
    ],
)
def test_every_spelling_gives_the_tiles_in_the_order_written(text: str, ours: str) -> None:
    assert parse_any_tiles(text) == parse_any_tiles(ours)


def test_a_tile_has_one_meaning_in_each_spelling() -> None:
    for tile in range(34):
        assert [parse_any_tile(tile_name(tile, language)) for language in ("ja", "zh-hans", "zh-hant")] == [tile] * 3
    for tile in (*range(34), *FLOWERS):
        assert parse_any_tile(glyph(tile)) == tile
    assert sorted(BOTZONE.values()) == [*range(34), *FLOWERS]
    assert sorted(set(LETTERS.values())) == [*range(27, 34), *FLOWERS]


@pytest.mark.parametrize("text", ["12", "12b", "X9", "一二三", "m", "F5", "W0", "J4", "123q", "万"])
def test_what_is_no_tile_in_any_spelling_is_refused_as_in_ours(text: str) -> None:
    with pytest.raises(NotationError):
        parse_any_tiles(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        tiles = parse_any_tiles(text)
    except NotationError:
        return
    assert parse_any_tiles(format_tiles(tiles)) == tiles


@given(st.text("[]{}(),|123567mpsESWNCFPabh+ 01", max_size=60))
def test_any_line_is_a_hand_or_refused(text: str) -> None:
    try:
        hand = read_hand(text).hand
    except NotationError:
        return
    assert read_hand(str(hand)).hand.tiles != () or hand.tiles == ()


@pytest.mark.parametrize(
    ("text", "ours", "situation"),
    [
        ("123789s123789p33m", "123789s123789p3m +3m", None),
        ("11123456789999m|EE1000", "1112345678999m +9m", ParsedWin(Wind.EAST, Wind.EAST, WinBy.SELF_DRAW)),
        (
            "345s3p55p5567p[7777s]4p|EW0110|cbaghdfe",
            "345s3555567p ckong(7777s) +4p | 12345678f",
            ParsedWin(Wind.EAST, Wind.WEST, WinBy.DISCARD, last_copy=True, last_tile=True),
        ),
        (
            "[1111s,1][222m,2][3333p,7][4444p]88s|NS0001|2",
            "8s kong(1111s) pung(222m) akong(3333p) ckong(4444p) +8s | 12f",
            ParsedWin(Wind.NORTH, Wind.SOUTH, WinBy.ROBBED_KONG),
        ),
        (
            "[CCCC][FFFF]EEENN55m5m|EE1011|",
            "11144z55m ckong(7777z) ckong(6666z) +5m",
            ParsedWin(Wind.EAST, Wind.EAST, WinBy.SELF_DRAW, last_tile=True, replacement=True),
        ),
        ("[123m1][789p]45sESWNCFP 1m", "45s1234765z1m chow(123m) chow(789p)", None),
        ("123m456p789s22pEE,1z", "123m456p789s22p11z +1z", None),
        ("W1W1W1 B2B3B4 T5T6T7 F1F1 [J1J1J1] , F1", "111m234p567s11z pung(777z) +1z", None),
    ],
)
def test_hands_in_one_line_are_read_with_what_they_say_of_the_win(
    text: str, ours: str, situation: ParsedWin | None
) -> None:
    found = read_hand(text)
    assert (found.hand, found.situation) == (read_hand(ours).hand, situation)


def test_the_last_of_fourteen_tiles_has_won_and_that_is_told() -> None:
    for text, ours in (("123m456p789s11122z", "123m456p789s1112z +2z"), ("🀇🀇🀇🀈🀈🀈🀉🀉🀉🀊🀊🀊🀋🀋", "1112223334445m +5m")):
        found = read_hand(text)
        assert (str(found.hand), found.assumed) == (ours, True)
    assert not read_hand("123m456p789s1112z").assumed
    assert not read_hand("[123m,1]456p789s22pEEE|EE1000").assumed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[12m,1]456p|EE1000", "expected 3 tiles in a chow, found 2"),
        ("[124m,1]456p|EE1000", "a chow needs three consecutive numbers of one suit"),
        ("123m456p789s22pEEE|EE2000", "after the bar write prevalent wind, seat wind and four digits 0 or 1"),
        ("123m456p789s22pEEE|EE1000|9", "expected at most eight flowers"),
        ("123m456p789s22pEEE|EE1000|1|2", "too many bars"),
        ("123m456p789s22pEEE|EE1000|m", "must follow a number"),
        ("[123m,1]..|EE1000|3", "'.' is neither"),
    ],
)
def test_a_line_in_that_notation_says_which_part_is_wrong(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said.replace("(", r"\(")):
        read_hand(text)
