"""Settlement of MCR wins, which sum to 0 (MCR-2.4), and of false wins; a target of None means nobody."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from engine.play.transfers import Transfer
from engine.rules.mcr.parameters import Parameters
from engine.tiles.seats import SEATS, Seat, turn_order


def payments(parameters: Parameters, points: int, *, self_drawn: bool) -> dict[str, int]:
    """Payment of each payer for a win with these points, flowers included (MCR-5.4).

    >>> payments(Parameters(), 12, self_drawn=False)
    {'discarder': 20, 'others': 8}
    """
    base = parameters.base_payment
    return {"each": points + base} if self_drawn else {"discarder": points + base, "others": base}


def settle_win(payments: Mapping[str, int], winner: Seat, source: Seat | None) -> tuple[Transfer, ...]:
    """Transfers of a win: ``payments`` as in ``ScoredHand.payments``, ``source`` the discarder or the robbed player.

    A source of None is a self-draw. Ordered from the winner's right; empty payments give no transfers (MCR-5.4).

    >>> [transfer.amount for transfer in settle_win({"discarder": 20, "others": 8}, 0, 1)]
    [20, 8, 8]
    """
    if not payments:
        return ()
    transfers = []
    for seat in turn_order(winner)[1:]:
        if source is None:
            amount, reason = payments["each"], "self_draw"
        elif seat == source:
            amount, reason = payments["discarder"], "discarder"
        else:
            amount, reason = payments["others"], "base"
        if amount:
            transfers.append(Transfer(seat, winner, amount, reason, "MCR-5.4"))
    return tuple(transfers)


class FalseWin(Enum):
    EMPTY = "empty"
    POINTS = "points"
    WRONG_TILE = "wrong_tile"
    LATE = "late"
    STRUCTURE_NEAR = "structure_near"
    STRUCTURE_FAR = "structure_far"
    TILE_COUNT = "tile_count"
    FALSE_SET = "false_set"
    DEAD_HAND = "dead_hand"


_IRREGULAR = frozenset({FalseWin.TILE_COUNT, FalseWin.FALSE_SET, FalseWin.DEAD_HAND})


def false_win_amount(false_win: FalseWin, parameters: Parameters) -> int:
    """Points of a false win for each opponent, or in total where nobody receives them (MCR-6.8, MCR-E12)."""
    if false_win is FalseWin.EMPTY or (false_win is FalseWin.LATE and parameters.late_hu == "warning"):
        return 0
    severe = false_win is FalseWin.STRUCTURE_FAR or (
        false_win is FalseWin.STRUCTURE_NEAR and parameters.false_hu_near_severe
    )
    if parameters.false_hu_recipient == "nobody" and false_win in _IRREGULAR:
        # Such a hand is not ready, which costs the severe fine.
        severe = True
    return parameters.false_hu_severe_payment if severe else parameters.false_hu_payment


def settle_false_win(seat: Seat, false_win: FalseWin, parameters: Parameters) -> tuple[Transfer, ...]:
    """Transfers of a false win, due at once regardless of the outcome of the hand.

    >>> [transfer.amount for transfer in settle_false_win(0, FalseWin.POINTS, Parameters())]
    [10, 10, 10]
    """
    amount = false_win_amount(false_win, parameters)
    if not amount:
        return ()
    if parameters.false_hu_recipient == "nobody":
        return (Transfer(seat, None, amount, "false_win", "MCR-E12"),)
    return tuple(Transfer(seat, opponent, amount, "false_win", "MCR-6.8") for opponent in SEATS if opponent != seat)
