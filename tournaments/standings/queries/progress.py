"""How the places came to be where they are: places after each round, movement, and what the last round added."""

from __future__ import annotations

from dataclasses import replace

from tournaments.events.models import Tournament
from tournaments.standings.logic import Key, Standings
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.ways import WayToPlace


def progress(tournament: Tournament, table: ranking.StandingsTable) -> ranking.StandingsTable:
    """The table with everybody's way to the place."""
    rounds = [ranking.standings(tournament, number) for number in range(1, table.after + 1)]
    players, teams = _ways(rounds, teams=False), _ways(rounds, teams=True)
    return replace(
        table,
        individual=tuple(replace(line, progress=players.get(line.row.key)) for line in table.individual),
        teams=tuple(replace(line, progress=teams.get(line.row.key)) for line in table.teams),
    )


def _ways(rounds: list[Standings], *, teams: bool) -> dict[Key, WayToPlace]:
    of_round = [{row.key: row for row in (each.teams if teams else each.individual)} for each in rounds]
    if not of_round:
        return {}
    counted = rounds[-1].team_metrics if teams else rounds[-1].metrics
    places = max((row.place for row in of_round[-1].values()), default=0)
    found = {}
    for key in of_round[-1]:
        rows = [each.get(key) for each in of_round]
        gained = None
        values = [row.values.get(counted[0]) if row and counted else None for row in rows[-2:]]
        if len(values) == 1 and values[0] is not None:
            gained = values[0]
        elif len(values) == 2 and values[0] is not None and values[1] is not None:
            gained = values[1] - values[0]
        found[key] = WayToPlace(tuple(row.place if row else 0 for row in rows), gained, places)
    return found
