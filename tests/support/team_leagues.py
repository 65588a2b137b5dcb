"""A league of teams with a play-off, for tests of cuts by teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.support.people import acting, people, seat_in_order, small_tournament
from tests.support.remembered import remembered
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import RulesetVersion, Stage, Tournament
from tournaments.results.services import results
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.services import drafts, seating
from tournaments.standings.services import stages

NAMES = "ABCDEFGH"
SHEETS = ((30, 10, -10, -30), (24, 8, -8, -24))
"""Points of teams A, B, C, D at every odd table, and of E, F, G, H at every even one."""


@remembered
def team_league(*, members: int = 2, rounds_played: int = 1, slug: str = "team-league") -> Tournament:
    """Eight teams after their rounds, not released; player 1 is of team A, 2 of B, 9 of A again. The total decides."""
    event = small_tournament(8 * members, slug=slug, rounds=rounds_played)
    people(event)
    RulesetVersion.objects.filter(tournament=event).update(tie_breaks=["total"])
    Tournament.objects.filter(pk=event.pk).update(team_size=members, separate=["team"], confirmations="none")
    event.refresh_from_db()
    teams = Team.objects.bulk_create(
        Team(tournament=event, code=f"T{at:02}", name=name) for at, name in enumerate(NAMES, 1)
    )
    for at, team in enumerate(teams):
        Entry.objects.filter(tournament=event, number__in=range(at + 1, 8 * members + 1, 8)).update(team=team)
    for round_ in event.rounds.order_by("number"):
        seating.publish(acting(), seat_in_order(round_))
        play(round_, [SHEETS[table % 2] for table in range(2 * members)])
    return Tournament.objects.get(pk=event.pk)


def play(round_: Round, points: Sequence[Sequence[int]]) -> Round:
    """Play the published round; the points are by table, in the order of the seats."""
    round_ = rounds.start(acting(), round_)
    for table, sheet in zip(round_.tables.order_by("number"), points, strict=True):
        results.submit_sheet(acting("sam"), table, points=list(sheet))
    return rounds.finish(acting(), round_)


def add_play_off(
    event: Tournament, *, cut_to: int = 4, carry: Fraction = Fraction(1, 2), number_of_rounds: int = 2
) -> Stage:
    return stages.add(
        acting(), event, name="Play-off", cut_to=cut_to, cut_by="teams", carry=carry, rounds=number_of_rounds
    )


def seated_by_places(round_: Round) -> Seating:
    """Seat the round by the places of the teams, and publish it."""
    return seating.publish(acting(), drafts.draft_by_standings(acting(), round_))


def play_by_team(round_: Round, points: Mapping[str, int]) -> Round:
    """Play the round so that each player earns what the name of the team says."""
    live = round_.current_seating
    assert live is not None
    sheets: dict[int, list[int]] = {}
    for seat in live.seats.select_related("entry__team").order_by("table_number", "wind"):
        assert seat.entry.team is not None
        sheets.setdefault(seat.table_number, []).append(points[seat.entry.team.name])
    return play(round_, list(sheets.values()))
