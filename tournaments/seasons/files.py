"""Season ranking as rows for a spreadsheet."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.utils.translation import gettext

from tournaments.core.tabular.writing import SheetRows
from tournaments.core.text.rules import format_game_title
from tournaments.seasons.queries import COUNTS, SeasonTable
from tournaments.seasons.rated import RatingList
from tournaments.seasons.text import list_ranking_headings
from tournaments.standings.logic.metrics import sum_exactly

WORKBOOK = "season-ranking"
"""Kind of the public XLSX file, which takes a second of the processor for 1,400 people."""

Part = tuple[int, datetime.date | None]
"""Event by its number, and a day of it."""


def build_ranking_rows(table: SeasonTable) -> SheetRows:
    """Return a row per person: place, name, country, total, results, number counted, value by event, day or game."""
    events = [event for event in table.events if event.state == COUNTS]
    parts: list[Part] = [(event.number, None) for event in events]
    if table.rule.unit != "event":
        parts = sorted(
            {(event.number, day) for row in table.rows for (event, day), _line in row.lines},
            key=lambda part: (part[0], part[1] or datetime.date.min),
        )
    names = {event.number: event.name for event in events}
    of_parts = [_format_heading(names, *part, alone=len(events) == 1) for part in parts]
    rows: SheetRows = [[*list_ranking_headings(table.rule), *of_parts]]
    for row in table.rows:
        values: dict[Part, list[Fraction]] = defaultdict(list)
        for (event, day), line in row.lines:
            values[event.number, None if table.rule.unit == "event" else day].append(line.value)
        rows.append(
            [
                row.row.place or "",
                row.person.name,
                row.person.country,
                row.row.total,
                len(row.row.lines),
                len(row.row.counted),
                *(sum_exactly(values[part]) if part in values else None for part in parts),
            ]
        )
    return rows


def build_rating_rows(lists: Iterable[RatingList]) -> SheetRows:
    """Return a row per person and family: game, place, name, country, rating, games."""
    rows: SheetRows = [
        [gettext("Game"), gettext("Place"), gettext("Player"), gettext("Country"), gettext("Rating"), gettext("Games")]
    ]
    for rated in lists:
        rows += [
            [
                format_game_title(rated.family),
                row.place or "",
                row.person.name,
                row.person.country,
                f"{row.rating.value:.2f}",
                row.rating.games,
            ]
            for row in rated.rows
        ]
    return rows


def _format_heading(names: Mapping[int, str], event: int, day: datetime.date | None, *, alone: bool) -> str:
    if day is None:
        return names[event]
    return day.isoformat() if alone else f"{names[event]} {day.isoformat()}"
