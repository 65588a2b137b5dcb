"""The ceremony: places from the last to the first, those who share one together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.events.models import Tournament
from tournaments.standings.queries import standings as ranking

PODIUM: Final = 3
"""The places that stand on the podium of the last picture."""


@dataclass(frozen=True)
class CeremonyStep:
    """What one key reveals: everybody of one place. `lines` are rows of the standings' table."""

    place: int
    shared: bool
    lines: tuple[ranking.PlayerStanding | ranking.TeamStanding, ...]


@dataclass(frozen=True)
class Ceremony:
    """The steps in the order in which they are revealed, and the figures that head the rows' cells."""

    teams: bool
    first_shown: int
    """The place that the ceremony begins with, or the shared one before it."""
    ranked: int
    columns: tuple[ranking.MetricColumn, ...]
    steps: tuple[CeremonyStep, ...]

    @property
    def podium(self) -> tuple[CeremonyStep, ...]:
        """The first places, the best in front."""
        return tuple(step for step in reversed(self.steps) if step.place <= PODIUM)


def ceremony(tournament: Tournament, *, teams: bool, begin: int) -> Ceremony:
    """The ceremony over all confirmed results, from place `begin` (or the last there is) to the first."""
    table = ranking.table(tournament, ranking.standings(tournament))
    lines: Iterable[ranking.PlayerStanding | ranking.TeamStanding] = table.teams if teams else table.individual
    ranked = [line for line in lines if line.row.place]
    steps = [
        CeremonyStep(place, len(found) > 1, found)
        for place, group in groupby(ranked, key=lambda line: line.row.place)
        if place <= begin and (found := tuple(group))
    ]
    columns = table.team_columns if teams else table.columns
    first = steps[-1].place if steps else 0
    return Ceremony(teams, first, len(ranked), columns[:2], tuple(reversed(steps)))
