"""Unplayed walls and the balance of seats: hands played as dealt agree, one tile elsewhere is found and placed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.play.next_tile import back_tile
from engine.play.table import TableState
from engine.play.walks import walk
from engine.sentences import Sentence
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, format_tile
from engine.walls.deal import Deal, make_deal
from engine.walls.wall import BoardName
from tournaments.duplicate.logic.walls_after import check_balance, check_tail, wall_size

SECRET = bytes(range(32))
RULESETS = ("mcr-2006", "riichi-ema-2016", "sichuan-sbr-2025", "sichuan-xueliu", "taiwan-aono")
MCR = make_deal("mcr-2006", SECRET, BoardName(1))


def played(name: str, number: int) -> tuple[Deal, TableState]:
    deal = make_deal(name, SECRET, BoardName(number))
    return deal, walk(ruleset(name), number, deal.setup()).states[-1]


def seat_tiles(state: TableState, seat: Seat) -> dict[str, tuple[Tile, ...]]:
    """The tiles of a seat after a recorded hand: melds and flowers with the hand, a tile won from another left out."""
    player = state.players[seat]
    melded = [tile for meld in player.melds for tile in meld.tiles]
    if len(player.concealed) % 3 == 1:
        # A player who goes on after a win has the tile drawn for it lying beside the hand.
        wins = (record for record in state.wins if record.seat == seat and record.source is None)
        melded += [record.tile for record in wins if record.tile is not None]
    return {
        "hand": (*player.concealed, *melded, *player.flowers),
        "discards": tuple(discard.tile for discard in player.discards),
        "claimed": tuple(meld.claimed for meld in player.melds if meld.claimed is not None),
    }


def texts(findings: Sequence[Sentence]) -> list[str]:
    return list(map(str, findings))


@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_played_as_dealt_agrees(name: str) -> None:
    for number in range(1, 9):
        deal, state = played(name, number)
        rules = state.ruleset.procedure
        for seat in range(4):
            left = rules.wall.left_for(state, seat)
            tail = deal.walls[seat][len(deal.walls[seat]) - left :]
            assert check_tail(deal, seat, left, tail) == []
            assert check_balance(deal, seat, left, **seat_tiles(state, seat)) == []


def test_the_first_kong_of_riichi_was_replaced_from_the_common_block() -> None:
    for number in range(1, 60):
        deal, state = played("riichi-ema-2016", number)
        for seat in range(4):
            if state.ended != "win" and any(meld.is_kong for meld in state.players[seat].melds):
                left = state.ruleset.procedure.wall.left_for(state, seat)
                tiles = seat_tiles(state, seat)
                assert check_balance(deal, seat, left, **tiles) == []
                assert check_balance(deal._replace(common=()), seat, left, **tiles) != []
                return
    pytest.fail("no kong in 59 hands")


@given(st.integers(0, 3), st.integers(1, 21), st.data())
def test_one_wrong_tile_of_a_tail_is_placed(seat: int, left: int, data: st.DataObject) -> None:
    tail = list(MCR.walls[seat][34 - left :])
    at = data.draw(st.integers(0, left - 1))
    wrong = data.draw(st.integers(0, 33).filter(lambda tile: tile != tail[at]))
    tail[at] = wrong
    (found,) = check_tail(MCR, seat, left, tail)
    wind = ("East", "South", "West", "North")[seat]
    assert str(found) == f"{wind}: tile {21 - left + at + 1} of the wall is not {format_tile(wrong)} in the deal."


def test_a_tail_of_another_length() -> None:
    assert texts(check_tail(MCR, 2, 22)) == ["West: 22 tiles left are more than the wall had."]
    assert texts(check_tail(MCR, 2, 3, MCR.walls[2][-2:])) == [
        "West: 2 tiles were typed, another number is said to be left."
    ]
    # Somebody drew once too often: the right tiles lie one place off.
    assert all("of the wall is not" in text for text in texts(check_tail(MCR, 2, 5, MCR.walls[2][-6:-1])))
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
    wrong = (*tail[:-1], (tail[-1] + 1) % 34)
    assert texts(check_tail(deal, 0, len(tail), wrong)) == ["The rest of the wall is no end of this deal."]


def test_a_balance_counts_the_tiles_that_differ() -> None:
    hand, drawn = MCR.walls[0][:13], MCR.walls[0][13:16]
    assert check_balance(MCR, 0, 18, hand=hand, discards=drawn) == []
    strange = next(tile for tile in range(34) if tile not in MCR.walls[0][:16])
    (found,) = check_balance(MCR, 0, 18, hand=(strange, *hand[1:]), discards=drawn)
    assert str(found) == "East: hand, discards and claims differ from the dealt tiles in 2 places."
    assert check_balance(MCR, 0, 18, hand=(*hand, strange), discards=drawn, claimed=(strange,)) == []
