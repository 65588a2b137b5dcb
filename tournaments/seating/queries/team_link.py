from __future__ import annotations

from typing import Final

from django.core.signing import BadSignature, Signer

from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament

SIGNER: Final = Signer(salt="team-link")


def make_team_key(team: Team) -> str:
    """Return the team's signed key with the link's number, which a replacement raises to void former links."""
    return SIGNER.sign(f"{team.pk}.{team.link_number}" if team.link_number else str(team.pk))


def find_team_of_key(key: str) -> Team | None:
    """Return the team of this link; None if it is unknown, replaced or out of use."""
    try:
        pk = int(SIGNER.unsign(key).partition(".")[0])
    except (BadSignature, ValueError):
        return None
    team = Team.objects.select_related("tournament").filter(pk=pk).first()
    if team is None or make_team_key(team) != key or not is_in_use(team.tournament):
        return None
    return team


def is_in_use(tournament: Tournament) -> bool:
    over = tournament.archived_at is not None or tournament.state == Tournament.State.FINISHED
    return tournament.has_teams and tournament.line_up_size is not None and not over
