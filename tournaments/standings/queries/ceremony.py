"""Ceremony: places from the last to the first, shared ones together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from tournaments.events.models import Tournament
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.categories import add_category_places

PODIUM: Final = 3


CeremonyStep = tuple[int, list[ranking.PlayerStanding | ranking.TeamStanding]]
"""Place, and the rows of the standings that have it."""


class Ceremony(NamedTuple):
    of_teams: bool
    steps: list[CeremonyStep]
    columns: Sequence[ranking.MetricColumn]


def build_ceremony(tournament: Tournament, *, teams: bool | None, begin: int, category: int | None = None) -> Ceremony:
    """Return the steps from place `begin` or the last to the first. Raises `NoCategoryError`."""
    table = ranking.build_table(tournament, ranking.get_standings(tournament))
    if category is not None:
        teams = False
    elif teams is None:
        teams = table.headed_by_teams
    rows: Iterable[ranking.PlayerStanding | ranking.TeamStanding] = table.teams if teams else table.individual
    if category is not None:
        rows = add_category_places(tournament, table, category).individual
    by_place = groupby((row for row in rows if _get_place(row)), key=_get_place)
    steps = [(place, list(group)) for place, group in by_place if place <= begin][::-1]
    return Ceremony(teams, steps, table.team_leading if teams else table.leading)


def _get_place(line: ranking.PlayerStanding | ranking.TeamStanding) -> int:
    within = line.shown if isinstance(line, ranking.PlayerStanding) else None
    return within.place if within else line.row.place or 0
