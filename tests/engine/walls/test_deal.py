"""Deals: the shuffle of the format, nothing lost in it, sheets read back, and every swapped tile found."""

from __future__ import annotations

import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.play.start_values import start_values
from engine.play.table import start
from engine.tiles.tile import format_tile, is_flower, sort_tiles
from engine.walls.deal import Deal, DealError, Model, deal_tiles, find_differences, make_deal, read_deal
from engine.walls.wall import BoardName, BoardNameError, SecretError, board_key, read_secret
from tests.support.rows import rows_of

rows = rows_of(__file__)

SECRET = bytes(range(32))
RULESETS = ("mcr-2006", "sichuan-sbr-2025", "riichi-ema-2016", "taiwan-aono")


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("model", ["seat34", "shared"])
def test_a_deal_holds_the_whole_set_and_can_be_played(name: str, model: str) -> None:
    for number in range(1, 20):
        deal = make_deal(name, SECRET, BoardName(number), model=model)  # type: ignore[arg-type]
        tiles = [tile for wall in deal.walls for tile in wall] + list(deal.common)
        assert sort_tiles(tiles) == deal_tiles(ruleset(name), deal.model).tiles
        assert start(deal.setup()).event_index == 0


DEALINGS = [(name, model, False) for name in RULESETS for model in ("seat34", "shared")]
DEALINGS += [("taiwan-aono", "seat34", True), ("mcr-2006", "seat34", True), ("riichi-tenhou", "seat34", False)]


def parts(deal: Deal) -> list[tuple[str, int, int]]:
    """Every tile of a deal by the name of its part as a finding has it: part, number of the part, place from 0."""
    names = ["East", "South", "West", "North"] if deal.model == "seat34" else ["wall"]
    named = zip([*names, "common block"], [*deal.walls, deal.common], strict=True)
    return [(name, number, at) for number, (name, tiles) in enumerate(named) for at in range(len(tiles))]


def with_tile(deal: Deal, number: int, at: int, tile: int) -> Deal:
    tiles = [list(wall) for wall in (*deal.walls, deal.common)]
    tiles[number][at] = tile
    *walls, common = map(tuple, tiles)
    return deal._replace(walls=tuple(walls), common=common)


@given(st.sampled_from(DEALINGS), st.integers(1, 64), st.data())
def test_one_swapped_tile_anywhere_is_found_and_named(
    dealing: tuple[str, Model, bool], number: int, data: st.DataObject
) -> None:
    name, model, flowers = dealing
    deal = make_deal(name, SECRET, BoardName(number), model=model, flowers=flowers)
    tiles = [*deal.walls, deal.common]
    places = st.sampled_from(parts(deal))
    first, second = data.draw(places), data.draw(places)
    one, other = tiles[first[1]][first[2]], tiles[second[1]][second[2]]
    changed = with_tile(with_tile(deal, *first[1:], other), *second[1:], one)
    found = find_differences(read_deal(changed.text), SECRET)
    places_named = sorted({(*first, one, other), (*second, other, one)}, key=lambda place: place[1:])
    assert found == [
        f"{part}, tile {at + 1}: {format_tile(wrong)} on the sheet, {format_tile(dealt)} in the deal"
        for part, _, at, dealt, wrong in places_named
        if wrong != dealt
    ]
    assert (changed.digest == deal.digest) == (one == other)


@rows
def test_each_part_of_a_boards_name_makes_another_wall(tag: str, other: str) -> None:
    text = make_deal("mcr-2006", SECRET, BoardName(3, "Cup", "2", 1, "99")).text
    assert tag in text
    assert len(find_differences(read_deal(text.replace(tag, other)), SECRET)) > 100


@pytest.mark.parametrize("wrong", ["A|B", 'the "Open"', "two\nlines", "tab\t"])
def test_a_name_that_would_make_two_keys_one_is_refused(wrong: str) -> None:
    for board in (BoardName(1, wrong), BoardName(1, "Cup", wrong), BoardName(1, "Cup", "1", 0, wrong)):
        with pytest.raises(BoardNameError, match="cannot stand in the name of a deal"):
            board_key(SECRET, board)


def by_the_description(secret: bytes, name: str, tiles: list[int]) -> list[int]:
    """Tiles shuffled as the format describes it."""
    key = hmac.digest(secret, name.encode(), "sha256")
    stream_bytes = b"".join(hmac.digest(key, block.to_bytes(8, "big"), "sha256") for block in range(40))
    at = 0
    for last in reversed(range(1, len(tiles))):
        while True:
            number = int.from_bytes(stream_bytes[at : at + 2], "big")
            at += 2
            if number < 65536 - 65536 % (last + 1):
                break
        other = number % (last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


@pytest.mark.parametrize("name", RULESETS)
def test_a_wall_is_what_the_format_describes(name: str) -> None:
    board = BoardName(12, "Spring Open", "3", 2, "4711 of 2026-11-21")
    tiles = list(deal_tiles(ruleset(name), "seat34").tiles)
    described = by_the_description(SECRET, "mjdeal/1|Spring Open|3|12|2|4711 of 2026-11-21", tiles)
    deal = make_deal(name, SECRET, board)
    assert [*deal.common, *(tile for wall in deal.walls for tile in wall)] == described


def test_the_riichi_board_has_its_common_block_first() -> None:
    deal = make_deal("riichi-ema-2016", SECRET, BoardName(1))
    setup = deal.setup()
    assert (len(deal.common), len(deal.walls[0])) == (14, 31)
    assert start_values(setup) == {"dora_indicators": deal.common[:1], "common": deal.common}
    assert [len(wall) for wall in setup.seat_walls or ()] == [18, 18, 17, 17]
    assert start(setup).wall_left == 84


def test_flowers_are_in_seat_walls_where_they_are_wanted() -> None:
    deal = make_deal("taiwan-aono", SECRET, BoardName(1), flowers=True)
    assert [len(wall) for wall in deal.walls] == [36] * 4
    assert sum(is_flower(tile) for wall in deal.walls for tile in wall) == 8
    assert read_deal(deal.text) == deal
    assert find_differences(deal, SECRET) == []
    assert len(find_differences(read_deal(deal.text.replace('[Flowers "yes"]', "")), SECRET)) > 100
    with pytest.raises(DealError, match="sichuan-sbr-2025 is played without flowers"):
        make_deal("sichuan-sbr-2025", SECRET, BoardName(1), flowers=True)


@pytest.mark.parametrize("text", ["", "xyz", "0", "00" * 15])
def test_a_secret_is_hexadecimal_and_long_enough(text: str) -> None:
    with pytest.raises(SecretError):
        read_secret(text)


@rows
def test_a_wrong_sheet_names_its_line(line: str, replacement: str, message: str) -> None:
    text = make_deal("mcr-2006", SECRET, BoardName(5)).text
    with pytest.raises(DealError) as refused:
        read_deal(text.replace(line, replacement))
    assert refused.value.message == message
