from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Team
from tournaments.rounds.models import Seating


@dataclass(frozen=True)
class Fixtures:
    """Teams of each group by code, with the names of its tables; and the resting teams."""

    groups: tuple[tuple[tuple[Team, ...], tuple[int, ...]], ...]
    rests: tuple[Team, ...]


def find_fixtures(seating: Seating) -> Fixtures | None:
    if seating.origin.source != Seating.Source.FIXTURES:
        return None
    teams = {team.pk: team for team in seating.round.tournament.teams.order_by("code")}
    teams_at: dict[int, set[int]] = {}
    for table, team in seating.seats.exclude(entry__team=None).values_list("table_number", "entry__team"):
        teams_at.setdefault(table, set()).add(team)
    tables: dict[tuple[int, ...], list[int]] = {}
    for table, group in sorted(teams_at.items()):
        tables.setdefault(tuple(sorted(group, key=list(teams).index)), []).append(table)
    groups = sorted(tables.items(), key=lambda item: [list(teams).index(team) for team in item[0]])
    playing = {team for group in teams_at.values() for team in group}
    return Fixtures(
        tuple((tuple(teams[team] for team in group), tuple(numbers)) for group, numbers in groups),
        tuple(team for pk, team in teams.items() if pk not in playing),
    )
