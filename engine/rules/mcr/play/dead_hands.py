"""Limits on claims and kongs: dead hands and discarded flowers (MCR-2.11, MCR-6.7, MCR-E13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play import kongs
from engine.play.events import AddedKong, Chowed, ConcealedKong, Konged, Ponged
from engine.play.procedure import Procedure
from engine.play.table import Breach, TableState
from engine.rules.mcr.parameters import Parameters
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import is_flower


def dead_hand_breaches(state: TableState, seat: Seat, allowed: bool) -> Iterator[Breach]:
    if state.players[seat].dead and not allowed:
        yield Breach("dead_claim", "MCR-6.7", _("a dead hand may not do this"), "refused")


def claim_breaches(play: Procedure[Parameters], state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
    yield from dead_hand_breaches(state, event.seat, play.parameters.dead_hand_may_claim)
    if is_flower(event.tile):
        yield Breach("flower_claim", "MCR-2.11", _("a discarded flower cannot be claimed"), "refused")


def check_added_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> Iterator[Breach]:
    yield from kongs.check_added(play, state, event)
    yield from dead_hand_breaches(state, event.seat, play.parameters.dead_hand_self_kong)


def check_concealed_kong(play: Procedure[Parameters], state: TableState, event: ConcealedKong) -> Iterator[Breach]:
    yield from kongs.check_concealed(play, state, event)
    yield from dead_hand_breaches(state, event.seat, play.parameters.dead_hand_self_kong)
