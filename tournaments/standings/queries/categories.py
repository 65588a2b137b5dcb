from __future__ import annotations

from dataclasses import replace

from tournaments.entries.models.categories import Category
from tournaments.events.models import Tournament
from tournaments.standings.logic.categories import compute_category_places
from tournaments.standings.queries.standings import StandingsTable


class NoCategoryError(LookupError):
    """The event has no category with this number."""


def list_used_categories(tournament: Tournament) -> list[Category]:
    """Return the event's categories; none if the feature is off, without a query."""
    used = Tournament.Feature.CATEGORIES in tournament.enabled
    return list(tournament.categories.all()) if used else []


def add_category_places(tournament: Tournament, table: StandingsTable, only: int | None = None) -> StandingsTable:
    """Return the table with places within categories; `only`: of its members alone. Raises `NoCategoryError`."""
    categories = list_used_categories(tournament)
    chosen = next((category for category in categories if category.number == only), None)
    if only is not None and chosen is None:
        raise NoCategoryError(only)
    if not categories:
        return table
    players = [(line.player.pk, line.row.place, line.player.categories) for line in table.individual]
    places = compute_category_places({category.number: category.name for category in categories}, players)
    lines = [
        replace(line, within=places[line.player.pk])
        for line in table.individual
        if only is None or only in line.player.categories
    ]
    if only is not None:
        lines = [
            replace(line, shown=next((place for place in line.within if place.number == only), None)) for line in lines
        ]
    return replace(table, individual=tuple(lines), categories=tuple(categories), category=chosen)
