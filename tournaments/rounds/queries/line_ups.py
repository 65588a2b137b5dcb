"""Line-ups of a round: who plays for a team and who rests, as named or as assumed."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.seating.models.line_ups import LineUp, LineUpPlayer

STARTED = (Round.State.PLAYING, Round.State.FINISHED)


@dataclass(frozen=True)
class TeamLineUp:
    """The members of a team who play a round, and those who rest, by number.

    `named` is the line-up that it follows: of the round, or of an earlier one, which is an assumption; None: the first
    members by number are assumed. `filled` stand in the line-up in place of members who are no longer there.
    """

    team: Team
    round: Round
    plays: tuple[Entry, ...]
    rests: tuple[Entry, ...]
    named: LineUp | None
    filled: tuple[Entry, ...] = ()

    @property
    def is_named(self) -> bool:
        """True if the line-up was named for this round."""
        return self.named is not None and self.named.round_id == self.round.pk

    @property
    def is_unknown(self) -> bool:
        """True if somebody rests and no line-up of the team says who."""
        return self.named is None and bool(self.rests)


def name_line_ups(tournament: Tournament) -> bool:
    """Return True if the event's teams name who plays."""
    return tournament.has_teams and tournament.line_up_size is not None


def has_line_ups(round_: Round) -> bool:
    """Return True if teams name who plays: not at a table of an open evening."""
    return name_line_ups(round_.tournament) and not round_.alone


def line_ups_of(round_: Round, players: Iterable[Entry]) -> list[TeamLineUp]:
    """Return the line-ups of the teams of these players, by code. `players`: who is there in the round, by number."""
    if not has_line_ups(round_):
        return []
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in players:
        if entry.team_id is not None:
            members[entry.team_id].append(entry)
    teams = Team.objects.filter(pk__in=members).order_by("code")
    named, size = _newest_of(round_), round_.tournament.line_up_size or 0
    seated = _seated_in(round_) if round_.state in STARTED else set()
    lines = []
    for team in teams:
        line_up, numbers = named.get(team.pk, (None, []))
        there = members[team.pk]
        plays, filled = _chosen(there, numbers if line_up else None, size)
        played = [entry for entry in there if entry.pk in seated]
        if len(played) == len(plays):
            # A member took the chair of another one in the hall: the tables say who plays.
            plays = played
        rests = tuple(entry for entry in there if entry not in plays)
        lines.append(TeamLineUp(team, round_, tuple(plays), rests, line_up, tuple(filled)))
    return lines


def resting_of(round_: Round, players: Sequence[Entry]) -> set[int]:
    """Return the keys of those of the players who rest in the round."""
    return {entry.pk for line in line_ups_of(round_, players) for entry in line.rests}


def deadline_of(round_: Round) -> datetime.datetime | None:
    """Return the time until which captains name the line-up; None: until the round starts."""
    hours = round_.tournament.line_up_hours
    if hours is None or round_.starts_at is None:
        return None
    return round_.starts_at - datetime.timedelta(hours=hours)


def is_open_to_captains(round_: Round) -> bool:
    """Return True while captains may name the line-ups of the round."""
    deadline = deadline_of(round_)
    return has_line_ups(round_) and round_.state not in STARTED and (deadline is None or timezone.now() < deadline)


def _newest_of(round_: Round) -> dict[int, tuple[LineUp, list[int]]]:
    """Return the last line-up of each team up to the round, with the keys of its players by number.

    A team that rested a round plays the next one as before.
    """
    rows = LineUp.objects.filter(round__tournament=round_.tournament_id, round__number__lte=round_.number)
    line_ups = list(rows.select_related("round").order_by("round__number"))
    players: dict[int, list[int]] = defaultdict(list)
    of_them = LineUpPlayer.objects.filter(line_up__in=line_ups) if line_ups else LineUpPlayer.objects.none()
    for line_up, entry in of_them.order_by("entry__number").values_list("line_up", "entry"):
        players[line_up].append(entry)
    return {
        line_up.team_id: (line_up, players[line_up.pk])
        for line_up in line_ups
        if players[line_up.pk] or line_up.round_id == round_.pk
    }


def _chosen(members: Sequence[Entry], named: Sequence[int] | None, size: int) -> tuple[list[Entry], list[Entry]]:
    """Return who plays of the members, by number, and those of them who were not named.

    In place of somebody who is no longer there plays the substitute, else the next member by number.
    """
    if named is None:
        return list(members[:size]), []
    heirs = {entry.substitute_for_id: entry for entry in members if entry.substitute_for_id is not None}
    there = {entry.pk: entry for entry in members}
    plays = [entry for pk in named if (entry := there.get(pk) or heirs.get(pk)) is not None]
    spare = [entry for entry in members if entry not in plays]
    plays += spare[: max(0, min(len(named), size) - len(plays))]
    unnamed = [entry for entry in plays if entry.pk not in named]
    return sorted(plays[:size], key=lambda entry: entry.number), unnamed


def _seated_in(round_: Round) -> set[int]:
    return set(
        Seat.objects.filter(seating__round=round_, seating__state__in=Seating.LIVE).values_list("entry", flat=True)
    )
