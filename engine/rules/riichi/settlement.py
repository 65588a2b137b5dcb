"""Settlement of riichi hands as transfers that sum to 0 without the sticks, which come from the table (None)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from engine.play.transfers import Transfer
from engine.rules.riichi.fu import MANGAN, YAKUMAN, payments
from engine.rules.riichi.parameters import Parameters
from engine.scoring.score import ScoredHand
from engine.tiles.seats import SEATS, Seat, turn_order

STICK: Final = 1000

COUNTER: Final = 100
"""Points of one counter from each payer; a discarder pays for all three."""

NOT_READY: Final = 3000
"""Total payment of those not ready to those ready (RI-5.9)."""


class WonHand(NamedTuple):
    """Winner's hand as needed for settlement.

    ``payments`` as in ``ScoredHand.payments``. ``liable`` is the liable player (RI-6.10), or None; ``yakuman`` the
    number of yakuman paid, ``liable_yakuman`` how many of them the liable player fed. ``also_fed`` are further liable
    players with the numbers of yakuman that they fed, where each answers for those alone (RI-E17).
    """

    seat: Seat
    payments: Mapping[str, int]
    liable: Seat | None = None
    yakuman: int = 0
    liable_yakuman: int = 0
    also_fed: tuple[tuple[Seat, int], ...] = ()

    @classmethod
    def of(cls, seat: Seat, scored: ScoredHand, liable: Mapping[str, Seat], rules: Parameters) -> WonHand:
        """Create from a scored win; ``liable`` gives by pattern the feeder of its last set, in the hand or not."""
        fed = [award for award in scored.awards if award.pattern in liable and award.pattern in rules.liability]
        total = scored.value.get("yakuman")
        yakuman = total if isinstance(total, int) else 0
        if not fed or not yakuman:
            return cls(seat, scored.payments, None, yakuman)
        if rules.liability_scope == "whole_hand":
            return cls(seat, scored.payments, liable[fed[0].pattern], yakuman, min(yakuman, fed[0].total))
        fed_by: dict[Seat, int] = {}
        for award in fed:
            feeder, unfed = liable[award.pattern], yakuman - sum(fed_by.values())
            fed_by[feeder] = fed_by.get(feeder, 0) + min(award.total, unfed)
        (first, number), *others = fed_by.items()
        return cls(seat, scored.payments, first, yakuman, number, tuple(share for share in others if share[1]))


def winners_in_order(rules: Parameters, discarder: Seat, callers: Collection[Seat]) -> tuple[Seat, ...]:
    """Winners among callers, next after the discarder first; none where three end it (RI-3.20, RI-6.11, RI-E5)."""
    ordered = tuple(seat for seat in turn_order(discarder)[1:] if seat in callers)
    if len(ordered) == 3 and "triple_ron" in rules.abortive_draws:
        return ()
    return ordered[:1] if rules.multi_win == "head_bump" else ordered


def settle_wins(
    rules: Parameters,
    wins: Sequence[WonHand],
    *,
    dealer: Seat,
    discarder: Seat | None,
    honba: int = 0,
    sticks: Mapping[Seat, int] | None = None,
    carried: int = 0,
) -> list[Transfer]:
    """Transfers of a self-draw (``discarder`` None, one win) or of all wins on one tile, in the order of payment.

    ``wins`` are in turn order after the discarder (``winners_in_order``). ``sticks`` is the number of riichi sticks by
    seat in this hand, ``carried`` those from earlier hands; all are on the table. RI-5.8, RI-6.10, RI-E7, RI-E8.
    """
    transfers: list[Transfer] = []
    for place, win in enumerate(wins):
        counters = honba if rules.multi_ron_counters == "each" or place == 0 else 0
        if win.liable is None:
            transfers.extend(_hand_payments(win, win.payments, dealer, discarder))
            transfers.extend(_counter_payments(win, discarder, counters))
        else:
            transfers.extend(_liable_payments(rules, win, win.liable, dealer, discarder))
            transfers.extend(_liable_counters(rules, win.seat, win.liable, discarder, counters))
    transfers.extend(_stick_transfers(rules, [win.seat for win in wins], dict(sticks or {}), carried))
    return transfers


def _hand_payments(win: WonHand, amounts: Mapping[str, int], dealer: Seat, discarder: Seat | None) -> list[Transfer]:
    if discarder is not None:
        return [Transfer(discarder, win.seat, amounts["discarder"], "discarder", "RI-5.8")]
    shares = {seat: amounts.get("each") or amounts["dealer" if seat == dealer else "others"] for seat in SEATS}
    return [Transfer(seat, win.seat, shares[seat], "self_draw", "RI-5.8") for seat in turn_order(win.seat)[1:]]


def _counter_payments(win: WonHand, discarder: Seat | None, counters: int) -> list[Transfer]:
    if not counters:
        return []
    if discarder is not None:
        return [Transfer(discarder, win.seat, 3 * COUNTER * counters, "counters", "RI-5.8")]
    return [Transfer(seat, win.seat, COUNTER * counters, "counters", "RI-5.8") for seat in turn_order(win.seat)[1:]]


def _liable_payments(
    rules: Parameters, win: WonHand, liable: Seat, dealer: Seat, discarder: Seat | None
) -> list[Transfer]:
    fed: tuple[tuple[Seat, int], ...] = ((liable, win.yakuman),)
    if rules.liability_scope == "that_yakuman":
        fed = ((liable, win.liable_yakuman), *win.also_fed)
    transfers = []
    for feeder, number in fed:
        value = number * YAKUMAN * (6 if win.seat == dealer else 4)
        if discarder is None or discarder == feeder:
            transfers.append(Transfer(feeder, win.seat, value, "liability", "RI-6.10"))
        else:
            transfers.append(Transfer(feeder, win.seat, value // 2, "liability", "RI-6.10"))
            transfers.append(Transfer(discarder, win.seat, value // 2, "discarder", "RI-6.10"))
    unfed = win.yakuman - sum(number for _feeder, number in fed)
    if unfed:
        amounts = payments(unfed * YAKUMAN, self_drawn=discarder is None, dealer=win.seat == dealer)
        transfers.extend(_hand_payments(win, amounts, dealer, discarder))
    return transfers


def _liable_counters(
    rules: Parameters, winner: Seat, liable: Seat, discarder: Seat | None, counters: int
) -> list[Transfer]:
    if not counters:
        return []
    payer = liable if discarder is None or rules.liability_counters == "liable" else discarder
    clause = "RI-E8" if rules.liability_counters == "liable" else "RI-6.10"
    return [Transfer(payer, winner, 3 * COUNTER * counters, "counters", clause)]


def _stick_transfers(rules: Parameters, winners: list[Seat], sticks: dict[Seat, int], carried: int) -> list[Transfer]:
    transfers = []
    remaining = carried + sum(sticks.values())
    if len(winners) > 1 and rules.multi_ron_bets == "own_back":
        for winner in winners:
            laid = sticks.get(winner, 0)
            if laid:
                remaining -= laid
                transfers.append(Transfer(None, winner, STICK * laid, "own_deposit", "RI-5.8"))
    if remaining:
        clause = "RI-5.8" if rules.multi_ron_bets == "own_back" else "RI-E7"
        transfers.append(Transfer(None, winners[0], STICK * remaining, "deposits", clause))
    return transfers


def settle_exhaustive_draw(ready: Collection[Seat]) -> list[Transfer]:
    """Payment of 3,000 points in total from players not ready to those ready; none if all or none are (RI-5.9).

    >>> [transfer.amount for transfer in settle_exhaustive_draw([2])]
    [1000, 1000, 1000]
    """
    receivers = [seat for seat in SEATS if seat in ready]
    payers = [seat for seat in SEATS if seat not in ready]
    if not receivers or not payers:
        return []
    amount = NOT_READY // (len(receivers) * len(payers))
    return [Transfer(payer, winner, amount, "not_ready", "RI-5.9") for payer in payers for winner in receivers]


def settle_nagashi(
    rules: Parameters, seats: Collection[Seat], *, dealer: Seat, honba: int = 0, sticks_on_table: int = 0
) -> list[Transfer]:
    """Mangan self-draw paid to each of these players instead of the ready payments (RI-4.40, RI-E6).

    With ``as_win`` counters are paid too, and the first of them after the dealer takes the sticks.
    """
    transfers: list[Transfer] = []
    winners = [seat for seat in turn_order(dealer) if seat in seats]
    for seat in winners:
        amounts = payments(MANGAN, self_drawn=True, dealer=seat == dealer)
        win = WonHand(seat, amounts)
        for transfer in _hand_payments(win, amounts, dealer, None):
            transfers.append(transfer._replace(reason="nagashi_mangan", clause="RI-4.40"))
        if rules.nagashi_settlement == "as_win":
            transfers.extend(_counter_payments(win, None, honba))
    if winners and sticks_on_table and rules.nagashi_settlement == "as_win":
        transfers.append(Transfer(None, winners[0], STICK * sticks_on_table, "deposits", "RI-10.28"))
    return transfers


def settle_chombo(rules: Parameters, offender: Seat, *, dealer: Seat, open_play: bool = False) -> list[Transfer]:
    """Transfers of a chombo at the table; none where it is subtracted after the game (RI-6.8, RI-E12)."""
    manner = rules.chombo
    if open_play and rules.chombo_open_play is not None:
        manner = rules.chombo_open_play
    if manner == "after_game":
        return []
    if manner == "fine_dead_hand":
        return [Transfer(offender, None, rules.chombo_points, "fine", "RI-E12")]
    amounts = payments(MANGAN, self_drawn=True, dealer=offender == dealer)
    return [
        Transfer(
            offender, seat, amounts.get("each") or amounts["dealer" if seat == dealer else "others"], "chombo", "RI-6.8"
        )
        for seat in turn_order(offender)[1:]
    ]
