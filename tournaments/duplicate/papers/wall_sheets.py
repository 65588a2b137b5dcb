"""Sheets of a duplicate event (B3): what a builder lays, what a table and its boards and players do when.

Only the seat sheets and the shared-wall sheets show tiles. They are for a builder who does not play the board.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.family import ruleset
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, kind_of, sort_tiles
from engine.walls.deal import Deal
from tournaments.core.printing.documents import Heading, Leaf, chunks

ROW: Final = 11
"""Tiles in the first row of a seat's wall (B1: rows of 13, 11 and 10)."""

SUITS: Final = "mpszf"
CARDS_A_PAGE: Final = 4
MARK: Final = 8
"""Hexadecimal digits of the digest that stand on paper."""


@dataclass(frozen=True, slots=True)
class WallRow:
    """A row of tiles in the order in which they are laid; ``first`` is the drawing number of the first, 0 for a hand.

    ``marks`` are (suit letter, how many), for the builder to tick when the row is laid.
    """

    tiles: Sequence[Tile]
    marks: Sequence[tuple[str, int]]
    first: int = 0

    @property
    def last(self) -> int:
        """The drawing number of the last tile."""
        return self.first + len(self.tiles) - 1


@dataclass(frozen=True, slots=True)
class Stack:
    """Two tiles of a shared wall, and the stack's number in the order of drawing; ``below`` None for a single tile."""

    number: int
    top: Tile
    below: Tile | None


@dataclass(frozen=True, slots=True)
class PrintedWall:
    """A wall as its player sees it, from left to right; the right end is counted from."""

    seat: Seat
    stacks: Sequence[Stack]
    marks: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells a board from others: on every sheet and card. ``dice`` stand for the throw that is not made."""

    session: int
    number: int
    prevalent: int
    reserve: int
    digest: str
    dice: tuple[int, int]

    @property
    def dealing_line(self) -> int:
        """The wind of the session's start whose player deals this board."""
        return (self.number - 1) % 4

    @property
    def mark(self) -> str:
        """The first digits of the deal's digest."""
        return self.digest[:MARK]


@dataclass(frozen=True, slots=True)
class Stop:
    """One line of a movement card: at this step the board is at this table (or the player at this board)."""

    session: int
    step: int
    table: int
    board: int
    seat: int | None = None
    with_names: Sequence[str] = ()


