"""Ceremony: places from the last to the first, shared ones together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from tournaments.events.models import Tournament
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.categories import with_categories

PODIUM: Final = 3
"""The places that stand on the podium of the last picture."""


CeremonyStep = tuple[int, list[ranking.PlayerStanding | ranking.TeamStanding]]
"""One step of the ceremony: a place, and the rows of the standings that have it."""


def ceremony(tournament: Tournament, *, teams: bool, begin: int, category: int | None = None) -> list[CeremonyStep]:
    """Return the steps over all confirmed results, from place `begin` (or the last there is) to the first.

    With a `category` the places are those within it. Raises `NoCategoryError`.
    """
    table = ranking.table(tournament, ranking.standings(tournament))
    lines: Iterable[ranking.PlayerStanding | ranking.TeamStanding]
    if category is not None:
        members = with_categories(tournament, table, category).individual
        of_category = groupby((line for line in members if line.shown), key=_place_shown)
        return [(place, list[ranking.PlayerStanding | ranking.TeamStanding](group)) for place, group in of_category if place <= begin][::-1]
    lines = table.teams if teams else table.individual
    by_place = groupby((line for line in lines if line.row.place), key=lambda line: line.row.place)
    return [(place, list(group)) for place, group in by_place if place <= begin][::-1]


def _place_shown(line: ranking.PlayerStanding) -> int:
    return line.shown.place if line.shown else 0
