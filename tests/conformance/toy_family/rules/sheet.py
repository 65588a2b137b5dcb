from __future__ import annotations

from functools import partial

from engine.family import Ruleset
from engine.match.declared import (
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
    Line,
    PaperColumn,
    SheetField,
    SheetRules,
    is_void,
    read_fines,
    read_win,
)
from engine.play.transfers import Transfer
from engine.tiles.seats import next_seat

from .parameters import Parameters
from .settlement import settle_win


def settle(rules: Parameters, hand: DeclaredHand, start: HandStart) -> Settlement:
    reject_parts(hand, "riichi", "nagashi", "shown", "points")
    end_without_win(hand)
    transfers: list[Transfer] = []
    for win in wins_on_one_tile(hand)[:1]:
        reject_remarks(win, 0, ("points",), liability=False)
        most = rules.win_points + rules.one_suit_points
        transfers += settle_win(declared_number(win, "points", 0, rules.win_points, most), win.seat, win.source)
    return Settlement(transfers, start._replace(dealer=next_seat(start.dealer)))


def read_line(line: Line) -> DeclaredHand:
    wins = () if line.get("winner") is None else (read_win(line, "winner", "discarder", {"points": "value"}),)
    return DeclaredHand(wins, fines=read_fines(line), void=is_void(line))


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
    )
