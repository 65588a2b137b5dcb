"""Tiles and hands as other programs and people write them: rows of `spellings.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.tiles.hand import WinBy
from engine.tiles.hand_strings import ParsedWin, read_hand
from engine.tiles.notations import BOTZONE, LETTERS, parse_any_tile, parse_any_tiles
from engine.tiles.seats import Wind
from engine.tiles.tile import FLOWERS, format_tiles, glyph, tile_name

ROWS = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS["tiles"])
def test_every_spelling_gives_the_tiles_in_the_order_written(row: dict[str, str]) -> None:
    assert parse_any_tiles(row["text"]) == parse_any_tiles(row["ours"])


def test_a_tile_has_one_meaning_in_each_spelling() -> None:
    for tile in range(34):
        assert [parse_any_tile(tile_name(tile, language)) for language in ("ja", "zh-hans", "zh-hant")] == [tile] * 3
    for tile in (*range(34), *FLOWERS):
        assert parse_any_tile(glyph(tile)) == tile
    assert sorted(BOTZONE.values()) == [*range(34), *FLOWERS]
    assert sorted(set(LETTERS.values())) == [*range(27, 34), *FLOWERS]


@pytest.mark.parametrize("text", ROWS["no_tiles"])
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


@pytest.mark.parametrize("row", ROWS["hands"], ids=lambda row: row["text"])
def test_hands_in_one_line_are_read_with_what_they_say_of_the_win(row: dict[str, Any]) -> None:
    found, told = read_hand(row["text"]), None
    if "winds" in row:
        flags = {name: row[name] for name in ("last_copy", "last_tile", "replacement") if name in row}
        told = ParsedWin(*(Wind("ESWN".index(letter)) for letter in row["winds"]), WinBy(row["by"]), **flags)
    assert (found.hand, found.situation) == (read_hand(row["ours"]).hand, told)


def test_the_last_of_fourteen_tiles_has_won_and_that_is_told() -> None:
    for text, ours in (("123m456p789s11122z", "123m456p789s1112z +2z"), ("🀇🀇🀇🀈🀈🀈🀉🀉🀉🀊🀊🀊🀋🀋", "1112223334445m +5m")):
        found = read_hand(text)
        assert (str(found.hand), found.assumed) == (ours, True)
    assert not read_hand("123m456p789s1112z").assumed
    assert not read_hand("[123m,1]456p789s22pEEE|EE1000").assumed


@pytest.mark.parametrize("row", ROWS["no_hands"], ids=lambda row: row["text"])
def test_a_line_in_that_notation_says_which_part_is_wrong(row: dict[str, str]) -> None:
    with pytest.raises(NotationError) as caught:
        read_hand(row["text"])
    assert row["said"] in str(caught.value)
