from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.core.tabular.writing import SheetCell, SheetRows
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures.logic.table import list_recorded
from tournaments.figures.queries import Numbers, read_event_numbers
from tournaments.figures.text import format_name
from tournaments.seasons.numbers import list_stored_figures, read_season_numbers
from tournaments.seasons.queries import SeasonView

PLAYER: Final = ("number", "name")
PERSON: Final = ("name", "country")


def build_figure_rows(tournament: Tournament) -> SheetRows:
    """Return a line for each player: figures, to four places in a file, with their samples; of each family apart."""
    _stored, first = read_event_numbers(tournament)
    others = [read_event_numbers(tournament, family)[1] for family in first.families[1:]]
    entries = Entry.objects.filter(pk__in={key for part in (first, *others) for key in part.sums}).order_by("number")
    players: dict[int, list[SheetCell]] = {entry.pk: [entry.number, entry.name] for entry in entries}
    return [row for part in (first, *others) for row in _build_rows(part, PLAYER, players)]


def build_season_figure_rows(reading: SeasonView) -> SheetRows:
    """Return a line for each person, as `build_figure_rows` does."""
    stored = list_stored_figures(reading)
    parts = [read_season_numbers(reading, stored)]
    parts += [read_season_numbers(reading, stored, family) for family in parts[0][0].families[1:]]
    return [
        row
        for part, people in parts
        for row in _build_rows(part, PERSON, {key: [person.name, person.country] for key, person in people.items()})
    ]


def _build_rows(
    numbers: Numbers, heads: Iterable[str], players: Mapping[int, list[SheetCell]]
) -> Iterable[list[SheetCell]]:
    """Yield the heading and the lines of the players who have sums, in the order of `players`."""
    if not numbers.sums:
        return
    figures = list_recorded(numbers.sums.values())
    yield ["family", *heads, *(head for figure in figures for head in (format_name(figure), "n"))]
    for key, cells in players.items():
        if key in numbers.sums:
            measures = [figure.measure(numbers.sums[key]) for figure in figures]
            amounts = (cell for m in measures for cell in (m.amount if m.amount is not None else "", m.sample))
            yield [numbers.family, *cells, *amounts]
