from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.errors import HandError
from engine.play.transfers import Transfer
from engine.rules.taiwan import view as has
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.patterns import FLOWER_WINS
from engine.rules.taiwan.view import View
from engine.rules.taiwan.win_conditions import flower_sets, own_flowers
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat, Wind, next_seat
from engine.tiles.tile import FIRST_FLOWER


def payment(rules: Parameters, tai: int) -> int:
    """Payment of one payer for ``tai``, in points (TW-5.1).

    >>> payment(Parameters(), 3)
    110
    """
    return rules.di + rules.rate * tai


def dealer_item(rules: Parameters, repeats: int, *, dealer_wins: bool, dealer_pays: bool) -> int:
    """Tai added to one payment because the winner or payer is the dealer, after n repeats (TW-5.4).

    >>> dealer_item(Parameters(), 2, dealer_wins=True, dealer_pays=False)
    5
    """
    repeated = rules.repeat_tai_per_n * repeats
    if dealer_wins:
        if not repeats or rules.dealer_bonus_mode == "inclusive":
            return rules.tai_zhuangjia + repeated
        return rules.tai_zhuangjia + repeated + 1
    if dealer_pays:
        return repeated + 1 if repeats else rules.dealer_loss_base_tai
    return 0


def payments(view: View, hand_tai: int, flower_win_tai: int, *, complete: bool) -> dict[str, int]:
    """Payment of each payer in points, without liability.

    ``discarder`` alone for a win on another's tile or a robbed flower, with ``others`` where all pay for the robbed
    flower (TW-5.8); ``each`` for a self-draw; ``dealer`` and ``others`` where the dealer pays another amount.
    ``complete``: the tiles are a winning hand and count.
    """
    rules, special = view.rules, view.special
    factor = dice_factor(rules, triple_dice=special.triple_dice)
    all_pay = bool(view.features & has.SELF_DRAWN)
    others_tai = None
    if all_pay and complete and view.features & has.ROBBED_FLOWER:
        other_flowers = view.flowers & ~(1 << (special.robbed_flower or FIRST_FLOWER) - FIRST_FLOWER)
        others_tai = cap_tai(rules, hand_tai + flower_tai(rules, other_flowers, view.seat_wind))
    shares = payments_of_tai(
        rules,
        cap_tai(rules, hand_tai + flower_win_tai),
        repeats=special.dealer_repeats,
        winner_deals=view.win.dealer,
        from_one=not all_pay or bool(view.features & has.ROBBED_FLOWER),
        dealer_pays=special.dealer_pays,
        others_tai=others_tai,
    )
    return {name: factor * amount for name, amount in shares.items()}


def dice_factor(rules: Parameters, *, triple_dice: bool) -> int:
    """Factor of all payments of a hand whose break showed three equal dice, by option (TW-5.12)."""
    return 2 if triple_dice and rules.triple_dice_double else 1


def payments_of_tai(
    rules: Parameters,
    tai: int,
    *,
    repeats: int,
    winner_deals: bool,
    from_one: bool,
    dealer_pays: bool = False,
    others_tai: int | None = None,
) -> dict[str, int]:
    """Payment of each payer for ``tai``, the dealer's excluded (TW-5.2 to TW-5.4).

    ``from_one``: one player gave the tile or flower; ``dealer_pays``: that was the dealer; ``others_tai``: tai that the
    other two pay for besides (TW-5.8), None if they pay nothing.

    >>> payments_of_tai(Parameters(), 2, repeats=1, winner_deals=False, from_one=False)
    {'dealer': 150, 'others': 90}
    """
    plain = dealer_item(rules, repeats, dealer_wins=winner_deals, dealer_pays=False)
    from_dealer = dealer_item(rules, repeats, dealer_wins=winner_deals, dealer_pays=True)
    shares = {}
    if from_one:
        shares["discarder"] = payment(rules, tai + (from_dealer if dealer_pays else plain))
        if others_tai is None:
            return shares
        tai = others_tai
    if from_dealer == plain or (dealer_pays and shares):
        shares["others" if shares else "each"] = payment(rules, tai + plain)
    else:
        shares["dealer"] = payment(rules, tai + from_dealer)
        shares["others"] = payment(rules, tai + plain)
    return shares


def cap_tai(rules: Parameters, tai: int) -> int:
    """Hand tai limited by the ruleset's cap, if any (TW-E2)."""
    return tai if rules.tai_cap is None else min(tai, rules.tai_cap)


def flower_tai(rules: Parameters, flowers: int, seat_wind: Wind) -> int:
    return rules.tai_huapai * own_flowers(flowers, seat_wind) + rules.tai_huagang * flower_sets(flowers)


