from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.match.declared import DeclaredEvent, DeclaredHand, ShownHand
from engine.match.sheet_rules import (
    FINES,
    Line,
    PaperBox,
    PaperColumn,
    SheetField,
    SheetLineError,
    SheetRules,
    is_filled,
    is_void,
    parse_kongs,
    read_field_number,
    read_fines,
    read_win,
)
from engine.rules.sichuan.declared import STATES, settle
from engine.rules.sichuan.parameters import Parameters
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS

if TYPE_CHECKING:
    from engine.family import Ruleset

LINES: Final = 8
"""Hands of a session if the event sets their number (SC-2.9)."""

RIVER_WINS: Final = 8
"""Wins that fit in a line where winners continue to play."""

REPEATED_ROOTS: Final = 3
"""Maximum count of Four of a Kind in a hand, beyond the one in the rows."""


def read_line(line: Line) -> DeclaredHand:
    """Read a hand's line of the sheet; kongs after a win follow a slash."""
    groups = [parse_kongs(part) for part in str(line.get("kongs") or "").split("/")]
    events: list[DeclaredEvent] = list(groups[0])
    for number in range(1, RIVER_WINS + 1):
        if is_filled(line, f"winner_{number}", f"discarder_{number}", f"value_{number}"):
            shot = int(bool(line.get(f"shot_{number}")))
            value = {"fan": f"value_{number}"}
            events.append(read_win(line, f"winner_{number}", f"discarder_{number}", value, after_kong=shot))
        events += groups[number] if number < len(groups) else []
    if len(groups) > RIVER_WINS + 1:
        raise SheetLineError(_("there are more slashes than wins"))
    shown_hands = {
        seat: ShownHand(str(line[f"state_{seat}"]), read_field_number(line, f"fan_{seat}"))
        for seat in SEATS
        if line.get(f"state_{seat}")
    }
    return DeclaredHand(tuple(events), fines=read_fines(line), void=is_void(line), shown=shown_hands)


def make_sheet(ruleset: Ruleset) -> SheetRules:
    rules = ruleset.options(Parameters)
    most_fan = sum(row.value for row in ruleset.patterns) + REPEATED_ROOTS * rules.fan_gen
    fields: list[SheetField] = []
    for number in range(1, (RIVER_WINS if rules.xueliu else rules.max_winners) + 1):
        fields.append(SheetField(f"winner_{number}", "seat", "winner", place=number))
        fields.append(SheetField(f"discarder_{number}", "seat", "discarder", place=number))
        fields.append(SheetField(f"value_{number}", "number", "fan", place=number))
        fields.append(SheetField(f"shot_{number}", "tick", "shot", place=number))
    fields.append(SheetField("kongs", "kongs", "kongs"))
    for seat in SEATS:
        fields.append(SheetField(f"state_{seat}", "choice", "state", seat, STATES))
        fields.append(SheetField(f"fan_{seat}", "number", "fan", seat))
    wins = [
        PaperColumn(label, narrow=True)
        for _number in range(3 if rules.xueliu else rules.max_winners)
        for label in ("winner", "from", "fan")
    ]
    return SheetRules(
        settle=partial(settle, rules, most_fan),
        fields=(*fields, *FINES),
        read_line=read_line,
        columns=(*wins, PaperColumn("kongs")),
        boxes=(PaperBox("void_suit"), PaperBox("state")),
        lines=rules.hands_per_session or LINES,
        over=lambda so_far: rules.hands_per_session is not None and so_far.hands >= rules.hands_per_session,
    )
