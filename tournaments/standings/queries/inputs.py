from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.bounded_json import digest
from tournaments.events.models import Tournament
from tournaments.standings.logic import Standings, StandingsRow
from tournaments.standings.logic.categories import compute_category_places
from tournaments.standings.logic.inputs import UsedPlace
from tournaments.standings.queries import federation as selector
from tournaments.standings.queries.categories import list_used_categories

FACTS: Final = 16
HONOURED: Final = 3
"""Last place with a certificate, large on the poster."""


def list_used_places(tournament: Tournament, table: Standings, last: int | None = None) -> list[UsedPlace]:
    """Return all places with their figures; `last`: up to this one, without the disqualified, as on certificates."""
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    codes = dict(tournament.teams.values_list("pk", "code")) if table.teams else {}
    facts = {row.key: _digest_values(row) for row in table.individual}
    places = [
        UsedPlace(row.place, entries[int(row.key)].number, facts=facts[row.key])
        for row in _select_rows(table.individual, last)
    ]
    places += [
        UsedPlace(row.place, team=codes[int(row.key)], facts=_digest_values(row))
        for row in _select_rows(table.teams, last)
    ]
    if categories := list_used_categories(tournament):
        rows = [(int(row.key), row.place, entries[int(row.key)].categories) for row in table.individual]
        within = compute_category_places({category.number: category.name for category in categories}, rows)
        places += [
            UsedPlace(place.place, entries[key].number, category=place.number, facts=facts[key])
            for key, places in within.items()
            for place in places
            if last is None or place.place <= last
        ]
    return places


def _select_rows(rows: Iterable[StandingsRow], last: int | None) -> list[StandingsRow]:
    return [row for row in rows if last is None or (1 <= row.place <= last and row.out is None)]


def list_federation_places(tournament: Tournament, table: Standings | None = None) -> list[UsedPlace]:
    ranked = selector.list_ranked_players(tournament, table)
    _heading, *rows = selector.build_federation_rows(tournament, selector.get_federation(tournament), ranked)
    return [
        UsedPlace(row.place, entry.number, facts=digest([str(cell) for cell in cells])[:FACTS])
        for (row, entry), cells in zip(ranked, rows, strict=True)
    ]


def _digest_values(row: StandingsRow) -> str:
    return digest([[name, str(value)] for name, value in row.values.items()])[:FACTS]
