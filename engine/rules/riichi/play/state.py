from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import TableState, as_type
from engine.play.transfers import Transfer
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.start_values import riichi_setup
from engine.rules.riichi.settlement import STICK
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import Tile


class Liable(NamedTuple):
    winner: Seat
    pattern: str
    seat: Seat


class RiichiTable(NamedTuple):
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    deposits: int = 0
    """Sticks on the table, those carried over included."""
    sticks: tuple[Seat, ...] = ()
    """Players who have laid one in this hand."""
    riichi_pending: bool = False
    sideways: bool = False
    """The latest discard is that of a declaration."""
    liable: tuple[Liable, ...] = ()
    before_wins: tuple[Transfer, ...] = ()
    fourth_kong: bool = False
    """The latest discard is that after the fourth kong."""
    open_kong: bool = False
    """The last kong was exposed or added."""
    win_tile_mixed_in: bool = False
    """The winner has put the tile among the others; no event of a record shows it (RI-E20)."""


def riichi_table(state: TableState) -> RiichiTable:
    return as_type(state.special, RiichiTable)


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
    return state._replace(
        special=RiichiTable(riichi_setup(state.setup).dora_indicators, deposits=riichi_setup(state.setup).deposits)
    )


def complete_position(play: Procedure[Parameters], state: TableState) -> TableState:
    sticks = tuple(seat for seat in SEATS if state.players[seat].ready)
    paid = tuple(Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7") for seat in sticks)
    riichi = riichi_setup(state.setup)
    lying = RiichiTable(riichi.dora_indicators, deposits=riichi.deposits + len(sticks), sticks=sticks)
    return state._replace(special=lying, transfers=paid)


def indicators(play: Procedure[Parameters], state: TableState) -> tuple[Tile, ...]:
    lying = riichi_table(state)
    return (*lying.dora_indicators, *lying.ura_indicators)


def deposits(play: Procedure[Parameters], state: TableState) -> int:
    return riichi_table(state).deposits
