"""A score sheet a table: players in turn order, the lines of its hands, the result in the order of the entry form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import segno

from tournaments.printing.papers import Heading, Leaf
from tournaments.printing.sheet_fields import hands_on_sheet, result_fields

WINDS = "ESWN"


@dataclass(frozen=True, slots=True)
class Chair:
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


@dataclass(frozen=True, slots=True)
class TableSheet:
    """What a table gets: its number, its players, and the address of its own entry form."""

    number: int
    chairs: Sequence[Chair]
    address: str


@dataclass(frozen=True, slots=True)
class HandColumn:
    """A column of the hands: the key of its heading, and whether it is a narrow box to tick."""

    label: str
    seat: int | None = None
    narrow: bool = False


def hand_columns(family: str) -> tuple[HandColumn, ...]:
    """The columns of a hand's line on paper: winner, from whom, value, and what the family writes besides."""
    first = (HandColumn("winner"), HandColumn("from"))
    points = tuple(HandColumn("points", seat) for seat in range(4))
    if family == "riichi":
        sticks = tuple(HandColumn("riichi", seat, narrow=True) for seat in range(4))
        return (*first, HandColumn("han", narrow=True), HandColumn("fu", narrow=True), *sticks, *points)
    if family == "sichuan":
        wins = [HandColumn(label, None, narrow=True) for _ in range(3) for label in ("winner", "from", "value")]
        return (*wins, HandColumn("kongs"), *points)
    if family == "taiwan":
        return (*first, HandColumn("tai", narrow=True), HandColumn("dealer", narrow=True), *points)
    return (*first, HandColumn("value"), *points)


def code(address: str) -> str:
    """The QR code of an address as an SVG data address."""
    return segno.make(address, error="m").svg_data_uri(scale=4, border=1)


def pages(heading: Heading, family: str, tables: Iterable[TableSheet]) -> list[Leaf]:
    """One sheet a table. ``fields`` is the order of the result on paper, the same as the entry form's."""
    columns = hand_columns(family)
    lines = list(range(1, hands_on_sheet(family) + 1))
    return [
        Leaf(
            "scoresheet",
            {
                "heading": heading,
                "family": family,
                "table": table,
                "columns": columns,
                "lines": lines,
                "fields": [field.name for field in result_fields(family, len(table.chairs))],
                "leftover": family == "riichi",
                "code": code(table.address),
            },
        )
        for table in tables
    ]
