"""Layout of a score sheet: lines of hands under the four players, result and signatures; its result fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.match.sheet_rules import FINES, SheetField, SheetRules
from engine.tiles.seats import SEATS
from tournaments.core.printing.documents import Leaf, PaperHeading, PrintedSeat, make_qr_code

POINTS = tuple(SheetField(f"points_{seat}", "points", "points", seat) for seat in SEATS)
LEFTOVER = SheetField("leftover", "points", "leftover")

HEAD, LONG_NAMES, FOOT, FOOT_ROW, SENTENCE, LARGE = 67, 8, 57, 7, 14, 34
"""Millimetres not used by hands: head, extra for narrow columns, foot, optional row, sentence, large letters."""
EXPLAINED: Final = ("state",)
"""Labels of boxes that a sentence below the hands explains."""

VARIABLE_VALUES: Final = frozenset({"table", "code"})
"""Values that differ between the sheets of a round."""

LARGE_LINES: Final = 8


SHEET: dict[str, str | Promise] = {
    "hand": pgettext_lazy("hand of play", "Hand"),
    "deal": pgettext_lazy("prevalent wind and number of the deal, as East 1", "Deal"),
    "counters": pgettext_lazy("counters on the dealer's side", "Counters"),
    "repeats": pgettext_lazy("how often the dealer has stayed", "Repeats"),
    "sticks": pgettext_lazy("riichi sticks on the table", "Sticks"),
    "dealer": _("Dealer"),
    "winner": _("Winner"),
    "from": _("From"),
    "value": _("Value"),
    "han": _("Han"),
    "fu": _("Fu"),
    "fan": _("Fan"),
    "tai": _("Tai"),
    "liable": _("Liable"),
    "kongs": _("Kongs"),
    "riichi": _("Riichi"),
    "ready": _("Ready"),
    "void_suit": _("Void suit"),
    "state": _("Wall's end"),
    "states": _("At the wall's end write the fan of a ready hand, – for one that is not ready, X for a flower pig."),
    "so_far": _("Total"),
    "all_hands": _("All hands"),
    "fines": _("Fines"),
    "final": _("Final points"),
    "leftover": _("Sticks left"),
    "check": pgettext_lazy("adding up a score sheet", "Check"),
    "adds_up": _("Together %(sum)s"),
    "adds_up_with_sticks": _("Together, with the sticks left, %(sum)s"),
    "but_fines": _("fines aside"),
    "signature": _("Signature"),
    "entered": _("Entered"),
    "enter": _("Enter the result, call the referee"),
    "doubt": _("In doubt stop, leave all tiles as they lie, and call the referee with the code above."),
    "continued": _("Continued on the next page"),
    **{f"wind_{number}": pgettext_lazy("short mark of the wind", mark) for number, mark in enumerate("ESWN")},
}


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A table's sheet: its name, players, the URL of its page, and labels that differ from the rest of the event."""

    table: str
    chairs: Sequence[PrintedSeat]
    address: str
    words: Mapping[str, str] = field(default_factory=dict)


def has_fines(rules: SheetRules) -> bool:
    return any(fine in rules.fields for fine in FINES)


def list_line_marks(rules: SheetRules) -> list[tuple[int, int | None, int]]:
    """Return each line's number, prevalent wind and number of its deal; None where it is not determined.

    >>> from engine.family import ruleset
    >>> list_line_marks(ruleset("mcr-2006").sheet)[4]
    (5, 1, 1)
    """
    deals_a_wind = rules.deals_a_wind
    return [
        (line + 1, line // deals_a_wind % 4 if deals_a_wind else None, line % deals_a_wind + 1 if deals_a_wind else 0)
        for line in range(rules.lines)
    ]


def make_pages(
    heading: PaperHeading, rules: SheetRules, tables: Iterable[PrintedSheet], *, expected: int = 0, large: bool = False
) -> list[Leaf]:
    """Return one sheet per table, in large print several pages; ``expected`` is the sum of the four results."""
    lines = list_line_marks(rules)
    parts = [lines[start : start + LARGE_LINES] for start in range(0, len(lines), LARGE_LINES)] if large else [lines]
    return [
        _make_page(heading, rules, table, expected, part, (number, len(parts)), large=large)
        for table in tables
        for number, part in enumerate(parts, 1)
    ]


def _make_page(
    heading: PaperHeading,
    rules: SheetRules,
    table: PrintedSheet,
    expected: int,
    lines: Sequence[tuple[int, int | None, int]],
    part: tuple[int, int],
    *,
    large: bool,
) -> Leaf:
    fines, sticks, last = has_fines(rules), bool(rules.stick), part[0] == part[1]
    above = HEAD + LONG_NAMES * bool(rules.boxes) + LARGE * large
    below = FOOT * (1.25 if large else 1) + FOOT_ROW * (1 + fines) if last else FOOT_ROW * 3
    explained = [f"{box.label}s" for box in rules.boxes if box.label in EXPLAINED]
    values = {
        "heading": heading,
        "table": table,
        "columns": rules.columns,
        "boxes": rules.boxes,
        "left": len(rules.columns) + 1,
        "span": 1 if rules.boxes else 2,
        "lines": lines,
        "taken": above + below + SENTENCE * len(explained),
        "explained": explained,
        "fields": [field.name for field in list_result_fields(rules, len(table.chairs))],
        "leftover": sticks,
        "fines": fines,
        "expected": expected,
        "last": last,
        "part": part,
        "large": large,
        "code": make_qr_code(table.address),
    }
    return Leaf("scoresheet", values | ({"label": table.words} if table.words else {}), variable=VARIABLE_VALUES)


def list_result_fields(rules: SheetRules, seats: int = 4) -> tuple[SheetField, ...]:
    """Return final points from East to North, then the table's fields (sticks left, if any).

    The printed sheet and the entry form share this order: scorers read down the paper while they type down the form.

    >>> from engine.family import ruleset
    >>> [field.name for field in list_result_fields(ruleset("riichi-wrc").sheet)]
    ['points_0', 'points_1', 'points_2', 'points_3', 'leftover']
    """
    return POINTS[:seats] + ((LEFTOVER,) if rules.stick else ())
