"""A league of teams of five that name four for a round."""

from __future__ import annotations

from tests.support.people import acting, people, small_tournament
from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.models.line_ups import LineUp
from tournaments.seating.services import line_ups

MEMBERS = 5


def line_up_league(teams: int = 8, rounds: int = 10) -> Tournament:
    """Weeks of Club A, B … with the codes T01, T02 …: players 1 to 5, those from 6 on, and so on; nothing is named."""
    made = small_tournament(teams * MEMBERS, rounds=rounds)
    people(made)
    Tournament.objects.filter(pk=made.pk).update(team_size=MEMBERS, line_up_size=4, features=["teams"])
    for at in range(teams):
        team = Team.objects.create(tournament=made, code=f"T{at + 1:02}", name=f"Club {chr(ord('A') + at)}")
        made.entries.filter(number__gt=at * MEMBERS, number__lte=(at + 1) * MEMBERS).update(team=team)
    return Tournament.objects.get(pk=made.pk)


def week(event: Tournament, number: int) -> Round:
    return Round.objects.select_related("tournament", "stage").get(tournament=event, number=number)


def named(event: Tournament, number: int, code: str, *chosen: int, by_captain: bool = False) -> LineUp:
    """The line-up of the team for the week, of the players with these numbers."""
    players = list(event.entries.filter(number__in=chosen))
    team = event.teams.get(code=code)
    return line_ups.name(acting(), week(event, number), team=team, players=players, by_captain=by_captain)
