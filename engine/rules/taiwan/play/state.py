from __future__ import annotations

from typing import NamedTuple

from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import TableState, as_type
from engine.rules.taiwan.parameters import Parameters
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import Tile


class Robbed(NamedTuple):
    """Robbed flower; ``drawn``: the robber's own seventh led to it (case 2)."""

    robber: Seat
    source: Seat
    tile: Tile
    drawn: bool


class TaiwanTable(NamedTuple):
    owed: int = 0
    """Replacements due to the player in turn for flowers of the deal."""
    opening: bool = False
    robbed: Robbed | None = None
    open_kong: Seat | None = None
    """Player with an exposed kong in this turn."""
    ready_pending: bool = False
    declined: int = 0


class TaiwanPlayer(NamedTuple):
    turn_draws: int = 0
    first_round: bool = False
    locked_waits: frozenset[Tile] = frozenset()
    """Waits at the start of the passed-win lock."""


def taiwan_table(state: TableState) -> TaiwanTable:
    return as_type(state.special, TaiwanTable)


def taiwan_player(player: Player) -> TaiwanPlayer:
    """Taiwanese part of a player; draws in turn exclude replacements and include the dealer's seventeenth tile."""
    return as_type(player.special, TaiwanPlayer)


def complete_position(play: Procedure[Parameters], state: TableState) -> TableState:
    for seat in SEATS:
        player = state.players[seat]
        state = state.with_player(seat, player._replace(special=TaiwanPlayer(player.tiles_drawn)))
    return state