def win_transfers(
    scored: ScoredHand,
    winner: Seat,
    dealer: Seat,
    payer: Seat | None = None,
    *,
    liable: Seat | None = None,
) -> tuple[Transfer, ...]:
    """Transfers of one win in turn order from the winner; they sum to 0.

    ``payer`` gave the tile or flower, None for a self-draw; ``liable`` is the liable player for a pattern of the
    ruleset's ``liability`` (TW-E10). Several winners are settled one by one (TW-5.10). Raises HandError when the seats
    contradict the scored circumstances.
    """
    if not scored.payments:
        raise HandError(_("this hand is not a win and pays nothing"), at="hand")
    if scored.circumstances.dealer != (winner == dealer):
        raise HandError(_("the hand was scored with another dealer"), at="dealer")
    return settle_win(
        scored.ruleset.options(Parameters),
        scored.payments,
        winner,
        dealer,
        payer,
        reason=_payer_reason(scored),
        clause=_clause(scored, payer),
        liable=liable,
    )


def settle_win(
    rules: Parameters,
    payments: Mapping[str, int],
    winner: Seat,
    dealer: Seat,
    payer: Seat | None,
    *,
    reason: str = "discarder",
    clause: str = "",
    liable: Seat | None = None,
    doubled: bool = False,
) -> tuple[Transfer, ...]:
    """Transfers as in ``win_transfers``, from ``payments`` as in ``ScoredHand.payments``.

    ``reason`` and ``clause`` are those of the single payer; ``doubled``: the payments are those without the three equal
    dice of the break (TW-5.12). Raises HandError when a win from one payer lacks a payer, or a self-draw has one.
    """
    shares = _amounts_by_seat(payments, winner, dealer, payer)
    reasons = dict.fromkeys(shares, "self_draw" if payer is None else "other_payer")
    if payer is not None:
        reasons[payer] = reason
    clauses = dict.fromkeys(shares, clause or ("TW-5.3" if payer is None else "TW-5.2"))
    if liable is not None and liable != winner:
        total = sum(shares.values())
        if payer is None or payer == liable or not rules.liability_ron_split:
            shares = {liable: total}
        else:
            half = -(-total // 2)
            shares = {payer: half, liable: half}
        reasons = {seat: "liability" if seat == liable else reasons[seat] for seat in shares}
        clauses = dict.fromkeys(shares, "TW-E10")
    factor = dice_factor(rules, triple_dice=doubled)
    order = sorted(shares, key=lambda seat: (seat - winner) % 4)
    return tuple(Transfer(seat, winner, factor * shares[seat], reasons[seat], clauses[seat]) for seat in order)


def _amounts_by_seat(names: Mapping[str, int], winner: Seat, dealer: Seat, payer: Seat | None) -> dict[Seat, int]:
    if ("discarder" in names) != (payer is not None):
        raise HandError(_("a win on another's tile or flower has one payer, a self-draw has none"), at="payer")
    shares = {}
    for seat in SEATS:
        if seat == winner:
            continue
        name = "discarder" if seat == payer else "dealer" if seat == dealer and "dealer" in names else "others"
        amount = names.get(name, names.get("each", 0) if payer is None else 0)
        if amount:
            shares[seat] = amount
    return shares


def _payer_reason(scored: ScoredHand) -> str:
    patterns = {award.pattern for award in scored.awards}
    return "robbed_flower" if "qiqiangyi" in patterns else "robbed_kong" if "qianggang" in patterns else "discarder"


def _clause(scored: ScoredHand, payer: Seat | None) -> str:
    if any(award.pattern in FLOWER_WINS for award in scored.awards):
        return next(award.clause for award in scored.awards if award.pattern in FLOWER_WINS)
    return "TW-5.3" if payer is None else "TW-5.2"


def false_win_transfers(rules: Parameters, offender: Seat, dealer: Seat, repeats: int = 0) -> tuple[Transfer, ...]:
    """Payments to each opponent for a false win that ends the hand, in turn order; none where it only kills the hand.

    With ``false_win_adds_dealer`` each payment includes the dealer item between the two (TW-7.6, TW-E9).
    """
    if rules.false_win_effect != "end_hand":
        return ()
    clause = "TW-E9" if rules.false_win_adds_dealer else "TW-7.6"
    transfers = []
    for step in (1, 2, 3):
        target = (offender + step) % 4
        extra = 0
        if rules.false_win_adds_dealer:
            extra = dealer_item(rules, repeats, dealer_wins=target == dealer, dealer_pays=offender == dealer)
        transfers.append(Transfer(offender, target, payment(rules, rules.false_win_tai + extra), "false_win", clause))
    return tuple(transfers)


def dealer_after(rules: Parameters, dealer: Seat, repeats: int, winners: Collection[Seat]) -> tuple[Seat, int]:
    """Dealer and repeats of the next hand: the dealer stays after winning and after a draw (TW-2.14).

    >>> dealer_after(Parameters(), 0, 1, ()), dealer_after(Parameters(), 0, 1, (2,))
    ((0, 2), (1, 0))
    """
    most = rules.max_dealer_repeats
    if (not winners or dealer in winners) and (most is None or repeats < most):
        return dealer, repeats + 1
    return next_seat(dealer), 0
