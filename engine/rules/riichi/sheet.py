from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.match.declared import (
    DeclarationError,
    DeclaredHand,
    DeclaredWin,
    HandStart,
    MatchProgress,
    Settlement,
    declared_number,
    end_without_win,
    reject_parts,
    reject_remarks,
    wins_on_one_tile,
)
from engine.match.sheet_rules import (
    FINES,
    Cause,
    Line,
    PaperBox,
    PaperColumn,
    SheetField,
    SheetLineError,
    SheetRules,
    WinValue,
    WrongSum,
    is_filled,
    is_void,
    read_fines,
    read_win,
    ticked_seats,
)
from engine.play.transfers import Transfer
from engine.rules.riichi.fu import YAKUMAN, base_points, payments
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.rounds import WALL_ENDS, counters_after, dealer_repeats
from engine.rules.riichi.settlement import (
    STICK,
    WonHand,
    settle_exhaustive_draw,
    settle_nagashi,
    settle_wins,
    winners_in_order,
)
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat, next_seat

if TYPE_CHECKING:
    from engine.family import Ruleset

STEP: Final = 100
"""Payments are rounded up to hundreds (RI-5.8)."""

MANGAN_HAN: Final = 5
"""Fu do not matter from here on (RI-5.6)."""

MAX_HAN: Final = 60
"""More than any hand: yaku with ten indicators, each worth up to four tiles."""

MAX_FU: Final = 140
"""More than any hand below mangan; from 120 on three kongs make it a mangan (RI-5.11)."""

KONGS_FU: Final = 120
"""A hand with more fu is a mangan by its kongs."""

MAX_LIMIT_HAN: Final = 12
"""More han are a counted yakuman, where the rules have it (RI-5.6)."""

MAX_YAKUMAN: Final = 6
"""Yakuman that one hand can combine (RI-5.7)."""

REMARKS: Final = ("han", "fu", "yakuman", "liable_yakuman")


