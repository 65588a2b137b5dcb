"""Riichi state of table and player: sticks, indicators, liabilities, ippatsu."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import TableState, part
from engine.play.transfers import Transfer
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.beginning import begun
from engine.rules.riichi.settlement import STICK
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import Tile


class Liable(NamedTuple):
    """Liability of the player who fed the last set of a yakuman (RI-6.10)."""

    winner: Seat
    pattern: str
    seat: Seat


class Felt(NamedTuple):
    """Riichi part of the table: indicators, sticks, liabilities, transfers before the wins."""

    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    deposits: int = 0
    """Sticks on the table, those carried over included."""
    sticks: tuple[Seat, ...] = ()
    """Who has laid one in this hand."""
    riichi_pending: bool = False
    """Riichi is declared, and its discard follows."""
    sideways: bool = False
    """The latest discard is that of a declaration."""
    liable: tuple[Liable, ...] = ()
    before_wins: tuple[Transfer, ...] = ()
    fourth_kong: bool = False
    """The latest discard is that after the fourth kong."""
    open_kong: bool = False
    """The last kong was exposed or added."""


def felt(state: TableState) -> Felt:
    return part(state.special, Felt)


IPPATSU: Final = "ippatsu"
"""``Player.special`` while a win is ippatsu."""


def without_ippatsu(state: TableState) -> TableState:
    """End ippatsu for everybody, as any claim or kong does (RI-3.24)."""
    for seat in SEATS:
        player = state.players[seat]
        if player.special is not None:
            state = state.with_player(seat, player._replace(special=None))
    return state


def has_ippatsu(player: Player) -> bool:
    return player.special == IPPATSU


def after_deal(play: Procedure[Parameters], state: TableState) -> TableState:
    """Start with the first indicator and the carried-over sticks."""
    return state._replace(special=Felt(begun(state.setup).dora_indicators, deposits=begun(state.setup).deposits))


def found(play: Procedure[Parameters], state: TableState) -> TableState:
    """Put the stick of each declared riichi on the table of a position."""
    sticks = tuple(seat for seat in SEATS if state.players[seat].ready)
    paid = tuple(Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7") for seat in sticks)
    own = begun(state.setup)
    lying = Felt(own.dora_indicators, deposits=own.deposits + len(sticks), sticks=sticks)
    return state._replace(special=lying, transfers=paid)


def indicators(play: Procedure[Parameters], state: TableState) -> tuple[Tile, ...]:
    """Dora and ura indicators turned so far."""
    lying = felt(state)
    return (*lying.dora_indicators, *lying.ura_indicators)


def deposits(play: Procedure[Parameters], state: TableState) -> int:
    return felt(state).deposits
