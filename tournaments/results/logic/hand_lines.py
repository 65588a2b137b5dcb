"""Declared hands from lines of a hand-by-hand sheet; values are by field name, seats as text or number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.errors import EngineError
from engine.match.declared import (
    DeclaredHand,
    DeclaredWin,
    HandStart,
    SettledHand,
    SheetError,
    settle_hand,
    settle_table,
)
from engine.match.sheet_rules import Line, SheetLineError, SheetRules, line_fields
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS

Values = Mapping[str, object]


class ImpossibleHandError(Exception):
    """A line that is no hand under the rules; ``reason`` says why, ``hand`` is its index among the lines."""

    def __init__(self, reason: Sentence, hand: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hand = hand


class HandSummary(NamedTuple):
    """Columns of a record: the first winner, the discarder, and the value of that win."""

    winner: int | None = None
    discarder: int | None = None
    value: int | None = None


OWN_COLUMNS = frozenset({"winner", "discarder", "value", "drawn"})

YAKUMAN_HAN = 13
"""Han of a limit hand, above every counted hand."""


def make_line(rules: SheetRules, values: Values) -> Line:
    """Return the line for the engine: seats as numbers, empty fields as None."""
    line: dict[str, object] = {}
    for field in line_fields(rules):
        value = values.get(field.name)
        if field.kind == "seat":
            value = int(str(value)) if value not in (None, "") else None
        line[field.name] = None if value == "" else value
    return line


def declare_hand(rules: SheetRules, values: Values) -> DeclaredHand:
    """Return the hand of a line. Raises ImpossibleHandError for an unreadable or impossible one."""
    line = make_line(rules, values)
    try:
        hand = rules.read_line(line)
        settle_hand(rules.settle, hand, HandStart())
    except SheetLineError as error:
        raise ImpossibleHandError(error.reason) from error
    except EngineError as error:
        raise ImpossibleHandError(error.message) from error
    if line.get("drawn") and hand.wins:
        raise ImpossibleHandError(_("a drawn hand has no winner"))
    return hand


def settle_hands(rules: SheetRules, hands: Sequence[DeclaredHand]) -> list[SettledHand]:
    """Return the hands of a table from its first. Raises ImpossibleHandError for the first impossible one."""
    try:
        return settle_table(rules.settle, hands, HandStart())
    except SheetError as error:
        raise ImpossibleHandError(error.reason, error.number - 1) from error


def list_missing_shown_hands(rules: SheetRules, hands: Sequence[DeclaredHand]) -> list[tuple[int, tuple[int, ...]]]:
    """Return (hand number, seats) of missing shown hands at the wall's end; empty if the sheet asks for none."""
    if not any(field.label == "state" for field in rules.fields):
        return []
    most = max(field.place for field in rules.fields)
    problems = []
    for number, hand in enumerate(hands, 1):
        won = {win.seat for win in hand.wins}
        silent = tuple(seat for seat in SEATS if seat not in won and seat not in hand.shown)
        if not hand.void and len(hand.wins) < most and len(won) < len(SEATS) - 1 and silent:
            problems.append((number, silent))
    return problems


def build_hand_summary(hand: DeclaredHand) -> HandSummary:
    if not hand.wins:
        return HandSummary()
    first: DeclaredWin = hand.wins[0]
    yakuman = first.value.get("yakuman")
    value = YAKUMAN_HAN * yakuman if yakuman else next(iter(first.value.values()))
    return HandSummary(first.seat, first.source, value)
