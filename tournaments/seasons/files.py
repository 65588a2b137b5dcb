"""Season ranking as rows for a spreadsheet."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.core.tabular.writing import SheetRows
from tournaments.seasons.queries import COUNTS, SeasonTable
from tournaments.seasons.text import COLUMNS
from tournaments.standings.logic.metrics import exact_sum


def ranking_rows(table: SeasonTable) -> SheetRows:
    """Return a row per person: place, name, country, total, results, number counted, and the value of each event."""
    events = [one for one in table.events if one.state == COUNTS]
    rows: SheetRows = [[*map(gettext, COLUMNS), *(one.name for one in events)]]
    for one in table.rows:
        given = one.by_event
        rows.append(
            [
                one.row.place or "",
                one.person.name,
                one.person.country,
                one.row.total,
                len(one.row.lines),
                len(one.row.counted),
                *(
                    exact_sum(line.value for line in given[event.number]) if event.number in given else None
                    for event in events
                ),
            ]
        )
    return rows
