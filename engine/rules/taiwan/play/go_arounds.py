"""Bans that depend on earlier discards: swap tiles, second pungs (TW-6.5, TW-6.6)."""

from __future__ import annotations

from typing import NamedTuple

from engine.play.players import UNORDERED
from engine.play.table import TableState
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, format_tile, kind_of


class GoAround(NamedTuple):
    """Discards of a kind since the player's latest, and that one; ``unsure`` is what is missing without order."""

    by_anyone: bool
    by_last_own: bool
    unsure: Sentence | None = None


def discarded_in_go_around(state: TableState, seat: Seat, kind: Tile) -> GoAround:
    """Discards of a kind in the player's go-around, claimed ones included, the one on offer not (TW-6.5)."""
    discards = state.players[seat].discards
    now = state.players[state.turn].discards[-1].event_index
    since = discards[-1].event_index if discards else UNORDERED
    anyone = any(
        kind_of(discard.tile) == kind and UNORDERED != discard.event_index >= since and discard.event_index < now
        for player in state.players
        for discard in reversed(player.discards)
    )
    last_own = since != UNORDERED and kind_of(discards[-1].tile) == kind
    unsure = None
    if since == UNORDERED:
        heaps = [
            place
            for place, player in enumerate(state.players)
            if any(discard.event_index == UNORDERED and kind_of(discard.tile) == kind for discard in player.discards)
        ]
        if heaps:
            unsure = _("when %(seats)s discarded %(tile)s", seats=heaps, tile=format_tile(kind))
    return GoAround(anyone, last_own, unsure)