def marks(tiles: Iterable[Tile]) -> list[tuple[str, int]]:
    """How many tiles of each suit, suits without any left out.

    >>> from engine.tiles.tile import parse_tiles
    >>> marks(parse_tiles("1123m9s7z"))
    [('m', 4), ('s', 1), ('z', 1)]
    """
    counts = dict.fromkeys(SUITS, 0)
    for tile in tiles:
        kind = kind_of(tile)
        counts[SUITS[min(kind // 9, 3) if kind < 34 else 4]] += 1
    return [(suit, count) for suit, count in counts.items() if count]


def fixed_dice(digest: str) -> tuple[int, int]:
    """Two dice for a board, the same for everybody: they fix the break, so that no throw is made."""
    first, second = hashlib.sha256(f"dice|{digest}".encode()).digest()[:2]
    return first % 6 + 1, second % 6 + 1


def seat_rows(deal: Deal, seat: Seat) -> list[WallRow]:
    """The rows of a seat's tray: the starting hand in order of suits, the wall in drawing order, 11 and the rest."""
    size = 3 * ruleset(deal.ruleset).family.sets + 1
    wall = deal.walls[seat]
    hand, rest = sort_tiles(wall[:size]), wall[size:]
    rows = [WallRow(hand, marks(hand))]
    first = 1
    for part in chunks(rest, ROW):
        rows.append(WallRow(part, marks(part), first))
        first += len(part)
    return rows


def break_of(dice: tuple[int, int]) -> tuple[Seat, int]:
    """Whose wall is broken, counted from the dealer against the clock, and after how many stacks from its right end.

    >>> break_of((3, 4))
    (2, 7)
    """
    total = sum(dice)
    return (total - 1) % 4, total


def wall_lengths(stacks: int) -> tuple[int, int, int, int]:
    """Stacks of the four walls E S W N; of 54, East and West have one more (Sichuan).

    >>> wall_lengths(68), wall_lengths(54)
    ((17, 17, 17, 17), (14, 13, 14, 13))
    """
    even, over = divmod(stacks, 4)
    return even + (over > 0), even + (over > 2), even + (over > 1), even


def shared_walls(deal: Deal, dice: tuple[int, int]) -> list[PrintedWall]:
    """The four walls E S W N as each player sees the own one, broken by the dice; stack 1 is drawn first.

    From the break it goes on to the left, then in the wall of the left neighbour, clockwise.
    """
    tiles = deal.walls[0]
    stacks = [
        Stack(at // 2 + 1, tiles[at], tiles[at + 1] if at + 1 < len(tiles) else None) for at in range(0, len(tiles), 2)
    ]
    lengths = wall_lengths(len(stacks))
    broken, after = break_of(dice)
    places = [(seat, place) for turn in range(4) for seat in ((broken - turn) % 4,) for place in range(lengths[seat])]
    ordered = places[after:] + places[:after]
    laid: dict[tuple[int, int], Stack] = dict(zip(ordered, stacks, strict=True))
    walls = []
    for seat in range(4):
        own = [laid[seat, place] for place in reversed(range(lengths[seat]))]
        faces = [tile for stack in own for tile in (stack.top, stack.below) if tile is not None]
        walls.append(PrintedWall(seat, own, marks(faces)))
    return walls


def deal_sheets(heading: Heading, identity: Identity, deal: Deal) -> list[Leaf]:
    """The sheets of one board: a page a seat (and one for the common block of riichi), or one page of four walls."""
    values = {"heading": heading, "board": identity}
    if deal.model == "shared":
        broken, after = break_of(identity.dice)
        walls = {"walls": shared_walls(deal, identity.dice), "broken": broken, "after": after}
        return [Leaf("shared_sheet", values | walls)]
    leaves = [
        Leaf("seat_sheet", values | {"seat": seat, "rows": seat_rows(deal, seat), "size": len(deal.walls[seat])})
        for seat in range(4)
    ]
    if deal.common:
        blocks = (deal.common[:5], deal.common[5:10], deal.common[10:])
        rows = [WallRow(part, marks(part)) for part in blocks]
        leaves.append(Leaf("seat_sheet", values | {"seat": None, "rows": rows, "size": len(deal.common)}))
    return leaves


def table_cards(heading: Heading, boards: Sequence[Identity], *, shared: bool) -> list[Leaf]:
    """A card for each board's tray: number, dealer, prevalent wind, and for shared walls the dice."""
    return [
        Leaf("board_cards", {"heading": heading, "boards": part, "shared": shared})
        for part in chunks(boards, CARDS_A_PAGE)
    ]


def board_movements(heading: Heading, cards: Sequence[tuple[Identity, int, Sequence[Stop]]]) -> list[Leaf]:
    """A card a set of trays: (board, copy, where it is at each step)."""
    return [Leaf("board_movement", {"heading": heading, "cards": part}) for part in chunks(cards, CARDS_A_PAGE)]


def player_movements(heading: Heading, cards: Sequence[tuple[int, str, str, Sequence[Stop]]]) -> list[Leaf]:
    """A card a player: (number, name, team, what is played at each step)."""
    return [Leaf("player_movement", {"heading": heading, "cards": part}) for part in chunks(cards, 2)]


def instructions(heading: Heading, *, shared: bool, walls: Sequence[int], hand: int, common: int) -> list[Leaf]:
    """What a builder does, step by step.

    ``walls`` are the tiles of the seats' walls E S W N, ``hand`` those of a starting hand in each of them, ``common``
    those of the common block of a riichi board.
    """
    values = {"heading": heading, "shared": shared, "walls": walls, "hand": hand, "common": common}
    return [Leaf("builder", values | {"even": len(set(walls)) == 1})]
