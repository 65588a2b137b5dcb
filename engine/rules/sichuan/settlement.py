"""What a Sichuan win moves between the seats (SC-5.2 to SC-5.4)."""

from __future__ import annotations

from collections.abc import Collection

from engine.hand import WinBy
from engine.points import Transfer
from engine.scoring import ScoredHand
from engine.seats import SEATS, Seat


def win_transfers(
    scored: ScoredHand, winner: Seat, source: Seat | None, already_won: Collection[Seat] = ()
) -> list[Transfer]:
    """Transfers of one win in di: from ``source`` (discarder or robbed player), or, None, from all who have not won.

    ``already_won`` are players who left the hand before; they neither pay nor receive.
    """
    if source is not None:
        reason = "robbed_kong" if scored.circumstances.by is WinBy.ROBBED_KONG else "discarder"
        return [Transfer(source, winner, scored.payments["discarder"], reason, "SC-5.2")]
    return [
        Transfer(seat, winner, scored.payments["each"], "self_draw", "SC-5.3")
        for seat in SEATS
        if seat != winner and seat not in already_won
    ]
