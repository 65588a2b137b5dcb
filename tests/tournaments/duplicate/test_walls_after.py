"""Unplayed walls and the balance of seats: hands played as dealt agree, one tile elsewhere is found and placed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.play.next_tile import back_tile
from engine.play.table import TableState
from engine.play.walks import walk
from engine.walls.deal import Deal, make_deal
from engine.walls.wall import BoardName
from tournaments.duplicate.logic.walls_after import (
    Mismatch,
    check_balance,
    check_tail,
    check_trays,
    seat_tiles,
    wall_size,
)

SECRET = bytes(range(32))
RULESETS = ("mcr-2006", "riichi-ema-2016", "sichuan-sbr-2025", "sichuan-xueliu", "taiwan-aono")
MCR = make_deal("mcr-2006", SECRET, BoardName(1))


def played(name: str, number: int) -> tuple[Deal, TableState]:
    deal = make_deal(name, SECRET, BoardName(number))
    return deal, walk(ruleset(name), number, deal.setup()).states[-1]


@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_played_as_dealt_agrees(name: str) -> None:
    for number in range(1, 9):
        deal, state = played(name, number)
        rules = state.ruleset.procedure
        for seat in range(4):
            left = rules.wall.left_for(state, seat)
            tail = deal.walls[seat][len(deal.walls[seat]) - left :]
            assert check_tail(deal, seat, left, tail) == []
            tiles = seat_tiles(state, seat)
            found = check_balance(
                deal, seat, left, hand=tiles.hand, discards=tiles.discards, claimed=tiles.claimed, kongs=tiles.kongs
            )
            assert found == []


def test_the_first_kong_of_riichi_was_replaced_from_the_common_block() -> None:
    for number in range(1, 60):
        deal, state = played("riichi-ema-2016", number)
        for seat in range(4):
            tiles = seat_tiles(state, seat)
            if tiles.kongs and state.ended != "win":
                left = state.ruleset.procedure.wall.left_for(state, seat)
                options = {"hand": tiles.hand, "discards": tiles.discards, "claimed": tiles.claimed}
                assert check_balance(deal, seat, left, **options, kongs=tiles.kongs) == []
                assert check_balance(deal, seat, left, **options) == []
                assert check_balance(deal, seat, left, **options, kongs=0) != []
                return
    pytest.fail("no kong in 59 hands")


@given(st.integers(0, 3), st.integers(1, 21), st.data())
def test_one_wrong_tile_of_a_tail_is_placed(seat: int, left: int, data: st.DataObject) -> None:
    tail = list(MCR.walls[seat][34 - left :])
    at = data.draw(st.integers(0, left - 1))
    wrong = data.draw(st.integers(0, 33).filter(lambda tile: tile != tail[at]))
    tail[at] = wrong
    (found,) = check_tail(MCR, seat, left, tail)
    assert (found.code, found.seat, found.at, found.tile) == ("tile", seat, 21 - left + at + 1, wrong)
    row, place = found.place
    assert MCR.walls[seat][13:][11 * (row - 1) + place - 1] != wrong
    assert (row, place) == ((1, found.at) if found.at <= 11 else (2, found.at - 11))


def test_a_tail_of_another_length() -> None:
    assert check_tail(MCR, 2, 22) == [Mismatch("too_many", 2, 22)]
    assert check_tail(MCR, 2, 3, MCR.walls[2][-2:]) == [Mismatch("count", 2, 2)]
    # Somebody drew once too often: the right tiles lie one place off.
    assert {found.code for found in check_tail(MCR, 2, 5, MCR.walls[2][-6:-1])} == {"tile"}
    assert check_tail(MCR, 2, 0, ()) == []


@pytest.mark.parametrize(("front", "back"), [(10, 0), (10, 2), (10, 3), (60, 1)])
def test_the_end_of_a_shared_wall_after_replacements(front: int, back: int) -> None:
    deal = make_deal("mcr-2006", SECRET, BoardName(1), model="shared")
    size = wall_size(deal, 0)
    wall = deal.walls[0][-size:]
    # The upper tile of a stack goes first.
    taken = [size - 2 - 2 * (number // 2) + number % 2 for number in range(back)]
    assert [wall[at] for at in taken] == [back_tile(wall, number, front) for number in range(back)]
    tail = tuple(tile for at, tile in enumerate(wall) if at >= front and at not in taken)
    assert check_tail(deal, 0, len(tail), tail) == []
    assert check_tail(deal, 0, len(tail), (*tail[:-1], (tail[-1] + 1) % 34)) == [Mismatch("wall", 0)]


def test_a_balance_names_the_tiles_that_should_not_be_there() -> None:
    hand, drawn = MCR.walls[0][:13], MCR.walls[0][13:16]
    assert check_balance(MCR, 0, 18, hand=hand, discards=drawn) == []
    strange = next(tile for tile in range(34) if tile not in MCR.walls[0][:16])
    (found,) = check_balance(MCR, 0, 18, hand=(strange, *hand[1:]), discards=drawn)
    assert (found.code, found.at, found.extra) == ("balance", 2, (strange,))
    assert check_balance(MCR, 0, 18, hand=(*hand, strange), discards=drawn, claimed=(strange,)) == []


def test_trays_are_read_back_before_the_board_is_played() -> None:
    assert check_trays(MCR, MCR.walls) == []
    east, south, west, north = map(list, MCR.walls)
    assert check_trays(MCR, [east[::-1][21:] + east[13:], south, west, north]) == []
    east[14], south[20] = (east[14] + 1) % 34, (south[20] + 1) % 34
    assert check_trays(MCR, [east, south, west, north]) == [
        Mismatch("tile", 0, 2, east[14]),
        Mismatch("tile", 1, 8, south[20]),
    ]
    strange = next(tile for tile in range(34) if tile not in west)
    assert check_trays(MCR, [*MCR.walls[:2], [strange, *west[1:]], north[:-1]]) == [
        Mismatch("hand", 2, 1, None, (strange,)),
        Mismatch("size", 3, -1),
    ]
