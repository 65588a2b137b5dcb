from __future__ import annotations

from functools import partial
from math import gcd
from typing import TYPE_CHECKING, Final

from engine.match.declared import (
    DeclarationError,
    DeclaredHand,
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
    Cause,
    Line,
    PaperColumn,
    SheetField,
    SheetRules,
    WinValue,
    WrongSum,
    is_filled,
    is_void,
    read_fines,
    read_win,
)
from engine.play.transfers import Transfer
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import payments, settle_win
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, next_seat

if TYPE_CHECKING:
    from engine.family import Ruleset

MAX_BASIC_POINTS: Final = 328
"""Basic points of the largest hand without a cap (MCR-5.3)."""

FLOWERS: Final = 8


def max_points(rules: Parameters) -> int:
    """Points of the largest hand with all flowers.

    >>> max_points(Parameters())
    336
    """
    basic = MAX_BASIC_POINTS if rules.fan_cap is None else rules.fan_cap
    return basic + (FLOWERS * rules.flower_value if rules.use_flowers else 0)


def swing(rules: Parameters) -> tuple[int, int]:
    """Largest possible loss and gain in a match: paying for, or drawing, the largest hand in every hand.

    >>> swing(Parameters())
    (5504, 16512)
    """
    hand = max_points(rules) + rules.base_payment
    return rules.hands_per_match * hand, rules.hands_per_match * 3 * hand


def settle(rules: Parameters, hand: DeclaredHand, start: HandStart) -> Settlement:
    reject_parts(hand, "riichi", "nagashi", "shown", "points")
    end_without_win(hand)
    transfers: list[Transfer] = []
    wins = wins_on_one_tile(hand)
    if len(wins) > 1:
        raise DeclarationError(_("one player wins on a tile under these rules"), "events.1")
    for win in wins:
        reject_remarks(win, 0, ("points",), liability=False)
        points = declared_number(win, "points", 0, rules.min_points, max_points(rules))
        amounts = payments(rules, points, self_drawn=win.source is None)
        transfers.extend(settle_win(amounts, win.seat, win.source))
    return Settlement(transfers, start._replace(dealer=next_seat(start.dealer)))


def read_line(line: Line) -> DeclaredHand:
    won = is_filled(line, "winner", "discarder", "value")
    wins = (read_win(line, "winner", "discarder", {"points": "value"}),) if won else ()
    return DeclaredHand(wins, fines=read_fines(line), void=is_void(line))


def last_causes(rules: Parameters, wrong: WrongSum) -> list[Cause]:
    causes, off, base = [], wrong.off, rules.base_payment
    if base and off % base == 0 and abs(off) <= 4 * base:
        causes.append(Cause("base_payment", amount=abs(off)))
    if off < 0 and rules.fine_steps and off % gcd(*rules.fine_steps) == 0 and -off <= 2 * max(rules.fine_steps):
        causes.append(Cause("fine", amount=-off))
    return causes


def make_sheet(ruleset: Ruleset) -> SheetRules:
    rules = ruleset.options(Parameters)
    return SheetRules(
        settle=partial(settle, rules),
        fields=(
            SheetField("winner", "seat", "winner"),
            SheetField("discarder", "seat", "discarder"),
            SheetField("value", "number", "value"),
            *FINES,
        ),
        read_line=read_line,
        columns=(PaperColumn("winner"), PaperColumn("from"), PaperColumn("value")),
        lines=rules.hands_per_match,
        deals_a_wind=len(SEATS),
        swing=swing(rules),
        win_values=tuple(WinValue({"points": points}) for points in range(rules.min_points, max_points(rules) + 1)),
        over=lambda so_far: so_far.deals >= rules.hands_per_match,
        last_causes=partial(last_causes, rules),
    )
