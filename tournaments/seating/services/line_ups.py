from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text import zones
from tournaments.entries.models.entries import Entry, Team
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.line_ups import STARTED, find_deadline, has_line_ups, is_open_to_captains
from tournaments.seating.models.line_ups import LineUp, LineUpPlayer
from tournaments.seating.queries.line_ups import find_line_up, find_seating_to_follow, iterate_rounds_to_seat_again
from tournaments.seating.services import seating as seatings


@change("line_ups.name", gettext_noop("Line-up named"))
def name(
    change: Change, round_: Round, *, team: Team, players: Sequence[Entry], by_captain: bool = False, reason: str = ""
) -> LineUp:
    """Name who plays the round for the team; nobody means that the team rests. Raises `UserError` once started, for a
    captain after the deadline or with too few players, for too many, and for players who are no members or away.
    """
    _check_time(round_, by_captain=by_captain)
    _check_players(round_, team, players, by_captain=by_captain)
    line_up = LineUp.objects.filter(round=round_, team=team).first()
    before = _list_numbers(line_up)
    after = sorted(entry.number for entry in players)
    if line_up is not None and before == after:
        change.nothing()
        return line_up
    if line_up is None:
        line_up = LineUp(round=round_, team=team)
    line_up.by_captain, line_up.named_at = by_captain, timezone.now()
    line_up.save()
    line_up.players.all().delete()
    LineUpPlayer.objects.bulk_create(LineUpPlayer(line_up=line_up, entry=entry) for entry in players)
    change.note(line_up, before={"players": before} if before is not None else {}, after={"players": after})
    return line_up


@change("line_ups.seat", gettext_noop("Line-ups seated"))
def seat(change: Change, round_: Round, *, reason: str = "") -> Seating:
    """Seat the line-up in chairs of resting members, in later rounds too; return the first new version. Raises
    `UserError` without a seating, once started, or where the seatings follow the line-ups.
    """
    _refuse_started(round_)
    if find_seating_to_follow(round_) is None:
        raise UserError(_("Round %(number)s has no seating yet: draw it.") % {"number": round_.number})
    why, versions = reason or sentence(gettext_noop("line-ups")), []
    for later, seating, teams in iterate_rounds_to_seat_again(round_.tournament):
        chairs = {leaves.pk: comes for team in teams for leaves, comes in team.chairs}
        if later.number >= round_.number and chairs:
            versions.append(seatings.revise(change, seating, chairs, why))
    if not versions:
        raise UserError(_("The seating follows the line-ups: nobody changes."))
    return versions[0]


@change("teams.link", gettext_noop("Link of a team replaced"))
def replace_link(change: Change, team: Team, *, reason: str = "") -> Team:
    """Replace the team's link; the former one opens nothing."""
    with change.edit(team):
        team.link_number += 1
    return team


def _check_time(round_: Round, *, by_captain: bool) -> None:
    if not has_line_ups(round_):
        raise UserError(_("All members play in this event: the settings name no number of players in a round."))
    _refuse_started(round_)
    deadline = find_deadline(round_)
    if by_captain and deadline is not None and not is_open_to_captains(round_):
        raise UserError(
            _("Line-ups of round %(number)s were due on %(until)s. Ask the organiser to change yours.")
            % {"number": round_.number, "until": zones.in_zone(deadline, round_.tournament.time_zone)}
        )


def _refuse_started(round_: Round) -> None:
    if round_.state in STARTED:
        raise UserError(
            _("Round %(number)s has started, and its line-ups stay as they are.") % {"number": round_.number}
        )


def _check_players(round_: Round, team: Team, players: Collection[Entry], *, by_captain: bool) -> None:
    line, size = find_line_up(round_, team), round_.tournament.line_up_size or 0
    members = [*line.plays, *line.rests] if line is not None else []
    strangers = [entry for entry in players if entry not in members]
    if strangers:
        raise UserError(
            _("%(names)s cannot play this round for %(team)s.")
            % {"names": ", ".join(map(str, strangers)), "team": team.name},
            field="players",
        )
    least = min(size, len(members)) if by_captain else 0
    if not least <= len(players) <= size:
        message = _("Choose %(count)s players.") if by_captain else _("Choose at most %(count)s players.")
        raise UserError(message % {"count": least if by_captain else size}, field="players")


def _list_numbers(line_up: LineUp | None) -> list[int] | None:
    if line_up is None:
        return None
    return sorted(line_up.players.values_list("entry__number", flat=True))
