"""Tiles, their notation, names and sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.tiles.tile import (
    LANGUAGES,
    UNKNOWN,
    Suit,
    TileSet,
    count_kinds,
    format_tile,
    format_tiles,
    glyph,
    is_flower,
    is_red,
    kind_of,
    parse_tile,
    parse_tiles,
    rank_of,
    sort_tiles,
    suit_of,
    tile_name,
)

TILES = st.lists(st.integers(0, UNKNOWN))


@given(TILES)
def test_tiles_round_trip(tiles: list[int]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@given(st.text(alphabet="0123456789mpszf? xé٣", max_size=20))
def test_any_text_is_tiles_or_an_error_that_points_into_it(text: str) -> None:
    problem: NotationError | None = None
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        problem = error
    else:
        assert parse_tiles(format_tiles(tiles)) == tiles
    if problem is not None:
        assert problem.text == text
        assert isinstance(problem.at, int)
        assert 0 <= problem.at < len(text)
        assert repr(text) in str(problem)


@given(st.text(max_size=30))
def test_text_of_any_sort_never_breaks_the_parser(text: str) -> None:
    problem: NotationError | None = None
    try:
        parse_tiles(text)
    except NotationError as error:
        problem = error
    if problem is not None:
        assert problem.to_dict() == {"kind": "notation", "message": str(problem), "at": problem.at}


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("123m8z", 4, "unknown tile 8z"),
        ("12x", 0, "a number must be followed by a suit letter"),
        ("123m45", 4, "a number must be followed by a suit letter"),
        ("m12p", 0, "the suit letter 'm' must follow a number"),
        ("1m#2p", 2, "'#' is neither a number nor a suit letter"),
        ("9f", 0, "unknown tile 9f"),
    ],
)
def test_error_says_what_is_wrong_and_where(text: str, at: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_tiles(text)
    assert caught.value.at == at


@pytest.mark.parametrize("text", ["", "12m", "1m2m"])
def test_one_tile_is_exactly_one(text: str) -> None:
    with pytest.raises(NotationError, match="exactly one tile"):
        parse_tile(text)


@pytest.mark.parametrize("tile", range(UNKNOWN + 1))
def test_every_tile_has_its_own_text_and_a_name_in_every_language(tile: int) -> None:
    assert parse_tile(format_tile(tile)) == tile
    assert all(tile_name(tile, language) for language in LANGUAGES)


def test_names_and_glyphs_differ_from_tile_to_tile() -> None:
    for language in LANGUAGES:
        assert len({tile_name(tile, language) for tile in range(UNKNOWN + 1)}) == UNKNOWN + 1
    # A red five looks like a five.
    assert len({glyph(tile) for tile in range(UNKNOWN + 1)}) == UNKNOWN + 1 - 3


def test_red_fives_are_fives() -> None:
    reds = parse_tiles("0m0p0s")
    assert [format_tile(kind_of(tile)) for tile in reds] == ["5m", "5p", "5s"]
    assert [rank_of(tile) for tile in reds] == [5, 5, 5]
    assert all(is_red(tile) and not is_flower(tile) for tile in reds)
    assert count_kinds(parse_tiles("05m"))[4] == 2
    assert sort_tiles(parse_tiles("6m0m5m")) == parse_tiles("506m")


def test_suits() -> None:
    assert [suit_of(tile) for tile in parse_tiles("9m1p5s7z8f")] == list(Suit)


@given(TILES)
def test_sorting_keeps_the_tiles(tiles: list[int]) -> None:
    ordered = sort_tiles(tiles)
    assert sorted(ordered) == sorted(tiles)
    assert sort_tiles(ordered) == ordered


@pytest.mark.parametrize(
    ("tile_set", "size"),
    [
        (TileSet.standard(), 136),
        (TileSet.standard(flowers=8), 144),
        (TileSet.standard(honours=False), 108),
        (TileSet.standard(red_fives=(1, 1, 1)), 136),
    ],
)
def test_tile_sets_have_their_size(tile_set: TileSet, size: int) -> None:
    assert tile_set.size == len(tile_set.tiles) == sum(tile_set.copies) == size


def test_red_fives_take_the_place_of_fives() -> None:
    tile_set = TileSet.standard(red_fives=(1, 2, 0))
    assert [tile_set.copies[parse_tile(text)] for text in ("5m", "0m", "5p", "0p", "5s", "0s")] == [3, 1, 2, 2, 4, 0]
    assert [tile_set.copies_of_kind(kind) for kind in (4, 13, 22)] == [4, 4, 4]
    assert tile_set == TileSet.standard(red_fives=(1, 2, 0))
    assert tile_set != TileSet.standard()
