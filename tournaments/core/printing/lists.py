"""Lists for the wall: seating by table and by name, standings, results of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.printing.documents import Heading, Leaf, PrintedSeat, chunks

NAMES_A_PAGE = 56
"""As many as can be read from two metres."""
TABLES_A_PAGE = 24

SQUARES = (("large", 6, 7), ("middle", 10, 13), ("small", 20, 20), ("tiny", 20, 10_000))
"""Squares of the hall's plan: what they are called, how many go across the page, how many down."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of the seating list, by what it is called."""

    table: str
    chairs: Sequence[PrintedSeat]


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of the list by name."""

    family: str
    given: str
    native: str
    number: int
    table: str
    letter: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A place of the standings, its figures as they are written."""

    place: str
    name: str
    figures: Sequence[str]
    native: str = ""
    team: str = ""
    country: str = ""
    out: bool = False
    """Whether the player is disqualified."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table's result: a line a player, cells as they are written; empty while it is missing."""

    table: str
    rows: Sequence[Sequence[str]]


def seating_by_table(heading: Heading, tables: Sequence[ListedTable]) -> list[Leaf]:
    """Tables in order, a box each."""
    return [Leaf("seating_tables", {"heading": heading, "tables": part}) for part in chunks(tables, TABLES_A_PAGE)]


def seating_by_name(heading: Heading, lines: Sequence[NameLine]) -> list[Leaf]:
    """Players in the order of their names with table and wind, in two columns."""
    return [Leaf("seating_names", {"heading": heading, "lines": part}) for part in chunks(lines, NAMES_A_PAGE)]


def standings(
    heading: Heading,
    after: int,
    players: tuple[Sequence[str], Sequence[StandingLine]],
    teams: tuple[Sequence[str], Sequence[StandingLine]],
    kept: object = None,
    *,
    provisional: bool = False,
) -> list[Leaf]:
    """The individual table, then the teams' on a page of its own: the headings of the figures, and the lines. Below
    each stands what is `kept` (`papers.kept`). `provisional`: the results may still change, and the paper says so.
    """
    leaves = []
    for title, (columns, lines) in (("standings", players), ("teams", teams)):
        if lines or title == "standings":
            values = {"heading": heading, "after": after, "listed": title, "columns": columns, "lines": lines}
            values |= {"kept": kept, "provisional": provisional}
            shown = {"with_team": any(line.team for line in lines), "with_country": any(line.country for line in lines)}
            leaves.append(Leaf("standings", values | shown))
    return leaves


def results(
    heading: Heading,
    columns: Sequence[str],
    tables: Sequence[ResultTable],
    kept: object = None,
    *,
    provisional: bool = False,
) -> list[Leaf]:
    """Every table of a round with points, places and what they earn; below, what is `kept` (`papers.kept`).

    `provisional`: the list says that it may still change, as standings do.
    """
    words = {"heading": heading, "columns": columns, "tables": tables, "kept": kept, "provisional": provisional}
    return [Leaf("results", words)]


def hall_plan(heading: Heading, rows: Sequence[Sequence[str]]) -> list[Leaf]:
    """The tables of the hall as they stand, "" where an aisle is; the front is at the top.

    The page's squares are as large as the hall leaves room for.
    """
    wide, deep = max(map(len, rows)), len(rows)
    size = next(name for name, across, down in SQUARES if wide <= across and deep <= down)
    return [Leaf("hall_plan", {"heading": heading, "rows": rows, "squares": size})]
