"""A league of teams whose second half keeps half of the points, for tests of points carried over."""

from __future__ import annotations

from fractions import Fraction

from tests.support.people import acting, people, seat_in_order, small_tournament
from tests.support.play import played, released
from tests.support.remembered import remembered
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import teams
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.services import settings
from tournaments.rounds.models import Seat
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.services import stages

THIRD = ((60, -10, -20, -30), (7, -3, -2, -2))
"""Points of the third round: player 9 sits in the chair of player 1, who does not play."""


@remembered
def league() -> Tournament:
    """Two rounds as of `tests.support.play.MCR_TABLES`, then one with half of the points, in which player 9 plays
    first and player 1 does not; teams A, B, C and D of players 1 and 2, 3 and 4, 5 and 6, 7 and 8.
    """
    event = small_tournament(9, slug="league", rounds=2)
    people(event)
    RulesetVersion.objects.filter(tournament=event).update(tie_breaks=["total"])
    settings.edit(acting(), event, facts={"team_size": 2})
    for index, name in enumerate("ABCD"):
        team = teams.add(acting(), event, name=name)
        for entry in event.entries.filter(number__in=(2 * index + 1, 2 * index + 2)):
            teams.assign(acting(), entry, team=team)
    event.entries.filter(number=9).update(from_round=3)
    for number in (1, 2):
        released(event, number)
    stages.add(acting(), event, name="Second half", carry=Fraction(1, 2), rounds=1)
    third = event.rounds.get(number=3)
    draft = seat_in_order(third)
    Entry.objects.filter(tournament=event, number=1).update(status=Entry.Status.DROPPED, dropped_from_round=3)
    Seat.objects.filter(seating=draft, entry__number=1).update(entry=event.entries.get(number=9))
    seating.publish(acting(), draft)
    rounds.release(acting(), played(event, 3, THIRD))
    return Tournament.objects.get(pk=event.pk)


def league_of(count: int, *, members: int, rounds: int, slug: str = "league") -> Tournament:
    """So many teams, Club A, Club B …, of so many players each in the order of their numbers; nothing is drawn."""
    event = small_tournament(count * members, slug=slug, rounds=rounds)
    people(event)
    settings.edit(acting(), event, facts={"team_size": members})
    for index in range(count):
        team = teams.add(acting(), event, name=f"Club {chr(ord('A') + index)}")
        numbers = range(members * index + 1, members * (index + 1) + 1)
        event.entries.filter(number__in=numbers).update(team=team)
    return Tournament.objects.get(pk=event.pk)
