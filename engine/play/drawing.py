"""What is left to draw, and which tile comes next: one wall that all draw from, or a wall for each seat.

Families say what they keep in reserve, where replacements come from, and which tiles seats share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.play.table import Phase, Player, Setup, TableState
from engine.tiles.seats import SEATS, Seat, next_seat
from engine.tiles.tile import Tile, is_flower

if TYPE_CHECKING:
    from engine.family import Ruleset


class Drawing:
    """The walls of one ruleset. ``Legality`` judges events by it."""

    common_block: ClassVar[int] = 0
    """Tiles of a board with seat walls that belong to no seat."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.parameters: Any = ruleset.parameters
        self.tile_set = ruleset.tile_set
        self.flowers = sum(map(is_flower, ruleset.tile_set.tiles))

    def still_in(self, player: Player) -> bool:
        """True while a player draws and discards; a winner leaves the hand."""
        return not player.won

    def live_left(self, state: TableState) -> int:
        """Tiles that may still be drawn in turn: above the reserve of a shared wall, or in all seat walls together."""
        if state.setup.seat_walls is None:
            return state.wall_left - self.reserve(state)
        return sum(self.left_for(state, seat) for seat in SEATS)

    def reserve(self, state: TableState) -> int:
        """Tiles at the end of a shared wall that nobody draws in turn."""
        return 0

    def left_for(self, state: TableState, seat: Seat) -> int:
        """Tiles a seat can still draw: those of the shared wall, or of its own where every seat has one."""
        if state.setup.seat_walls is None:
            return self.live_left(state)
        return self.own_wall_size(state.setup, seat) - self.own_draws(state, seat)

    def own_wall_size(self, setup: Setup, seat: Seat) -> int:
        """Tiles of a seat wall after the starting hand, recorded or not."""
        if setup.seat_walls is not None and setup.seat_walls[seat]:
            return len(setup.seat_walls[seat])
        tiles = self.tile_set.size - self.common_block - (0 if self.with_flowers(setup) else self.flowers)
        # Where four do not divide them, the first seats from the dealer have one more.
        more = 1 if (seat - setup.dealer) % 4 < tiles % 4 else 0
        return tiles // 4 + more - 3 * self.ruleset.family.sets - 1

    def with_flowers(self, setup: Setup) -> bool:
        """Whether the game's flowers are in play: seat walls have none unless a recorded tile of the deal is one."""
        parts = (*setup.hands, *(setup.seat_walls or ()))
        return setup.seat_walls is None or any(is_flower(tile) for part in parts for tile in part)

    def tiles_behind(self, setup: Setup) -> int:
        """Tiles that are not dealt: the shared wall with its reserve, or all seat walls and the common block."""
        if setup.seat_walls is not None:
            return sum(self.own_wall_size(setup, seat) for seat in SEATS) + self.common_block
        return self.tile_set.size - sum(map(len, setup.hands))

    def left_for_next(self, state: TableState) -> int:
        """Tiles for the player who draws after the one in turn; 0 makes a tile the last one."""
        return self.left_for(state, self.next_to_draw(state))

    def next_to_draw(self, state: TableState) -> Seat:
        """Who draws after the discard of the player in turn."""
        seat = next_seat(state.turn)
        while not self.still_in(state.players[seat]):
            seat = next_seat(seat)
        return seat

    def next_tile(self, state: TableState, seat: Seat) -> Tile | None:
        """The tile that the wall, where it is known, has for this draw."""
        if state.setup.seat_walls is not None:
            if self.draws_from_common(state, seat):
                return self.common_replacement(state, seat)
            wall, taken = state.setup.seat_walls[seat], self.own_draws(state, seat)
            return wall[taken] if taken < len(wall) else None
        known = state.setup.wall
        if known is None:
            return None
        if state.phase is Phase.REPLACE and self.replacements_from_back(state):
            return back_tile(known, state.back, state.front)
        return front_tile(known, state.front, state.back)

    def own_draws(self, state: TableState, seat: Seat) -> int:
        """Tiles a seat has taken from its own wall."""
        extra = len(state.setup.hands[seat]) % 3 == 2
        return state.players[seat].draws - (1 if extra else 0) - self.common_draws(state, seat)

    def draws_from_common(self, state: TableState, seat: Seat) -> bool:
        """True when the replacement that the seat takes now is one of the common block."""
        return False

    def common_draws(self, state: TableState, seat: Seat) -> int:
        """Replacements that a seat has taken from the common block."""
        return 0

    def common_replacement(self, state: TableState, seat: Seat) -> Tile | None:
        """The seat's tile of the common block, None where nobody knows it."""
        return None

    def replacements_from_back(self, state: TableState) -> bool:
        """True when replacements come from the other end of the wall."""
        return True


def back_tile(wall: tuple[Tile, ...], back: int, front: int) -> Tile | None:
    """The replacement after ``back`` others: the last stack first, in each stack the upper tile.

    None when the wall is used up; the lower tile when the front has come to the upper one.
    """
    at = len(wall) - 2 - 2 * (back // 2) + back % 2
    return wall[max(at, front)] if front + back < len(wall) else None


def front_tile(wall: tuple[Tile, ...], front: int, back: int) -> Tile | None:
    """The tile drawn in turn after ``front`` others; the last stack may have lost its upper tile at the back."""
    if front + back >= len(wall):
        return None
    upper_gone = back % 2 == 1 and front == len(wall) - 1 - back
    return wall[front + 1 if upper_gone else front]
