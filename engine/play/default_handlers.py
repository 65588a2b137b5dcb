from __future__ import annotations

from typing import Any

from engine.play import discard_claims, discards, ends, kongs, tile_draws, wins
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Drew,
    Ended,
    HandDied,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.procedure import EventHandler, P, on


def event_handlers(*replacements: EventHandler[P, Any]) -> tuple[EventHandler[P, Any], ...]:
    usual: tuple[EventHandler[P, Any], ...] = (
        on(Drew, tile_draws.check, tile_draws.step),
        on(Discarded, discards.check, discards.step),
        on(Chowed, discard_claims.check_chow, discard_claims.chow),
        on(Ponged, discard_claims.check_pung, discard_claims.pung),
        on(Konged, discard_claims.check_kong, discard_claims.kong),
        on(AddedKong, kongs.check_added, kongs.add_kong),
        on(ConcealedKong, kongs.check_concealed, kongs.declare_concealed),
        on(Won, wins.check, wins.step, after_end=True),
        on(Passed, discard_claims.check_pass, discard_claims.pass_on),
        on(Ended, ends.check_end, ends.end),
        on(HandDied, ends.check_dead_hand, ends.mark_dead),
    )
    replaced = {handling.event for handling in replacements}
    return (*replacements, *(handling for handling in usual if handling.event not in replaced))
