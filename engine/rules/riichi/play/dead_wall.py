from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import DoraTurned, UraTurned
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, Setup, TableState
from engine.play.turns import copies_breaches
from engine.play.wall_on_table import CommonBlock
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.start_values import riichi_setup
from engine.rules.riichi.play.state import riichi_table
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile, format_tiles

DEAD_WALL = 14
INDICATORS = 5


def complete_setup(play: Procedure[Parameters], setup: Setup) -> Setup:
    """Add the first indicator: the upper tile of the third stack of the dead wall (RI-2.12)."""
    riichi = riichi_setup(setup)
    if setup.wall is None or riichi.dora_indicators:
        return setup
    return setup._replace(special=riichi._replace(dora_indicators=(setup.wall[-6],)))


def reserve(state: TableState) -> int:
    """Tiles in reserve: the dead wall keeps fourteen, so each kong takes one from the live wall (RI-2.12)."""
    return DEAD_WALL


def common_taken(state: TableState, seat: Seat) -> int:
    """Tiles a seat has taken from the common block: at most one, for its first kong."""
    due = state.turn == seat and state.phase in (Phase.REPLACE, Phase.ROB)
    return min(1, sum(meld.is_kong for meld in state.players[seat].melds) - (1 if due else 0))


def common_replacement(state: TableState, seat: Seat) -> Tile | None:
    """Replacement of a seat in the common block, after the indicators and the tiles under them, from the dealer on."""
    common = riichi_setup(state.setup).common
    return common[2 * INDICATORS + (seat - state.setup.dealer) % 4] if common else None


COMMON = CommonBlock(DEAD_WALL, common_taken, common_replacement)


def next_indicator(state: TableState) -> Tile | None:
    """Next indicator to turn; None where unknown, or after the fifth."""
    turned = len(riichi_table(state).dora_indicators)
    wall, common = state.setup.wall, riichi_setup(state.setup).common
    if turned >= INDICATORS or (wall is None and not common):
        return None
    return common[turned] if wall is None else wall[-6 - 2 * turned]


def indicators_due(play: Procedure[Parameters], state: TableState) -> int:
    """Number of indicators that are to be turned: one for each kong where kongs make dora (RI-3.18, RI-E22)."""
    kongs = state.kongs if "kong" in play.parameters.dora_kinds else 0
    return 1 + kongs - len(riichi_table(state).dora_indicators)


def _under_indicators(state: TableState, number: int) -> tuple[Tile, ...]:
    wall, common = state.setup.wall, riichi_setup(state.setup).common
    if wall is None:
        return common[INDICATORS : INDICATORS + number]
    return tuple(wall[-5 - 2 * index] for index in range(min(number, INDICATORS)))


def check_dora(play: Procedure[Parameters], state: TableState, event: DoraTurned) -> Iterator[Breach]:
    due = indicators_due(play, state)
    if due <= 0:
        yield Breach("no_indicator_due", "RI-3.18", _("no kong calls for an indicator"), "RI-6.14")
    late = play.parameters.kan_dora_timing == "open_at_discard" and riichi_table(state).open_kong
    if late and due == 1 and state.phase is Phase.REPLACE:
        message = _("the indicator of an exposed or added kong is turned with the next discard")
        yield Breach("dora_too_early", "RI-E4", message, "RI-6.14")
    expected = next_indicator(state)
    if expected not in (None, UNKNOWN, event.tile):
        yield play.breach("wall_tile", _("the indicator there is %(tiles)s", tiles=format_tile(expected or 0)))
    else:
        yield from copies_breaches(play, state, (event.tile,))


def turn_dora(play: Procedure[Parameters], state: TableState, event: DoraTurned) -> TableState:
    lying = riichi_table(state)
    return state._replace(special=lying._replace(dora_indicators=(*lying.dora_indicators, event.tile)))


def check_ura(play: Procedure[Parameters], state: TableState, event: UraTurned) -> Iterator[Breach]:
    kinds = play.parameters.dora_kinds
    turned = len(riichi_table(state).dora_indicators) if "kong_ura" in kinds else 1
    if "ura" not in kinds:
        yield Breach("no_ura", "RI-E22", _("there is no ura dora under these rules"), "refused")
    if not any(state.players[record.seat].ready for record in state.wins):
        yield Breach("no_ura", "RI-4", _("ura indicators are turned after the win of a riichi player"), "refused")
    if len(event.tiles) != turned:
        message = _("%(count)s indicators have as many tiles under them", count=turned)
        yield Breach("ura_number", "RI-4", message, "refused")
    under = _under_indicators(state, len(event.tiles))
    if under and UNKNOWN not in under + event.tiles and under != event.tiles:
        yield play.breach("wall_tile", _("under the indicators lie %(tiles)s", tiles=format_tiles(under)))
    else:
        yield from copies_breaches(play, state, event.tiles)
