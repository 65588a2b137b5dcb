"""Kong income, paid at once, and shots after a kong (SC-5.6 to SC-5.8, SC-6.7, SC-E6)."""

from __future__ import annotations

from engine.play import discards, kongs
from engine.play.events import AddedKong, Discarded
from engine.play.procedure import Procedure
from engine.play.table import Phase, TableState
from engine.play.transfers import Transfer
from engine.rules.sichuan import settlement
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.state import KongIncome, KongLedger, kong_ledger
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import kind_of


def add_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> TableState:
    """Add the kong: fresh if of the tile just drawn (SC-6.7), possibly a shot after another kong (SC-E6)."""
    fresh = state.drawn_tile is not None and kind_of(state.drawn_tile) == kind_of(event.tile)
    before = kong_ledger(state)
    rekong = state.replacing == "kong" and state.phase is Phase.ACT and play.parameters.kong_shot_on_rekong
    after_kong = len(before.kongs) - 1 if rekong else None
    state = kongs.add_kong(play, state, event)
    return state._replace(special=before._replace(fresh=fresh, shot=after_kong, settled=()))


def discard(play: Procedure[Parameters], state: TableState, event: Discarded) -> TableState:
    """Discard; after a kong and its replacement a win on it is a shot."""
    before = kong_ledger(state)
    shot = len(before.kongs) - 1 if state.replacing == "kong" and state.phase is Phase.ACT else None
    after = discards.step(play, state, event)
    if before.shot != shot or before.settled:
        before = before._replace(shot=shot, settled=())
    return after._replace(special=before, replacing=None)


def kong_declared(play: Procedure[Parameters], state: TableState, seat: Seat, kind: MeldKind) -> TableState:
    before = kong_ledger(state)
    source = state.players[seat].melds[-1].from_seat if kind is MeldKind.KONG else None
    payers = [payer for payer in SEATS if payer != seat and play.wall.still_in(state.players[payer])]
    paid = tuple(settlement.kong_transfers(play.parameters, seat, kind, source, payers, fresh=before.fresh))
    return state._replace(
        special=KongLedger((*before.kongs, KongIncome(seat, paid))), transfers=(*state.transfers, *paid)
    )


def settle_shot(play: Procedure[Parameters], state: TableState) -> TableState:
    """Settle the kong income after a shot, for all winners so far (SC-5.8)."""
    before = kong_ledger(state)
    if before.shot is None or (before.kongs[before.shot].returned and not before.settled):
        return state
    if before.settled and play.parameters.kong_shot == "refund":
        return state
    kong = before.kongs[before.shot]
    paid = settlement.shot_transfers(play.parameters, kong.transfers, winners_in_order(state))
    transfers = remove_latest(state.transfers, before.settled)
    marked = tuple(
        income._replace(returned=True) if index == before.shot else income for index, income in enumerate(before.kongs)
    )
    return state._replace(special=before._replace(kongs=marked, settled=tuple(paid)), transfers=(*transfers, *paid))


def winners_in_order(state: TableState) -> list[Seat]:
    return sorted(state.winners_here, key=lambda seat: (seat - state.turn) % 4)


def remove_latest(transfers: tuple[Transfer, ...], removed: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    remaining = list(reversed(transfers))
    for transfer in removed:
        remaining.remove(transfer)
    return tuple(reversed(remaining))
