"""Sheets of boards with every tile in place, and unplayed walls: one tile elsewhere is found and placed."""

from collections import Counter
from collections.abc import Sequence

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.play.table import TableState
from engine.play.walks import walk
from engine.play.wall_on_table import back_tile
from engine.sentences import Sentence
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, format_tile, sort_tiles
from engine.walls.deal import Deal, make_deal
from engine.walls.wall import BoardName
from tests.support import layout
from tests.support.rows import rows_of
from tournaments.core.printing import pdf
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.printing.registry import Order, translate_labels
from tournaments.duplicate.logic.wall_sheets import list_seat_rows, list_shared_walls
from tournaments.duplicate.logic.walls_after import check_balance, check_tail, count_wall_tiles
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.papers import BOARD_LABELS, build_board_cards, build_deal_sheets, instructions
from tournaments.events.models import RulesetVersion, Tournament

rows = rows_of(__file__)

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
    size = count_wall_tiles(deal, 0)
    wall = deal.walls[0][-size:]
    # The upper tile of a stack goes first.
    taken = [size - 2 - 2 * (number // 2) + number % 2 for number in range(back)]
    assert [wall[at] for at in taken] == [back_tile(wall, number, front) for number in range(back)]
    tail = tuple(tile for at, tile in enumerate(wall) if at >= front and at not in taken)
    assert check_tail(deal, 0, len(tail), tail) == []
    wrong = (*tail[:-1], (tail[-1] + 1) % 34)
    assert texts(check_tail(deal, 0, len(tail), wrong)) == ["The rest of the wall is not the end of this deal."]


def test_a_balance_counts_the_tiles_that_differ() -> None:
    hand, drawn = MCR.walls[0][:13], MCR.walls[0][13:16]
    assert check_balance(MCR, 0, 18, hand=hand, discards=drawn) == []
    strange = next(tile for tile in range(34) if tile not in MCR.walls[0][:16])
    (found,) = check_balance(MCR, 0, 18, hand=(strange, *hand[1:]), discards=drawn)
    assert str(found) == "East: hand, discards and claims differ from the dealt tiles in 2 places."
    assert check_balance(MCR, 0, 18, hand=(*hand, strange), discards=drawn, claimed=(strange,)) == []


HEADING = PaperHeading("Spring Open", "Lyon", "2 May 2026")
BOARD = BoardName(7, "spring", "2", 0, "3141")


def deal(rules: str = "mcr-2006", model: str = "seat34") -> Deal:
    return make_deal(rules, bytes(32), BOARD, model="shared" if model == "shared" else "seat34")


def stored(of: Deal) -> Board:
    return Board(session=2, number=7, prevalent_wind=1, digest=of.digest)


def test_a_seat_sheet_is_the_hand_in_order_of_suits_and_the_wall_in_drawing_order() -> None:
    board, total = deal(), Counter[str]()
    for seat in range(4):
        hand, first, second = list_seat_rows(board, seat)
        assert list(hand.tiles) == list(sort_tiles(board.walls[seat][:13]))
        assert (*first.tiles, *second.tiles) == board.walls[seat][13:]
        assert [(row.first, row.last) for row in (first, second)] == [(1, 11), (12, 21)]
        assert [sum(count for _suit, count in row.marks) for row in (hand, first, second)] == [13, 11, 10]
        for row in (hand, first, second):
            total.update(dict(row.marks))
    assert total == {"m": 36, "p": 36, "s": 36, "z": 28}


@rows
def test_a_page_a_seat_and_one_for_the_common_block(rules: str, sizes: list[int]) -> None:
    board = deal(rules)
    leaves = build_deal_sheets(HEADING, stored(board), board)
    assert [leaf.values["size"] for leaf in leaves] == sizes
    assert [sum(len(row.tiles) for row in leaf.values["rows"]) for leaf in leaves] == sizes


@pytest.mark.parametrize(("rules", "lengths"), [("mcr-2006", [18, 18, 18, 18]), ("sichuan-sbr-2025", [14, 13, 14, 13])])
@pytest.mark.parametrize("dice", [(1, 1), (3, 4), (6, 6)])
def test_a_shared_wall_is_drawn_clockwise_from_the_break(rules: str, lengths: list[int], dice: tuple[int, int]) -> None:
    board = deal(rules, "shared")
    walls = list_shared_walls(ruleset(rules), board, dice)
    assert [len(wall.stacks) for wall in walls] == lengths
    stacks = sorted((stack for wall in walls for stack in wall.stacks), key=lambda stack: stack.number)
    tiles = [tile for stack in stacks for tile in (stack.top, stack.below) if tile is not None]
    assert tuple(tiles) == board.walls[0]
    # Seen by the player the right end is last; the break lies after so many stacks from there: the sum of the dice, in
    # Sichuan the smaller one (SC-2.4).
    broken = walls[(sum(dice) - 1) % 4]
    after = min(dice) if rules.startswith("sichuan") else sum(dice)
    assert broken.stacks[-1 - after].number == 1
    left = walls[(sum(dice) - 2) % 4]
    assert left.stacks[-1].number == broken.stacks[0].number + 1


def test_the_dice_are_fixed_and_every_throw_comes_up() -> None:
    throws = {Board(digest=f"{number:064x}").dice for number in range(1000)}
    assert throws == {(one, two) for one in range(1, 7) for two in range(1, 7)}


def test_cards_tell_the_board_and_never_its_tiles() -> None:
    board = deal()
    leaves = build_board_cards(HEADING, [stored(board)] * 5, shared=False)
    assert [len(leaf.values["boards"]) for leaf in leaves] == [4, 1]
    (card,) = leaves[1].values["boards"]
    assert (card.session, card.number, card.mark, card.dealing_line) == (2, 7, board.digest[:8], 2)


@rows
def test_builders_are_told_what_each_game_needs(rules: str, walls: str, hand: int, common: bool) -> None:
    made = BoardSet(ruleset=RulesetVersion(preset=rules))
    (leaf,) = instructions(Order(Tournament(name="Spring Open"), subject=made))
    text = render_to_string("print/builder.html", dict(leaf.values))
    assert text.count(walls) == 1
    assert text.count(f"the {hand} tiles of the hand in the first row") == 1
    assert text.count("Lay the 14 tiles of the common block in a tray of their own") == common


def right_edges(leaf: Leaf) -> list[float]:
    """Return the right edge of each tile of a printed leaf, as a share of the paper's width."""
    (sheet,) = pdf.fill_leaves(pdf.PrintRun([leaf], "", "a4", "en", translate_labels(["en"], BOARD_LABELS), "UTC"))
    (page,) = layout.typesetter_for("A4").lay_out(sheet.html).pages
    tiles = [box for box in page._page_box.descendants() if box.element_tag == "img" and box.width != "auto"]
    return [(box.position_x + box.margin_width()) / page.width for box in tiles]


@pytest.mark.parametrize(
    ("rules", "model"),
    [("mcr-2006", "shared"), ("riichi-wrc", "seat34"), ("taiwan-sml-2026", "seat34")],
)
def test_every_tile_of_a_sheet_is_on_the_paper(rules: str, model: str) -> None:
    board = deal(rules, model)
    leaf = build_deal_sheets(HEADING, stored(board), board)[0]
    edges = right_edges(leaf)
    assert len(edges) == len(board.walls[0])
    assert max(edges) < 0.96
