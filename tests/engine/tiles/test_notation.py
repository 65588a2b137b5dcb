"""Tiles, melds and hands in the notation of the engine: read back as written, refused where they are wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.hands import winning_hands
from engine.errors import HandError, NotationError
from engine.tiles.hand import Hand, check_hand, hand_problems
from engine.tiles.melds import Meld, MeldKind, parse_melds
from engine.tiles.tile import (
    FLOWERS,
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
from tests.support.rows import rows_of

rows = rows_of(__file__)

ERRORS = tomllib.loads(Path(__file__).with_name("errors.toml").read_text(encoding="utf-8"))
READERS: dict[str, Callable[[str], Any]] = {"tiles": parse_tiles, "melds": parse_melds, "hands": Hand.parse}
WRITERS: dict[str, Callable[[Any], str]] = {
    "tiles": format_tiles,
    "melds": lambda melds: " ".join(map(str, melds)),
    "hands": str,
}
ALPHABET = {
    "tiles": "0123456789mpszf? xé٣",
    "melds": "chowpungkack()123456789mpsz0f ",
    "hands": "1234567890mpszf?+| ()chowpungk",
}


@pytest.mark.parametrize("kind", READERS)
@given(data=st.data())
def test_any_text_is_read_back_or_an_error_that_points_into_it(kind: str, data: st.DataObject) -> None:
    text = data.draw(st.text(alphabet=ALPHABET[kind], max_size=40) | st.text(max_size=30))
    problem: NotationError | None = None
    try:
        found = READERS[kind](text)
    except NotationError as error:
        problem = error
    else:
        assert READERS[kind](WRITERS[kind](found)) == found
    if problem is not None:
        assert (problem.text, repr(text) in str(problem)) == (text, True)
        assert isinstance(problem.at, int)
        assert 0 <= problem.at < max(len(text), 1)
        assert problem.to_dict() == {"kind": "notation", "message": str(problem), "at": problem.at}


@pytest.mark.parametrize(("kind", "row"), [(kind, row) for kind, rows in ERRORS.items() for row in rows])
def test_an_error_says_what_is_wrong_and_where(kind: str, row: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as caught:
        READERS[kind](row["text"])
    assert (row["message"] in str(caught.value), caught.value.at, caught.value.text) == (True, row["at"], row["text"])


# Tiles

TILES = st.lists(st.integers(0, UNKNOWN))


@given(TILES)
def test_tiles_round_trip_and_sorting_keeps_them(tiles: list[int]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)
    ordered = sort_tiles(tiles)
    assert sorted(ordered) == sorted(tiles)
    assert sort_tiles(ordered) == ordered


@pytest.mark.parametrize("text", ["", "12m", "1m2m"])
def test_one_tile_is_exactly_one(text: str) -> None:
    with pytest.raises(NotationError, match="exactly one tile"):
        parse_tile(text)


def test_texts_names_and_glyphs_differ_from_tile_to_tile() -> None:
    assert [parse_tile(format_tile(tile)) for tile in range(UNKNOWN + 1)] == list(range(UNKNOWN + 1))
    for language in LANGUAGES:
        assert len({tile_name(tile, language) for tile in range(UNKNOWN + 1)} - {""}) == UNKNOWN + 1
    # A red five looks like a five.
    assert len({glyph(tile) for tile in range(UNKNOWN + 1)}) == UNKNOWN + 1 - 3


def test_red_fives_are_fives() -> None:
    reds = parse_tiles("0m0p0s")
    assert [format_tile(kind_of(tile)) for tile in reds] == ["5m", "5p", "5s"]
    assert [rank_of(tile) for tile in reds] == [5, 5, 5]
    assert all(is_red(tile) and not is_flower(tile) for tile in reds)
    assert count_kinds(parse_tiles("05m"))[4] == 2
    assert sort_tiles(parse_tiles("6m0m5m")) == parse_tiles("506m")
    assert [suit_of(tile) for tile in parse_tiles("9m1p5s7z8f")] == list(Suit)


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
    assert tile_set == TileSet.standard(red_fives=(1, 2, 0)) != TileSet.standard()


# Melds

CHOWS = st.builds(
    lambda suit, rank: Meld(MeldKind.CHOW, (9 * suit + rank, 9 * suit + rank + 1, 9 * suit + rank + 2)),
    st.integers(0, 2),
    st.integers(0, 6),
)
PUNGS = st.integers(0, 33).map(lambda kind: Meld(MeldKind.PUNG, (kind,) * 3))
KONGS = st.builds(
    lambda kind, tile: Meld(kind, (tile,) * 4),
    st.sampled_from([MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG]),
    st.integers(0, 33),
)


@given(st.lists(CHOWS | PUNGS | KONGS, max_size=5), st.sampled_from(["", " ", "  "]))
def test_melds_round_trip(melds: list[Meld], between: str) -> None:
    assert parse_melds(between.join(map(str, melds))) == tuple(melds)
    assert [eval(repr(meld), {"Meld": Meld}) for meld in melds] == melds


def test_tiles_of_a_meld_are_sorted_and_red_fives_fit() -> None:
    meld = Meld.parse("chow(604m)")
    assert (meld.tiles, meld.first, meld.is_chow, meld.is_exposed) == (parse_tiles("406m"), 3, True, True)
    given_by = Meld.parse("pung(777z)")._replace(claimed=33, from_seat=2)
    assert eval(repr(given_by), {"Meld": Meld}) == given_by


def test_only_a_concealed_kong_is_not_exposed() -> None:
    melds = [Meld.parse(f"{kind.value}(1111p)") for kind in MeldKind if kind.is_kong]
    assert [meld.kind for meld in melds if not meld.is_exposed] == [MeldKind.CONCEALED_KONG]


# Hands

HANDS = [hand for family in ("mcr", "taiwan", "sichuan") for hand in winning_hands(family, 60)]


@given(st.sampled_from(HANDS), st.booleans(), st.lists(st.sampled_from(FLOWERS), unique=True))
def test_hand_round_trips(hand: Hand, won: bool, flowers: list[int]) -> None:
    hand = hand._replace(flowers=tuple(flowers), winning=hand.winning if won else None)
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand


@rows
def test_hands_that_nobody_can_hold(text: str, problem: str) -> None:
    found = hand_problems(Hand.parse(text), TileSet.standard(flowers=8), 4)
    assert any(problem in one for one in found)
    with pytest.raises(HandError, match="in '") as caught:
        check_hand(Hand.parse(text), TileSet.standard(flowers=8), 4)
    assert found[0] in str(caught.value)


def test_a_flower_that_is_not_used() -> None:
    hand = Hand.parse("123m456m789m999s1p +1p | 11f")
    assert hand_problems(hand, TileSet.standard(), 4) == ["2 x 1f: this tile set has none"]


def test_closed_hands() -> None:
    assert Hand.parse("123m456m789m1p ckong(9999s) +1p").is_closed
    assert not Hand.parse("123m456m789m1p pung(999s) +1p").is_closed
    assert len(Hand.parse("123m456m789m1p ckong(9999s) +1p | 1f").tiles) == 15
