from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.services import players
from tournaments.entries.services.players import refuse_full_team
from tournaments.events import services as events
from tournaments.events.models import Tournament


@change("teams.add", gettext_noop("Team added"))
def add(change: Change, tournament: Tournament, *, name: str, code: str = "", country: str = "") -> Team:
    """Add a team; an empty code becomes the next free T01, T02 ... Raises `UserError` for a taken name or code."""
    team = Team(tournament=tournament, code=code or compute_next_code(tournament), name=name, country=country)
    try:
        with transaction.atomic():
            change.create(team)
    except IntegrityError:
        raise UserError(_("There is a team of this name or code already."), field="name") from None
    events.enable(change, tournament, Tournament.Feature.TEAMS)
    return team


@change("teams.edit", gettext_noop("Team changed"))
def edit(change: Change, team: Team, *, name: str, code: str, country: str = "") -> Team:
    """Change a team. Raises `UserError` for a taken name or code."""
    try:
        with transaction.atomic(), change.edit(team):
            team.name, team.code, team.country = name, code, country
    except IntegrityError:
        raise UserError(_("There is a team of this name or code already."), field="name") from None
    return team


@change("teams.remove", gettext_noop("Team removed"))
def remove(change: Change, team: Team) -> None:
    """Delete an empty team. Raises `UserError` while it has members."""
    if team.members.exists():
        raise UserError(_("Team “%(name)s” has members; move them first.") % {"name": team.name})
    if team.stage_teams.exists():
        raise UserError(_("Team “%(name)s” has passed a cut and stays.") % {"name": team.name})
    if team.score_lines.exists():
        raise UserError(_("Team “%(name)s” has lines in the ledger and stays.") % {"name": team.name})
    change.delete(team)


@change("teams.assign", gettext_noop("Player put into a team"))
def assign(change: Change, entry: Entry, *, team: Team | None) -> Entry:
    """Put the player into a team, or into none. Raises `UserError` for a full team or one of another tournament."""
    if team is not None and team.tournament_id != entry.tournament_id:
        raise UserError(_("That team belongs to another tournament."), field="team")
    if team is not None:
        refuse_full_team(entry, team)
    with change.edit(entry):
        entry.team = team
    return entry


@change("teams.drop", gettext_noop("Team withdrawn"))
def drop(change: Change, team: Team, *, from_round: int, reason: str = "") -> list[Entry]:
    """Drop all members who still play, from `from_round` on. Raises `UserError` without any."""
    members = list(team.members.exclude(status__in=(Entry.Status.WAITING, Entry.Status.DROPPED)).order_by("number"))
    if not members:
        raise UserError(_("Nobody of team “%(name)s” plays any more.") % {"name": team.name})
    dropped = [players.drop(change.by, entry, from_round=from_round, reason=reason) for entry in members]
    change.note(team, after={"members": [entry.number for entry in dropped], "from_round": from_round})
    return dropped


def compute_next_code(tournament: Tournament) -> str:
    used = set(tournament.teams.values_list("code", flat=True))
    number = 1
    while f"T{number:02}" in used:
        number += 1
    return f"T{number:02}"
