"""What wins, kongs and the wall's end move between the seats (chapter 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from engine.hand import Hand, WinBy
from engine.melds import MeldKind
from engine.points import Transfer
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.scoring import base_points, high_wait
from engine.scoring import ScoredHand
from engine.seats import SEATS, Seat
from engine.table import TableState
from engine.tiles import UNKNOWN, suit_of


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


def kong_transfers(
    parameters: Parameters, seat: Seat, kind: MeldKind, source: Seat | None, payers: Iterable[Seat], *, fresh: bool
) -> list[Transfer]:
    """Kong income (SC-5.6): a direct kong from its discarder, the others from every player who has not won."""
    if kind is MeldKind.KONG:
        direct = parameters.direct_kong_pay
        return [Transfer(source, seat, direct, "direct_kong", "SC-5.6")] if source is not None and direct else []
    if kind is MeldKind.CONCEALED_KONG:
        amount, reason = parameters.concealed_kong_pay, "concealed_kong"
    else:
        amount = parameters.added_kong_pay if fresh else parameters.late_added_kong_pay
        reason = "added_kong" if fresh else "late_added_kong"
    return [Transfer(payer, seat, amount, reason, "SC-5.6") for payer in payers if amount]


def shot_transfers(parameters: Parameters, income: Iterable[Transfer], winner: Seat) -> list[Transfer]:
    """What becomes of a kong's income when the discard after it is won on: back to its payers, or to the winner."""
    paid = list(income)
    if parameters.kong_shot == "refund":
        return [Transfer(each.target, each.source, each.amount, "kong_refund", "SC-5.8") for each in paid]
    total = sum(each.amount for each in paid)
    return [Transfer(paid[0].target, winner, total, "rain_transferred", "SC-5.8")] if total else []


class EndState(NamedTuple):
    """What a player who has not won is at the wall's end (SC-6.3)."""

    seat: Seat
    state: Literal["ready", "not_ready", "flower_pig", "violation"]
    high: int = 0
    """Points of the high wait of a ready player."""


def end_states(parameters: Parameters, state: TableState) -> list[EndState]:
    """The state of each player who has not won, in seat order (SC-6.2, SC-6.3, SC-E10)."""
    found = []
    for seat in SEATS:
        player = state.players[seat]
        if player.won:
            continue
        void = player.special.suit if player.special is not None else None
        if void is not None and any(suit_of(tile) is void for tile in player.concealed if tile != UNKNOWN):
            carded = player.special.face_down is None and not player.discards
            clean = carded or any(suit_of(discard.tile) is not void for discard in player.discards)
            if clean:
                found.append(EndState(seat, "violation"))
            else:
                passive = parameters.huazhu_pay == "as_not_ready"
                found.append(EndState(seat, "not_ready" if passive else "flower_pig"))
            continue
        forced = any(lock.kind == "forced_win_missed" for lock in player.locks)
        best = None
        if UNKNOWN not in player.concealed:
            best = high_wait(Hand(player.concealed, player.melds), parameters, void)
        if best is None or forced:
            found.append(EndState(seat, "not_ready"))
        else:
            found.append(EndState(seat, "ready", best.points))
    return found


def inspection(parameters: Parameters, state: TableState) -> list[Transfer]:
    """Payments at the wall's end among those who have not won, and the kong refunds (SC-5.9 to SC-5.11)."""
    states = end_states(parameters, state)
    if len(states) < 2:
        return []
    alive = {each.seat for each in states if not state.players[each.seat].dead}
    ready = [each for each in states if each.state == "ready" and each.seat in alive]
    transfers: list[Transfer] = []
    for each in states:
        if each.state == "violation":
            transfers += _violation(parameters, each.seat, [other.seat for other in states if other.seat != each.seat])
    cap = base_points(
        parameters.mangan_hand_fan if parameters.mangan_fan is None else parameters.mangan_fan, parameters
    )
    pig = cap if isinstance(parameters.huazhu_pay, str) else parameters.huazhu_pay
    for each in states:
        if each.state == "flower_pig":
            others = [other for other in states if other.state in ("ready", "not_ready")]
            transfers += [Transfer(each.seat, other.seat, pig, "flower_pig", "SC-5.10") for other in others]
    adds = parameters.late_violation_mode == "adds"
    for each in states:
        pays = each.state == "not_ready" or (adds and each.state == "violation")
        if pays and (each.seat in alive or parameters.dead_hand_claims == "to_be_ready"):
            transfers += [Transfer(each.seat, other.seat, other.high, "not_ready", "SC-5.10") for other in ready]
    if len(states) >= parameters.kong_refund_min_nonwinners:
        refunding = {each.seat for each in states if each.state != "ready"}
        transfers += refunds(state, refunding)
    return transfers


def refunds(state: TableState, seats: Collection[Seat]) -> list[Transfer]:
    """All kong income of these players back to those who paid it, what went back before left out (SC-5.9)."""
    return [
        Transfer(each.target, each.source, each.amount, "kong_refund", "SC-5.9")
        for kong in state.special.kongs
        if kong.seat in seats and not kong.returned
        for each in kong.transfers
    ]


def _violation(parameters: Parameters, seat: Seat, payees: Iterable[Seat]) -> list[Transfer]:
    """What a void-suit violation costs: each payee is paid, or the sum is deducted (SC-7.1, SC-E10)."""
    amount = parameters.void_violation_pay
    if not parameters.void_violation_redistributed:
        return [Transfer(seat, None, amount, "void_violation", "SC-E10")]
    return [Transfer(seat, payee, amount, "void_violation", "SC-7.1") for payee in payees]
