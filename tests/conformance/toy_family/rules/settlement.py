"""Settlement of the toy game: the discarder or everybody pays (TOY-5)."""

from __future__ import annotations

from engine.play.transfers import Transfer
from engine.tiles.seats import Seat, turn_order


def settle_win(points: int, winner: Seat, source: Seat | None) -> list[Transfer]:
    if source is not None:
        return [Transfer(source, winner, points, "discarder", "TOY-5")]
    return [Transfer(seat, winner, points, "self_draw", "TOY-5") for seat in turn_order(winner)[1:]]
