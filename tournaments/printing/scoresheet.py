"""A score sheet a table: players in turn order, the lines of its hands, the result in the order of the entry form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.match.sheet_rules import SheetRules
from tournaments.printing.papers import Heading, Leaf
from tournaments.printing.sheet_fields import result_fields

WINDS = "ESWN"


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """A player of the sheet; ``wind`` 0 East to 3 North, None where unknown."""

    wind: int | None
    number: int
    name: str
    native: str = ""
    team: str = ""

    @property
    def letter(self) -> str:
        """E, S, W or N, a dash where the wind is not known."""
        return "–" if self.wind is None else WINDS[self.wind]

    @property
    def heading(self) -> str:
        """What stands over the player's column: wind and number."""
        return f"{self.letter} · {self.number}"


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """What a table gets: its number, its players, and the address of its own entry form."""

    number: int
    chairs: Sequence[PrintedSeat]
    address: str


def code(address: str) -> str:
    """The QR code of an address as an SVG data address."""
    import segno

    return segno.make(address, error="m").svg_data_uri(scale=4, border=1)


MANY_LINES = 16
"""More hands than this are printed on lower lines."""

MANY_COLUMNS = 13
"""With more columns than this the headings are smaller and the lines higher, so that two rows of writing fit."""


def pages(heading: Heading, rules: SheetRules, tables: Iterable[PrintedSheet]) -> list[Leaf]:
    """One sheet a table. ``fields`` is the order of the result on paper, the same as the entry form's."""
    lines = list(range(1, rules.lines + 1))
    return [
        Leaf(
            "scoresheet",
            {
                "heading": heading,
                "table": table,
                "columns": rules.columns,
                "end_columns": rules.end_columns,
                "lines": lines,
                "low_lines": rules.lines > MANY_LINES,
                "full_lines": len(rules.columns) > MANY_COLUMNS,
                "fields": [field.name for field in result_fields(rules, len(table.chairs))],
                "leftover": bool(rules.stick),
                "code": code(table.address),
            },
        )
        for table in tables
    ]
