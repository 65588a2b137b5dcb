from __future__ import annotations

from functools import partial
from math import gcd
from typing import TYPE_CHECKING, Final

from engine.match.declared import (
    DeclarationError,
    DeclaredHand,
    DeclaredWin,
    HandStart,
    Settlement,
    declared_number,
    end_without_win,
    reject_parts,
    reject_remarks,
    wins_on_one_tile,
)
from engine.match.sheet_rules import (
    FINES,
    Line,
    PaperColumn,
    SheetField,
    SheetRules,
    WinValue,
    is_filled,
    is_void,
    read_fines,
    read_win,
)
from engine.play.transfers import Transfer
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.settlement import dealer_after, payments_of_tai, settle_win
from engine.sentences import sentence as _

if TYPE_CHECKING:
    from engine.family import Ruleset

LINES: Final = 20
"""Four rounds, with room for repeats."""

REPEATED_TAI: Final = 20
"""Maximum of additional occurrences of repeatable rows (winds, dragons, flowers)."""


def max_tai(ruleset: Ruleset) -> int:
    cap = ruleset.options(Parameters).tai_cap
    return sum(row.value for row in ruleset.patterns) + REPEATED_TAI if cap is None else cap


def settle(ruleset: Ruleset, hand: DeclaredHand, start: HandStart) -> Settlement:
    rules = ruleset.options(Parameters)
    reject_parts(hand, "riichi", "nagashi", "shown", "points")
    end_without_win(hand)
    wins = wins_on_one_tile(hand)
    if len(wins) > 1 and rules.multiple_wins != "all":
        raise DeclarationError(_("one player wins on a tile under these rules"), "events.1")
    transfers: list[Transfer] = []
    for index, win in enumerate(wins):
        transfers.extend(_settle_win(ruleset, win, index, start))
    dealer, repeats = dealer_after(rules, start.dealer, start.counters, [win.seat for win in wins])
    return Settlement(transfers, HandStart(dealer, repeats, start.deposits))


def _settle_win(ruleset: Ruleset, win: DeclaredWin, index: int, start: HandStart) -> tuple[Transfer, ...]:
    rules = ruleset.options(Parameters)
    remarks = ["tai", *(["others"] if rules.qiqiangyi_case2_split else [])]
    remarks += ["doubled"] if rules.triple_dice_double else []
    reject_remarks(win, index, remarks, liability=bool(rules.liability))
    most = max_tai(ruleset)
    tai = declared_number(win, "tai", index, 0, most)
    others = declared_number(win, "others", index, 0, most) if "others" in win.value else None
    if others is not None and win.source is None:
        raise DeclarationError(_("others pay beside the player whose flower was robbed"), f"events.{index}")
    amounts = payments_of_tai(
        rules,
        tai,
        repeats=start.counters,
        winner_deals=win.seat == start.dealer,
        from_one=win.source is not None,
        dealer_pays=win.source == start.dealer,
        others_tai=others,
    )
    return settle_win(
        rules,
        amounts,
        win.seat,
        start.dealer,
        win.source,
        reason="robbed_kong" if win.robbed else "discarder" if others is None else "robbed_flower",
        clause="" if others is None else "TW-5.8",
        liable=win.liable,
        doubled=bool(win.value.get("doubled")),
    )


def read_line(line: Line) -> DeclaredHand:
    """Read a hand's line of the sheet; further winners won on the same tile."""
    doubled = {"doubled": 1} if line.get("doubled") else {}
    wins = []
    for place in ("", "_2", "_3"):
        if is_filled(line, f"winner{place}", f"value{place}", *([] if place else ["discarder"])):
            values = {"tai": f"value{place}", **({} if place else {"others": "others"})}
            wins.append(read_win(line, f"winner{place}", "discarder", values, **doubled))
    return DeclaredHand(tuple(wins), fines=read_fines(line), void=is_void(line))


def make_sheet(ruleset: Ruleset) -> SheetRules:
    rules = ruleset.options(Parameters)
    fields = [
        SheetField("winner", "seat", "winner"),
        SheetField("discarder", "seat", "discarder"),
        SheetField("value", "number", "tai"),
    ]
    if rules.use_flowers and rules.qiqiangyi_enabled and rules.qiqiangyi_case2_split:
        fields.append(SheetField("others", "number", "others"))
    for place in (2, 3) if rules.multiple_wins == "all" else ():
        fields.append(SheetField(f"winner_{place}", "seat", "winner", place=place))
        fields.append(SheetField(f"value_{place}", "number", "tai", place=place))
    if rules.liability:
        fields.append(SheetField("liable", "seat", "liable"))
    if rules.triple_dice_double:
        fields.append(SheetField("doubled", "tick", "doubled"))
    start = (PaperColumn("deal"), PaperColumn("dealer", narrow=True), PaperColumn("repeats", narrow=True))
    liable = (PaperColumn("liable", narrow=True),) if rules.liability else ()
    return SheetRules(
        settle=partial(settle, ruleset),
        fields=(*fields, *FINES),
        read_line=read_line,
        columns=(*start, PaperColumn("winner"), PaperColumn("from"), PaperColumn("tai", narrow=True), *liable),
        lines=LINES,
        over=lambda so_far: so_far.deals >= 4 * rules.rounds_per_game,
        win_values=tuple(WinValue({"tai": tai}) for tai in range(max_tai(ruleset) + 1)),
        step=gcd(rules.di, rules.rate) or 1,
        dealer_known=True,
    )
