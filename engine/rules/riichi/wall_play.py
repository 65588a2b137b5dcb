"""The dead wall of riichi: replacements, indicators, and what lies on the table (RI-2.12, RI-3.18, RI-E4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.play.events import (
    DoraTurned,
    UraTurned,
)
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, Setup, TableState
from engine.play.transfers import Transfer
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.settlement import STICK
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile, format_tiles

DEAD_WALL = 14
INDICATORS = 5
"""Most indicators that are ever turned, one for the hand and one for each kong."""


class Liable(NamedTuple):
    """Who feeds the last set of a yakuman answers for it (RI-6.10)."""

    winner: Seat
    pattern: str
    seat: Seat


class Felt(NamedTuple):
    """What lies on the table: sticks laid in this hand, liabilities, and the transfers before the wins."""

    sticks: tuple[Seat, ...] = ()
    liable: tuple[Liable, ...] = ()
    before_wins: tuple[Transfer, ...] = ()
    fourth_kong: bool = False
    open_kong: bool = False
    """The last kong was exposed or added."""


class DeadWallPlay(Procedure):
    """What the dead wall does to the flow of a hand."""

    common_block = DEAD_WALL
    parameters: Parameters

    # --- walls and indicators ---------------------------------------------------------------------------------------

    def complete_setup(self, setup: Setup) -> Setup:
        """The first indicator is the upper tile of the third stack of the dead wall (RI-2.12)."""
        if setup.wall is None or setup.dora_indicators:
            return setup
        return setup._replace(dora_indicators=(setup.wall[-6],))

    def after_deal(self, state: TableState) -> TableState:
        """Nothing lies on the table yet but the sticks carried over."""
        return state._replace(special=Felt())

    def found(self, state: TableState) -> TableState:
        """The stick of each declared riichi lies on the table."""
        sticks = tuple(seat for seat in SEATS if state.players[seat].ready)
        paid = tuple(Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7") for seat in sticks)
        return state._replace(special=Felt(sticks), transfers=paid, deposits=state.setup.deposits + len(sticks))

    def reserve(self, state: TableState) -> int:
        """The dead wall keeps fourteen tiles, so each kong takes one from the live wall (RI-2.12)."""
        return DEAD_WALL

    def common_draws(self, state: TableState, seat: Seat) -> int:
        """One at most: the first kong of a seat is replaced from the common block, the others from the own wall."""
        due = state.turn == seat and state.phase in (Phase.REPLACE, Phase.ROB)
        return min(1, sum(meld.is_kong for meld in state.players[seat].melds) - (1 if due else 0))

    def draws_from_common(self, state: TableState, seat: Seat) -> bool:
        """The replacement of the first kong is."""
        return state.phase is Phase.REPLACE and self.common_draws(state, seat) == 0

    def common_replacement(self, state: TableState, seat: Seat) -> Tile | None:
        """Behind the indicators and the tiles under them each seat has one, from the dealer on."""
        common = state.setup.common
        return common[2 * INDICATORS + (seat - state.setup.dealer) % 4] if common else None

    def next_indicator(self, state: TableState) -> Tile | None:
        """What lies where the next indicator is turned; None where nobody knows it, or after the fifth."""
        turned = len(state.dora_indicators)
        wall, common = state.setup.wall, state.setup.common
        if turned >= INDICATORS or (wall is None and not common):
            return None
        return common[turned] if wall is None else wall[-6 - 2 * turned]

    def indicators_due(self, state: TableState) -> int:
        """Indicators of kongs that are not turned yet."""
        return 1 + state.kongs - len(state.dora_indicators)

    def under_indicators(self, state: TableState, number: int) -> tuple[Tile, ...]:
        """What lies under the first ``number`` indicators; nothing where nobody knows it."""
        wall, common = state.setup.wall, state.setup.common
        if wall is None:
            return common[INDICATORS : INDICATORS + number]
        return tuple(wall[-5 - 2 * at] for at in range(min(number, INDICATORS)))

    def dora_breaches(self, state: TableState, event: DoraTurned) -> Iterator[Breach]:
        """One indicator a kong, and the one that lies there (RI-3.18)."""
        due = self.indicators_due(state)
        if due <= 0:
            yield Breach("no_indicator_due", "RI-3.18", _("no kong calls for an indicator"), "RI-6.14")
        late = self.parameters.kan_dora_timing == "open_at_discard" and state.special.open_kong
        if late and due == 1 and state.phase is Phase.REPLACE:
            message = _("the indicator of an exposed or added kong is turned with the next discard")
            yield Breach("dora_too_early", "RI-E4", message, "RI-6.14")
        expected = self.next_indicator(state)
        if expected not in (None, UNKNOWN, event.tile):
            yield self.breach("wall_tile", _("the indicator there is %(tiles)s", tiles=format_tile(expected or 0)))

    def ura_breaches(self, state: TableState, event: UraTurned) -> Iterator[Breach]:
        """Under the indicators one looks after the win of a riichi player (RI-4/ura_dora)."""
        if not any(state.players[record.seat].ready for record in state.wins):
            yield Breach("no_ura", "RI-4", _("ura indicators are turned after the win of a riichi player"), "refused")
        if len(event.tiles) != len(state.dora_indicators):
            message = _("%(count)s indicators have as many tiles under them", count=len(state.dora_indicators))
            yield Breach("ura_number", "RI-4", message, "refused")
        under = self.under_indicators(state, len(event.tiles))
        if under and UNKNOWN not in (*under, *event.tiles) and under != event.tiles:
            yield self.breach("wall_tile", _("under the indicators lie %(tiles)s", tiles=format_tiles(under)))
