"""Wall on the table, shared or one for each seat; families define the reserve, replacements and common tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.play.players import Player
from engine.play.table import Phase, Setup, TableState
from engine.tiles.seats import SEATS, Seat, next_seat
from engine.tiles.tile import Tile, TileSet, is_flower


@dataclass(frozen=True)
class CommonBlock:
    """Tiles of a board with seat walls that belong to no seat, including the first replacement of each seat."""

    size: int
    replacements_taken: Callable[[TableState, Seat], int]
    replacement: Callable[[TableState, Seat], Tile | None]
    """Seat's replacement in the block, None if unknown."""


def no_reserve(state: TableState) -> int:
    return 0


@dataclass(frozen=True, eq=False, kw_only=True)
class WallOnTable:
    tile_set: TileSet
    sets: int

    reserve: Callable[[TableState], int] = no_reserve
    """Tiles at the end of a shared wall that are not drawn in turn."""

    common: CommonBlock | None = None
    replacements_from_back: bool = True

    winners_stay: bool = False

    @cached_property
    def flowers(self) -> int:
        return sum(map(is_flower, self.tile_set.tiles))

    def still_in(self, player: Player) -> bool:
        """Return True while a player draws and discards; in most games a winner leaves the hand."""
        return self.winners_stay or not player.won

    def live_left(self, state: TableState) -> int:
        """Tiles that may still be drawn in turn: above the reserve of a shared wall, or in all seat walls together."""
        if state.setup.seat_walls is None:
            return state.wall_left - self.reserve(state)
        return sum(self.left_for(state, seat) for seat in SEATS)

    def left_for(self, state: TableState, seat: Seat) -> int:
        if state.setup.seat_walls is None:
            return self.live_left(state)
        return self.own_wall_size(state.setup, seat) - self.own_draws(state, seat)

    def own_wall_size(self, setup: Setup, seat: Seat) -> int:
        if setup.seat_walls is not None and setup.seat_walls[seat]:
            return len(setup.seat_walls[seat])
        tiles = self.tile_set.size - self.common_size - (0 if self.with_flowers(setup) else self.flowers)
        # If not divisible by four, the first seats from the dealer have one more.
        more = 1 if (seat - setup.dealer) % 4 < tiles % 4 else 0
        return tiles // 4 + more - 3 * self.sets - 1

    @property
    def common_size(self) -> int:
        return 0 if self.common is None else self.common.size

    def with_flowers(self, setup: Setup) -> bool:
        """Return True when flowers are in play: in seat walls only if a recorded tile of the deal is one."""
        parts = (*setup.hands, *(setup.seat_walls or ()))
        return setup.seat_walls is None or any(is_flower(tile) for part in parts for tile in part)

    def tiles_behind(self, setup: Setup) -> int:
        if setup.seat_walls is not None:
            return sum(self.own_wall_size(setup, seat) for seat in SEATS) + self.common_size
        return self.tile_set.size - sum(map(len, setup.hands))

    def left_for_next(self, state: TableState) -> int:
        """Tiles left for the player who draws after the one in turn; 0 makes the current tile the last one."""
        return self.left_for(state, self.next_to_draw(state))

    def next_to_draw(self, state: TableState) -> Seat:
        seat = next_seat(state.turn)
        while not self.still_in(state.players[seat]):
            seat = next_seat(seat)
        return seat

    def next_tile(self, state: TableState, seat: Seat) -> Tile | None:
        """Tile of this draw, None where the wall is unknown."""
        if state.setup.seat_walls is not None:
            if self.common is not None and self.draws_from_common(state, seat):
                return self.common.replacement(state, seat)
            wall, drawn = state.setup.seat_walls[seat], self.own_draws(state, seat)
            return wall[drawn] if drawn < len(wall) else None
        shared_wall = state.setup.wall
        if shared_wall is None:
            return None
        if state.phase is Phase.REPLACE and self.replacements_from_back:
            return back_tile(shared_wall, state.back, state.front)
        return front_tile(shared_wall, state.front, state.back)

    def own_draws(self, state: TableState, seat: Seat) -> int:
        extra = len(state.setup.hands[seat]) % 3 == 2
        shared = 0 if self.common is None else self.common.replacements_taken(state, seat)
        return state.players[seat].tiles_drawn - (1 if extra else 0) - shared

    def draws_from_common(self, state: TableState, seat: Seat) -> bool:
        return (
            self.common is not None
            and state.phase is Phase.REPLACE
            and self.common.replacements_taken(state, seat) == 0
        )


def back_tile(wall: tuple[Tile, ...], back: int, front: int) -> Tile | None:
    """Replacement after ``back`` others: the last stack first, in each stack the upper tile.

    None when the wall is used up; the lower tile when the front has reached the upper one.
    """
    index = len(wall) - 2 - 2 * (back // 2) + back % 2
    return wall[max(index, front)] if front + back < len(wall) else None


def front_tile(wall: tuple[Tile, ...], front: int, back: int) -> Tile | None:
    """Tile drawn in turn after ``front`` others; the last stack may have lost its upper tile at the back."""
    if front + back >= len(wall):
        return None
    upper_gone = back % 2 == 1 and front == len(wall) - 1 - back
    return wall[front + 1 if upper_gone else front]


class Break(NamedTuple):
    """Break point: ``stacks`` at the right end of the wall of ``seat`` stay; dealing starts with the next clockwise."""

    seat: Seat
    stacks: int


def break_at(seat: Seat, stacks: int, row: int) -> Break:
    """Break ``stacks`` from the right end of a wall; counting continues in the wall of the left neighbour.

    >>> break_at(2, 18, 18)
    Break(seat=1, stacks=0)
    """
    return Break((seat - stacks // row) % 4, stacks % row)


def seat_reached(dealer: Seat, total: int) -> Seat:
    """Seat reached by counting the dice from the dealer as 1, in turn order."""
    return (dealer + total - 1) % 4


def dice_total(rolls: Sequence[Sequence[int]]) -> int:
    return sum(map(sum, rolls))
