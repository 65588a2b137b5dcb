"""What a win pays: the base and the rate for each tai, the dealer item, flower wins, liability (TW-5, TW-E1)."""

from __future__ import annotations

from engine.errors import HandError
from engine.play.transfers import Transfer
from engine.rules.taiwan import view as has
from engine.rules.taiwan.manner import flower_sets, own_flowers
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.patterns import FLOWER_WINS
from engine.rules.taiwan.view import View
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat, Wind
from engine.tiles.tile import FIRST_FLOWER


def pay(rules: Parameters, tai: int) -> int:
    """What one payer pays for so many tai, in points (TW-5.1).

    >>> pay(Parameters(), 3)
    110
    """
    return rules.di + rules.rate * tai


def dealer_item(rules: Parameters, repeats: int, *, dealer_wins: bool, dealer_pays: bool) -> int:
    """Tai added to one payment because the winner or this payer is the dealer, who has repeated n times (TW-5.4).

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
    """What each kind of payer gives, in points, without liability.

    ``discarder`` alone for a win on another's tile or a robbed flower, with ``others`` where the robbed flower makes
    all pay (TW-5.8); ``each`` for a self-draw; ``dealer`` and ``others`` where the dealer pays another amount.
    ``complete`` says that the tiles are a hand and count.
    """
    rules, special = view.rules, view.special
    repeats, winner_deals = special.dealer_repeats, view.win.dealer
    plain = dealer_item(rules, repeats, dealer_wins=winner_deals, dealer_pays=False)
    from_dealer = dealer_item(rules, repeats, dealer_wins=winner_deals, dealer_pays=True)
    all_pay = bool(view.features & has.SELF_DRAWN)
    tai = capped(rules, hand_tai + flower_win_tai)
    shares = {}
    if view.features & has.ROBBED_FLOWER or not all_pay:
        shares["discarder"] = pay(rules, tai + (from_dealer if special.dealer_pays else plain))
        if not (all_pay and complete):
            return shares
        left = view.flowers & ~(1 << (special.robbed_flower or FIRST_FLOWER) - FIRST_FLOWER)
        tai = capped(rules, hand_tai + flower_tai(rules, left, view.seat_wind))
    if from_dealer == plain or (special.dealer_pays and shares):
        shares["others" if shares else "each"] = pay(rules, tai + plain)
    else:
        shares["dealer"] = pay(rules, tai + from_dealer)
        shares["others"] = pay(rules, tai + plain)
    return shares


def capped(rules: Parameters, tai: int) -> int:
    """Hand tai under the cap of the ruleset, if it has one (TW-E2)."""
    return tai if rules.tai_cap is None else min(tai, rules.tai_cap)


def flower_tai(rules: Parameters, flowers: int, seat_wind: Wind) -> int:
    """Tai of flowers (a bit each, 1f the lowest): own ones and complete sets."""
    return rules.tai_huapai * own_flowers(flowers, seat_wind) + rules.tai_huagang * flower_sets(flowers)


def win_transfers(
    scored: ScoredHand,
    winner: Seat,
    dealer: Seat,
    payer: Seat | None = None,
    *,
    liable: Seat | None = None,
    doubled: bool = False,
) -> tuple[Transfer, ...]:
    """The transfers of one win in turn order from the winner, adding up to nothing.

    ``payer`` is who let the tile or the flower go, None for a self-draw; ``liable`` the player who owes for a pattern
    of the ruleset's ``liability`` (TW-E10); ``doubled`` says that the break showed three equal dice (TW-5.12). Several
    winners are settled one by one (TW-5.10). Raises HandError when the seats contradict the scored circumstances.
    """
    shares = _by_seat(scored, winner, dealer, payer)
    rules: Parameters = scored.ruleset.parameters
    reasons = dict.fromkeys(shares, "self_draw" if payer is None else "other_payer")
    if payer is not None:
        reasons[payer] = _payer_reason(scored)
    clauses = dict.fromkeys(shares, _clause(scored, payer))
    if liable is not None and liable != winner:
        total = sum(shares.values())
        if payer is None or payer == liable or not rules.liability_ron_split:
            shares = {liable: total}
        else:
            half = -(-total // 2)
            shares = {payer: half, liable: half}
        reasons = {seat: "liability" if seat == liable else reasons[seat] for seat in shares}
        clauses = dict.fromkeys(shares, "TW-E10")
    factor = 2 if doubled and rules.triple_dice_double else 1
    order = sorted(shares, key=lambda seat: (seat - winner) % 4)
    return tuple(Transfer(seat, winner, factor * shares[seat], reasons[seat], clauses[seat]) for seat in order)


def _by_seat(scored: ScoredHand, winner: Seat, dealer: Seat, payer: Seat | None) -> dict[Seat, int]:
    """The payments put to seats."""
    names = scored.payments
    if not names:
        raise HandError(_("this hand is no win and pays nothing"), at="hand")
    if scored.circumstances.dealer != (winner == dealer):
        raise HandError(_("the hand was scored with another dealer"), at="dealer")
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
    """The clause that says who pays."""
    if any(award.pattern in FLOWER_WINS for award in scored.awards):
        return next(award.clause for award in scored.awards if award.pattern in FLOWER_WINS)
    return "TW-5.3" if payer is None else "TW-5.2"


def false_win_transfers(rules: Parameters, offender: Seat, dealer: Seat, repeats: int = 0) -> tuple[Transfer, ...]:
    """What a false win that ends the hand pays to each opponent, in turn order; nothing where it only kills the hand.

    With ``false_win_adds_dealer`` each payment has the dealer item between the two (TW-7.6, TW-E9).
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
        transfers.append(Transfer(offender, target, pay(rules, rules.false_win_tai + extra), "false_win", clause))
    return tuple(transfers)
