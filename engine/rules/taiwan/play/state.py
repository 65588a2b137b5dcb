from __future__ import annotations

from typing import NamedTuple

from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import TableState, part
from engine.rules.taiwan.parameters import Parameters
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import Tile


class Robbed(NamedTuple):
    """Robbed flower; ``drawn``: the robber's own seventh led to it (case 2)."""

    robber: Seat
    source: Seat
    tile: Tile
    drawn: bool


class Seated(NamedTuple):
    owed: int = 0
    """Replacements that the player in turn still takes for flowers of the deal."""
    opening: bool = False
    """The flowers of the deal are being shown."""
    robbed: Robbed | None = None
    open_kong: Seat | None = None
    """Who has made an exposed kong in this turn."""
    ready_pending: bool = False
    declined: int = 0


class Own(NamedTuple):
    turn_draws: int = 0
    first_round: bool = False
    locked_waits: frozenset[Tile] = frozenset()
    """What the hand waited for when the passed win locked it."""


def seated(state: TableState) -> Seated:
    return part(state.special, Seated)


def own(player: Player) -> Own:
    """Taiwanese part of a player; draws in turn exclude replacements and include the dealer's seventeenth tile."""
    return part(player.special, Own)


def found(play: Procedure[Parameters], state: TableState) -> TableState:
    for seat in SEATS:
        player = state.players[seat]
        state = state.with_player(seat, player._replace(special=Own(player.tiles_drawn)))
    return state