def settle(rules: Parameters, hand: DeclaredHand, start: HandStart) -> Settlement:
    reject_parts(hand, "shown", "points")
    carried, odd = divmod(start.deposits, STICK)
    if odd or carried < 0:
        raise DeclarationError(_("deposits are a multiple of %(stick)s points", stick=STICK))
    transfers = [Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7") for seat in hand.riichi]
    wins = wins_on_one_tile(hand)
    declared = [_won_hand(rules, win, index, start) for index, win in enumerate(wins)]
    end = end_without_win(hand, _ends(rules))
    paid = _winners(rules, wins)
    if wins and not paid:
        wins, end = [], "triple_ron"
    if not wins:
        return _settle_draw(rules, hand, end, start, transfers)
    transfers += settle_wins(
        rules,
        [won for seat in paid for won in declared if won.seat == seat],
        dealer=start.dealer,
        discarder=wins[0].source,
        honba=start.counters,
        sticks=dict.fromkeys(hand.riichi, 1),
        carried=carried,
    )
    stays = dealer_repeats(rules, start.dealer, paid, "win", ())
    return Settlement(transfers, _next_start(start, won=True, stays=stays, deposits=0))


def _ends(rules: Parameters) -> tuple[str, ...]:
    walls = WALL_ENDS if rules.nagashi_mangan else WALL_ENDS[:1]
    return (*walls, *sorted(rules.abortive_draws))


def _winners(rules: Parameters, wins: list[DeclaredWin]) -> tuple[Seat, ...]:
    seats = [win.seat for win in wins]
    if not wins or wins[0].source is None:
        return tuple(seats)
    return winners_in_order(rules, wins[0].source, seats)


def _won_hand(rules: Parameters, win: DeclaredWin, index: int, start: HandStart) -> WonHand:
    reject_remarks(win, index, REMARKS, liability=bool(rules.liability))
    yakuman = 0
    if "yakuman" in win.value:
        most = MAX_YAKUMAN + len(rules.double_yakuman) if rules.yakuman_cumulative else 1 + bool(rules.double_yakuman)
        yakuman = declared_number(win, "yakuman", index, 1, most)
        base = YAKUMAN * yakuman
    else:
        base, _limit = base_points(*_han_and_fu(rules, win, index, start), rules)
    amounts = payments(base, self_drawn=win.source is None, dealer=win.seat == start.dealer)
    if win.liable is None:
        return WonHand(win.seat, amounts, yakuman=yakuman)
    if not yakuman:
        raise DeclarationError(_("%(seat)s answers for a yakuman only", seat=win.liable), f"events.{index}")
    fed = declared_number(win, "liable_yakuman", index, 1, yakuman) if "liable_yakuman" in win.value else 1
    return WonHand(win.seat, amounts, win.liable, yakuman, fed)


def _han_and_fu(rules: Parameters, win: DeclaredWin, index: int, start: HandStart) -> tuple[int, int]:
    least = rules.min_yaku_han
    if rules.two_han_from_counter is not None and start.counters >= rules.two_han_from_counter:
        least = max(least, 2)
    han = declared_number(win, "han", index, least, MAX_HAN)
    if han >= MANGAN_HAN and "fu" not in win.value:
        return han, 0
    fu = declared_number(win, "fu", index, 20, MAX_FU)
    if (fu % 10 and fu != 25) or (han < MANGAN_HAN and not _is_possible(rules, han, fu, self_drawn=win.source is None)):
        raise DeclarationError(
            _("%(seat)s: no hand has %(han)s han and %(fu)s fu", seat=win.seat, han=han, fu=fu), f"events.{index}"
        )
    return han, fu


def _is_possible(rules: Parameters, han: int, fu: int, *, self_drawn: bool) -> bool:
    if fu == 25:
        return han >= (3 if self_drawn else 2)
    if fu == 20:
        return (self_drawn and han >= 2) or (not self_drawn and not rules.open_pinfu_fu)
    return True


def _settle_draw(
    rules: Parameters, hand: DeclaredHand, end: str, start: HandStart, transfers: list[Transfer]
) -> Settlement:  # fmt: skip
    lying = start.deposits + STICK * len(hand.riichi)
    if bool(hand.nagashi) != (end == "nagashi"):
        raise DeclarationError(_("nagashi mangan is an end of the hand and names who is paid"), "nagashi")
    if end == "nagashi":
        transfers += settle_nagashi(
            rules, hand.nagashi, dealer=start.dealer, honba=start.counters, sticks_on_table=lying // STICK
        )
    elif end == "exhaustive":
        transfers += settle_exhaustive_draw(hand.ready)
    lying -= sum(transfer.amount for transfer in transfers if transfer.source is None)
    stays = dealer_repeats(rules, start.dealer, (), end, hand.ready)
    return Settlement(transfers, _next_start(start, won=False, stays=stays, deposits=lying))


def _next_start(start: HandStart, *, won: bool, stays: bool, deposits: int) -> HandStart:
    dealer = start.dealer if stays else next_seat(start.dealer)
    return HandStart(dealer, counters_after(start.counters, won=won, stays=stays), deposits)


# --- the sheet -------------------------------------------------------------------------------------------------------


def _read_wins(line: Line) -> tuple[DeclaredWin, ...]:
    if line.get("winner") is None and is_filled(line, "winner_2", "winner_3"):
        raise SheetLineError(_("the first winner is missing"))
    wins = []
    for place in ("", "_2", "_3"):
        names = [f"{name}{place}" for name in ("winner", "han", "yakuman")]
        if is_filled(line, *names, *([] if place else ["discarder"])):
            values = {"han": f"han{place}", "fu": f"fu{place}", "yakuman": f"yakuman{place}"}
            wins.append(read_win(line, f"winner{place}", "discarder", values))
    limits = [win for win in wins if "yakuman" in win.value]
    return tuple(win if win in limits[:1] or not limits else win._replace(liable=None) for win in wins)


def read_line(line: Line) -> DeclaredHand:
    end = line.get("end")
    return DeclaredHand(
        _read_wins(line),
        riichi=ticked_seats(line, "riichi"),
        ready=ticked_seats(line, "ready"),
        nagashi=ticked_seats(line, "nagashi"),
        end=end if isinstance(end, str) and end else None,
        void=is_void(line),
        fines=read_fines(line),
    )


def first_causes(wrong: WrongSum) -> list[Cause]:
    if wrong.leftover and wrong.off == wrong.leftover:
        return [Cause("sticks_counted_twice", amount=wrong.leftover)]
    if wrong.off < 0 and wrong.off % STICK == 0 and -wrong.off <= 8 * STICK:
        return [Cause("sticks_left", amount=-wrong.off, stick=STICK)]
    return []


def _fields(rules: Parameters) -> tuple[SheetField, ...]:
    fields = [
        SheetField("winner", "seat", "winner"),
        SheetField("discarder", "seat", "discarder"),
        SheetField("han", "number", "han"),
        SheetField("fu", "number", "fu"),
        SheetField("yakuman", "number", "yakuman"),
    ]
    further = (2, 3) if rules.multi_win == "all" else ()
    for place in further[: 1 if "triple_ron" in rules.abortive_draws else 2]:
        fields.append(SheetField(f"winner_{place}", "seat", "winner", place=place))
        fields.extend(SheetField(f"{name}_{place}", "number", name, place=place) for name in ("han", "fu", "yakuman"))
    if rules.liability:
        fields.append(SheetField("liable", "seat", "liable"))
    fields.extend(SheetField(f"riichi_{seat}", "tick", "riichi", seat) for seat in SEATS)
    fields.extend(SheetField(f"ready_{seat}", "tick", "ready", seat) for seat in SEATS)
    if len(_ends(rules)) > 1:
        fields.append(SheetField("end", "choice", "end", choices=_ends(rules)))
    if rules.nagashi_mangan:
        fields.extend(SheetField(f"nagashi_{seat}", "tick", "nagashi", seat) for seat in SEATS)
    if rules.chombo != "after_game" or rules.fine_timing == "before_uma":
        fields.extend(FINES)
    return tuple(fields)


def is_over(rules: Parameters, so_far: MatchProgress) -> bool:
    """Return True after all deals, including an extra round, or with a player below zero (RI-2.6, RI-2.8)."""
    rounds = len(rules.rounds) + (rules.extra_round == "sudden_death")
    below_zero = rules.stop_below_zero and so_far.points is not None and min(so_far.points) < 0
    return below_zero or so_far.deals >= 4 * rounds


def win_values(rules: Parameters) -> tuple[WinValue, ...]:
    """Values of a win: han and fu below the limits ordered by payment, then the limits (RI-5.5, RI-5.6).

    >>> [rung.limit for rung in win_values(Parameters())[-5:]]
    ['mangan', 'haneman', 'baiman', 'sanbaiman', 'yakuman']
    """
    below = [
        (base, han, fu)
        for han in range(rules.min_yaku_han, MANGAN_HAN)
        for fu in (20, 25, *range(30, KONGS_FU, 10))
        for base, limit in (base_points(han, fu, rules),)
        if limit is None and any(_is_possible(rules, han, fu, self_drawn=drawn) for drawn in (True, False))
    ]
    limits: dict[str, int] = {}
    for han in range(MANGAN_HAN, MAX_LIMIT_HAN + 1):
        limits.setdefault(base_points(han, 0, rules)[1] or "", han)
    return (
        *(WinValue({"han": han, "fu": fu}) for _base, han, fu in sorted(below)),
        *(WinValue({"han": han}, limit) for limit, han in limits.items()),
        WinValue({"yakuman": 1}, "yakuman"),
    )


def make_sheet(ruleset: Ruleset) -> SheetRules:
    """Create the riichi sheet; fines that count after the game are not on it."""
    rules = ruleset.options(Parameters)
    start = (PaperColumn("deal"), PaperColumn("counters", narrow=True), PaperColumn("sticks", narrow=True))
    value = (PaperColumn("han", narrow=True), PaperColumn("fu", narrow=True))
    liable = (PaperColumn("liable", narrow=True),) if rules.liability else ()
    return SheetRules(
        settle=partial(settle, rules),
        fields=_fields(rules),
        read_line=read_line,
        columns=(*start, PaperColumn("winner"), PaperColumn("from"), *value, *liable),
        boxes=(PaperBox("riichi", tick=True), PaperBox("ready", tick=True)),
        lines=8 * len(rules.rounds),
        over=partial(is_over, rules),
        stick=STICK,
        step=STEP,
        win_values=win_values(rules),
        first_causes=first_causes,
        dealer_known=True,
    )
