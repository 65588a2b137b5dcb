"""Tiles as a builder lays them (B3): the rows of a seat's tray, or the four walls of a shared one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.family import Ruleset, ruleset
from engine.play.procedure import procedure_of
from engine.play.wall_on_table import Break
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, kind_of, sort_tiles
from engine.walls.deal import Deal

ROW: Final = 11

SUITS: Final = "mpszf"


class WallRow(NamedTuple):
    """Row of tiles; ``first`` is the drawing number of the first, 0 for a hand."""

    tiles: Sequence[Tile]
    first: int = 0

    @property
    def last(self) -> int:
        return self.first + len(self.tiles) - 1

    @property
    def marks(self) -> list[tuple[str, int]]:
        return count_suits(self.tiles)


class Stack(NamedTuple):
    """Two tiles of a shared wall, and their number in drawing order; ``below`` None for a single tile."""

    number: int
    top: Tile
    below: Tile | None


class PrintedWall(NamedTuple):
    """Wall as its player sees it, from left to right; counting starts at the right end."""

    seat: Seat
    stacks: Sequence[Stack]

    @property
    def marks(self) -> list[tuple[str, int]]:
        return count_suits(tile for stack in self.stacks for tile in (stack.top, stack.below) if tile is not None)


def count_suits(tiles: Iterable[Tile]) -> list[tuple[str, int]]:
    """Return the number of tiles of each suit, suits without tiles left out.

    >>> from engine.tiles.tile import parse_tiles
    >>> count_suits(parse_tiles("1123m9s7z"))
    [('m', 4), ('s', 1), ('z', 1)]
    """
    counts = dict.fromkeys(SUITS, 0)
    for tile in tiles:
        kind = kind_of(tile)
        counts[SUITS[min(kind // 9, 3) if kind < 34 else 4]] += 1
    return [(suit, count) for suit, count in counts.items() if count]


def list_seat_rows(deal: Deal, seat: Seat) -> list[WallRow]:
    """Return the rows of a seat's tray: the starting hand by suit, the wall in drawing order, 11 and the rest."""
    size = 3 * ruleset(deal.ruleset).family.sets + 1
    wall = deal.walls[seat]
    remaining = wall[size:]
    return [
        WallRow(sort_tiles(wall[:size])),
        *(WallRow(remaining[start : start + ROW], start + 1) for start in range(0, len(remaining), ROW)),
    ]


def compute_break(rules: Ruleset, dice: tuple[int, int]) -> Break:
    """Return the break of a board's wall; its seats count from the dealer.

    >>> compute_break(ruleset("mcr-2006"), (3, 4)), compute_break(ruleset("sichuan-sbr-2025"), (3, 4))
    (Break(seat=2, stacks=7), Break(seat=2, stacks=3))
    """
    return procedure_of(rules).wall_break([dice], 0)


def list_wall_lengths(rules: Ruleset, dealer: Seat) -> tuple[int, ...]:
    """Return the stacks of the four walls from the dealer on, who sits at this seat of the table.

    >>> list_wall_lengths(ruleset("sichuan-sbr-2025"), 1), list_wall_lengths(ruleset("sichuan-world-championship"), 1)
    ((13, 14, 13, 14), (14, 13, 14, 13))
    """
    lengths = procedure_of(rules).wall_lengths(dealer)
    return lengths[dealer:] + lengths[:dealer]


def list_shared_walls(rules: Ruleset, deal: Deal, dice: tuple[int, int], dealer: Seat = 0) -> list[PrintedWall]:
    """Return the walls E S W N as their players see them, broken by the dice; stack 1 is drawn first.

    Drawing goes left from the break, then clockwise. ``dealer``: seat of the table at which the board's dealer sits.
    """
    tiles = deal.walls[0]
    stacks = [
        Stack(index // 2 + 1, tiles[index], tiles[index + 1] if index + 1 < len(tiles) else None)
        for index in range(0, len(tiles), 2)
    ]
    lengths = list_wall_lengths(rules, dealer)
    broken, after = compute_break(rules, dice)
    places = [(seat, place) for turn in range(4) for seat in ((broken - turn) % 4,) for place in range(lengths[seat])]
    laid = dict(zip(places[after:] + places[:after], stacks, strict=True))
    return [PrintedWall(seat, [laid[seat, place] for place in reversed(range(lengths[seat]))]) for seat in range(4)]
