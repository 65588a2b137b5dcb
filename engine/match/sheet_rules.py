"""Score sheet of a ruleset, from the family's module; `NEUTRAL` is for events whose players write the points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.match.declared import (
    DeclaredHand,
    DeclaredKong,
    DeclaredWin,
    HandStart,
    Over,
    Settle,
    Settlement,
    never_over,
)
from engine.play.transfers import Transfer
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS


class SheetField(NamedTuple):
    """Field of a hand's line. ``name`` is unique in the line, ``label`` the key of its heading.

    Kinds: ``seat``, ``number`` (0 and more), ``points`` (signed), ``tick``, ``choice`` (of ``choices``), ``kongs`` (in
    short notation). ``seat`` is the player it belongs to, None for the whole hand; ``place`` numbers the wins of a
    line, 0 if there is only one.
    """

    name: str
    kind: str
    label: str
    seat: int | None = None
    choices: tuple[str, ...] = ()
    place: int = 0


class PaperColumn(NamedTuple):
    label: str
    narrow: bool = False


class PaperBox(NamedTuple):
    label: str
    tick: bool = False


@dataclass(frozen=True, slots=True)
class Cause:
    """Likely cause of a problem, most likely first. `seats` are positions on the sheet, `amount` depends on the code:

    sticks_left (points; each is worth `stick`), sticks_counted_twice (points), sign, digits, zero_missing, zero_extra
    (the number that would fit), seats_swapped (no amount), base_payment (points), fine (points), differences (the start
    points), ninefold (the difference is divisible by nine, as after swapping two digits), hundreds (a hundred times the
    numbers add up).
    """

    code: str
    seats: tuple[int, ...] = ()
    amount: int = 0
    stick: int = 0


class WrongSum(NamedTuple):
    off: int
    leftover: int = 0


Line = Mapping[str, object]
"""Hand's line as typed: field name -> seat or number (int), tick (bool), choice or text (str); None if empty."""


class SheetLineError(ValueError):
    def __init__(self, reason: Sentence) -> None:
        super().__init__(reason)
        self.reason = reason


def no_causes(_wrong: WrongSum) -> list[Cause]:
    return []


class WinValue(NamedTuple):
    value: Mapping[str, int]
    limit: str = ""


@dataclass(frozen=True, kw_only=True)
class SheetRules:
    settle: Settle

    fields: tuple[SheetField, ...]
    """Fields of a hand's line besides those of every sheet (``COMMON``), in writing order."""

    read_line: Callable[[Line], DeclaredHand]
    """Typed line -> hand; raises SheetLineError."""

    columns: tuple[PaperColumn, ...]
    """Printed columns of a hand, in writing order; the four players' points follow."""

    boxes: tuple[PaperBox, ...] = ()

    lines: int

    deals_a_wind: int = 0
    """Number of lines under each prevalent wind; 0 if the line's number does not determine the deal."""

    over: Over = never_over
    """True when the match is over by deals, hands and points; ignores time and the leader's choice."""

    stick: int = 0
    """Points of a stick that may be left on the table; 0 if there are none."""

    step: int = 1
    """Unit of all final scores."""

    swing: tuple[int, int] | None = None
    """Largest possible loss and gain in a match, without fines; None if the rules set no limit."""

    win_values: tuple[WinValue, ...] = ()
    """Values of a win that ends the hand, ascending; empty where play continues after a win."""

    first_causes: Callable[[WrongSum], list[Cause]] = no_causes
    """Most likely causes of a wrong sum in this game, checked before writing errors."""

    last_causes: Callable[[WrongSum], list[Cause]] = no_causes

    dealer_known: bool = False
    """True if earlier hands determine the dealer, which the hand's number does not (dealers can stay)."""


COMMON = (SheetField("drawn", "tick", "drawn"), SheetField("void", "tick", "void"))
"""Fields at the end of every line: no winner, and annulled hand to be played again."""

FINES = tuple(SheetField(f"penalty_{seat}", "points", "penalty", seat) for seat in SEATS)


def line_fields(rules: SheetRules) -> tuple[SheetField, ...]:
    return (*rules.fields, *COMMON)


# --- reading a line --------------------------------------------------------------------------------------------------


def read_field_number(line: Line, name: str) -> int | None:
    value = line.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def ticked_seats(line: Line, name: str) -> tuple[int, ...]:
    return tuple(seat for seat in SEATS if line.get(f"{name}_{seat}"))


def read_fines(line: Line) -> tuple[int, ...]:
    return tuple(read_field_number(line, field.name) or 0 for field in FINES)


def is_void(line: Line) -> bool:
    return bool(line.get("void"))


def is_filled(line: Line, *names: str) -> bool:
    return any(line.get(name) is not None for name in names)


def read_win(line: Line, winner: str, source: str, values: Mapping[str, str], **remarks: int) -> DeclaredWin:
    seat = read_field_number(line, winner)
    if seat is None:
        raise SheetLineError(_("the winner is missing"))
    value = {name: number for name, field in values.items() if (number := read_field_number(line, field)) is not None}
    if not value:
        raise SheetLineError(_("the value is missing"))
    return DeclaredWin(seat, read_field_number(line, source), {**value, **remarks}, read_field_number(line, "liable"))


KONG_LETTERS = {"c": "concealed", "d": "exposed", "f": "added", "l": "late"}
WIND_LETTERS = "ESWN"


def parse_kongs(text: str) -> list[DeclaredKong]:
    """Parse kongs in short notation: seat, kind and, for a claimed kong, its discarder. Raises SheetLineError.

    >>> parse_kongs("Ec SdW")[1]
    DeclaredKong(seat=1, kind='exposed', source=2)
    """
    kongs = []
    for word in text.split():
        seat, kind, source = word[:1], KONG_LETTERS.get(word[1:2], ""), word[2:]
        if not (kind and len(word) in (2, 3) and all(letter in WIND_LETTERS for letter in seat + source)):
            raise SheetLineError(_("“%(word)s” is not a kong; write Ec, SdW, Nf or Wl", word=word))
        kongs.append(DeclaredKong(WIND_LETTERS.index(seat), kind, WIND_LETTERS.index(source) if source else None))
    return kongs


# --- events without a rule family ------------------------------------------------------------------------------------


def _settle_neutral(hand: DeclaredHand, start: HandStart) -> Settlement:
    moved = [
        Transfer(seat, None, -points, "hand", "") if points < 0 else Transfer(None, seat, points, "hand", "")
        for seat, points in enumerate(hand.points)
        if points
    ]
    return Settlement(moved, start)


def _read_neutral(line: Line) -> DeclaredHand:
    points = tuple(read_field_number(line, f"hand_points_{seat}") or 0 for seat in SEATS)
    return DeclaredHand(points=points, fines=read_fines(line), void=is_void(line))


NEUTRAL = SheetRules(
    settle=_settle_neutral,
    fields=(
        SheetField("winner", "seat", "winner"),
        SheetField("discarder", "seat", "discarder"),
        *(SheetField(f"hand_points_{seat}", "points", "points", seat) for seat in SEATS),
        *FINES,
    ),
    read_line=_read_neutral,
    columns=(PaperColumn("winner"), PaperColumn("from"), PaperColumn("value")),
    lines=16,
)
