from __future__ import annotations

from tournaments.core.tabular.writing import SheetRows
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures.logic.table import list_recorded
from tournaments.figures.queries import read_event_numbers
from tournaments.figures.text import format_name


def build_figure_rows(tournament: Tournament) -> SheetRows:
    """Return a line for each player: exact figures, each with its sample; of each family apart."""
    rows: SheetRows = []
    _stored, first = read_event_numbers(tournament)
    people = Entry.objects.in_bulk(first.sums)
    for family in first.families:
        numbers = first if family == first.family else read_event_numbers(tournament, family)[1]
        figures = list_recorded(numbers.sums.values())
        rows.append(["family", "number", "name", *(head for f in figures for head in (format_name(f), "n"))])
        for key, sums in sorted(
            numbers.sums.items(), key=lambda pair: people[pair[0]].number if pair[0] in people else 0
        ):
            player = people.get(key)
            if player is None:
                continue
            measures = [figure.measure(sums) for figure in figures]
            rows.append(
                [
                    family,
                    player.number,
                    player.name,
                    *(cell for m in measures for cell in (m.amount if m.amount is not None else "", m.sample)),
                ]
            )
    return rows
