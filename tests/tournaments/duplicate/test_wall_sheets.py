"""Sheets of duplicate boards: every tile in place, check marks that add up, and nothing of a deal on other papers."""

from __future__ import annotations

from collections import Counter

import pytest
from django.template.loader import render_to_string

from engine.tiles.tile import sort_tiles
from engine.walls.deal import Deal, make_deal
from engine.walls.wall import BoardName
from tests.support import layout
from tournaments.core.printing import pdf
from tournaments.core.printing.documents import Heading, Leaf
from tournaments.core.printing.registry import Order, labels
from tournaments.duplicate.logic.wall_sheets import seat_rows, shared_walls
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.papers import BOARD_LABELS, board_cards, deal_sheets, instructions
from tournaments.events.models import RulesetVersion, Tournament

HEADING = Heading("Spring Open", "Lyon", "2 May 2026")
BOARD = BoardName(7, "spring", "2", 0, "3141")


def deal(rules: str = "mcr-2006", model: str = "seat34") -> Deal:
    return make_deal(rules, bytes(32), BOARD, model="shared" if model == "shared" else "seat34")


def stored(of: Deal) -> Board:
    return Board(session=2, number=7, prevalent_wind=1, digest=of.digest)


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sheet_is_the_hand_in_order_of_suits_and_the_wall_in_drawing_order(seat: int) -> None:
    board = deal()
    hand, first, second = seat_rows(board, seat)
    assert list(hand.tiles) == list(sort_tiles(board.walls[seat][:13]))
    assert (*first.tiles, *second.tiles) == board.walls[seat][13:]
    assert [(row.first, row.last) for row in (first, second)] == [(1, 11), (12, 21)]
    assert [sum(count for _suit, count in row.marks) for row in (hand, first, second)] == [13, 11, 10]


@pytest.mark.parametrize(
    ("rules", "pages", "sizes"),
    [
        ("mcr-2006", 4, [34, 34, 34, 34]),
        ("sichuan-sbr-2025", 4, [27, 27, 27, 27]),
        ("riichi-wrc", 5, [31, 31, 30, 30, 14]),
        ("taiwan-sml-2026", 4, [34, 34, 34, 34]),
    ],
)
def test_a_page_a_seat_and_one_for_the_common_block(rules: str, pages: int, sizes: list[int]) -> None:
    board = deal(rules)
    leaves = deal_sheets(HEADING, stored(board), board)
    assert len(leaves) == pages
    assert [leaf.values["size"] for leaf in leaves] == sizes
    assert [sum(len(row.tiles) for row in leaf.values["rows"]) for leaf in leaves] == sizes


@pytest.mark.parametrize(("rules", "lengths"), [("mcr-2006", [18, 18, 18, 18]), ("sichuan-sbr-2025", [14, 13, 14, 13])])
@pytest.mark.parametrize("dice", [(1, 1), (3, 4), (6, 6)])
def test_a_shared_wall_is_drawn_clockwise_from_the_break(rules: str, lengths: list[int], dice: tuple[int, int]) -> None:
    board = deal(rules, "shared")
    walls = shared_walls(board, dice)
    assert [len(wall.stacks) for wall in walls] == lengths
    stacks = sorted((stack for wall in walls for stack in wall.stacks), key=lambda stack: stack.number)
    tiles = [tile for stack in stacks for tile in (stack.top, stack.below) if tile is not None]
    assert tuple(tiles) == board.walls[0]
    # Seen by the player the right end is last; the break lies after so many stacks from there.
    broken = walls[(sum(dice) - 1) % 4]
    assert broken.stacks[-1 - sum(dice)].number == 1
    left = walls[(sum(dice) - 2) % 4]
    assert left.stacks[-1].number == broken.stacks[0].number + 1


def test_the_marks_of_all_sheets_add_up_to_the_set() -> None:
    board = deal()
    total: Counter[str] = Counter()
    for seat in range(4):
        for row in seat_rows(board, seat):
            total.update(dict(row.marks))
    assert total == {"m": 36, "p": 36, "s": 36, "z": 28}


def test_the_dice_are_fixed_and_every_throw_comes_up() -> None:
    throws = {Board(digest=f"{number:064x}").dice for number in range(1000)}
    assert throws == {(one, two) for one in range(1, 7) for two in range(1, 7)}


def test_cards_tell_the_board_and_never_its_tiles() -> None:
    board = deal()
    leaves = board_cards(HEADING, [stored(board)] * 5, shared=False)
    assert [len(leaf.values["boards"]) for leaf in leaves] == [4, 1]
    (card,) = leaves[1].values["boards"]
    assert (card.session, card.number, card.mark, card.dealing_line) == (2, 7, board.digest[:8], 2)


@pytest.mark.parametrize(
    ("rules", "walls", "hand", "common"),
    [
        ("mcr-2006", "Each wall holds 34 tiles with the hand.", 13, False),
        ("sichuan-sbr-2025", "Each wall holds 27 tiles with the hand.", 13, False),
        ("riichi-wrc", "The walls hold 31, 31, 30 and 30 tiles (East, South, West, North) with the hand.", 13, True),
        ("taiwan-sml-2026", "Each wall holds 34 tiles with the hand.", 16, False),
    ],
)
def test_builders_are_told_what_each_game_needs(rules: str, walls: str, hand: int, common: bool) -> None:
    made = BoardSet(ruleset=RulesetVersion(preset=rules))
    (leaf,) = instructions(Order(Tournament(name="Spring Open"), subject=made))
    text = render_to_string("print/builder.html", dict(leaf.values))
    assert text.count(walls) == 1
    assert text.count(f"the {hand} tiles of the hand in the first row") == 1
    assert text.count("Lay the 14 tiles of the common block in a tray of their own") == common


def right_edges(leaf: Leaf) -> list[float]:
    """Return the right edge of each tile of a printed leaf, as a share of the paper's width."""
    (sheet,) = pdf.filled(pdf.PrintRun([leaf], "", "a4", "en", labels(["en"], BOARD_LABELS), "UTC"))
    (page,) = layout.typesetter_for("A4").lay_out(sheet.html).pages
    tiles = [box for box in page._page_box.descendants() if box.element_tag == "img" and box.width != "auto"]
    return [(box.position_x + box.margin_width()) / page.width for box in tiles]


@pytest.mark.parametrize(
    ("rules", "model"),
    [("mcr-2006", "seat34"), ("mcr-2006", "shared"), ("riichi-wrc", "seat34"), ("taiwan-sml-2026", "seat34")],
)
def test_every_tile_of_a_sheet_is_on_the_paper(rules: str, model: str) -> None:
    board = deal(rules, model)
    leaf = deal_sheets(HEADING, stored(board), board)[0]
    edges = right_edges(leaf)
    assert len(edges) == len(board.walls[0])
    assert max(edges) < 0.96
