from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.seating.models.line_ups import LineUp

STARTED = (Round.State.PLAYING, Round.State.FINISHED)


@dataclass(frozen=True)
class TeamLineUp:
    """Members of a team who play a round, and who rest, by number.

    `named`: the line-up used, possibly assumed from an earlier round; None: the first members are assumed. `filled`
    replace members who are no longer present.
    """

    team: Team
    round: Round
    plays: tuple[Entry, ...]
    rests: tuple[Entry, ...]
    named: LineUp | None
    filled: tuple[Entry, ...] = ()

    @property
    def is_named(self) -> bool:
        return self.named is not None and self.named.round_id == self.round.pk

    @property
    def is_unknown(self) -> bool:
        """True if somebody rests and the team has named no line-up."""
        return self.named is None and bool(self.rests)


def needs_line_ups(tournament: Tournament) -> bool:
    return tournament.has_teams and tournament.line_up_size is not None


def has_line_ups(round_: Round) -> bool:
    """Return True if teams name line-ups for the round; they do not for a table of an open evening."""
    return needs_line_ups(round_.tournament) and not round_.alone


@dataclass(frozen=True)
class NamedLineUp:
    """A line-up by keys: the number of its round, the team, and its players by number."""

    key: int
    round: int
    team: int
    players: tuple[int, ...]


def list_named_line_ups(tournament: Tournament) -> list[NamedLineUp]:
    """Return all named line-ups in order of rounds, in one query for pages with many rounds."""
    rows = LineUp.objects.filter(round__tournament=tournament).order_by(
        "round__number", "team", "players__entry__number"
    )
    named: dict[int, tuple[int, int, list[int]]] = {}
    for key, number, team, entry in rows.values_list("pk", "round__number", "team", "players__entry"):
        players = named.setdefault(key, (number, team, []))[2]
        if entry is not None:
            players.append(entry)
    return [NamedLineUp(key, number, team, tuple(players)) for key, (number, team, players) in named.items()]


def group_plays_by_team(
    round_: Round, players: Iterable[Entry], history: Sequence[NamedLineUp] | None = None
) -> dict[int, tuple[list[Entry], list[Entry], NamedLineUp | None]]:
    """Return by team its players, those of them who were not named, and the line-up used; `history`: all, if loaded."""
    if not has_line_ups(round_):
        return {}
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in players:
        if entry.team_id is not None:
            members[entry.team_id].append(entry)
    size = round_.tournament.line_up_size or 0
    # A team that rested a round plays the next one as before.
    line_ups = {
        line.team: line
        for line in (list_named_line_ups(round_.tournament) if history is None else history)
        if line.round <= round_.number and (line.players or line.round == round_.number)
    }
    seated = _list_seated_keys(round_) if round_.state in STARTED else set()
    chains = _build_chains(round_.tournament, members)
    plays_by_team = {}
    for team, entries in members.items():
        line = line_ups.get(team)
        plays, filled = _choose_members(entries, line.players if line else None, size, chains)
        played = [entry for entry in entries if entry.pk in seated]
        # A member took the chair of another one in the hall: the tables say who plays.
        plays_by_team[team] = (played if len(played) == len(plays) else plays, filled, line)
    return plays_by_team


def build_line_ups(round_: Round, players: Sequence[Entry]) -> list[TeamLineUp]:
    """Return the line-ups of the players' teams, by team code; `players` are present in the round, by number."""
    plays_by_team = group_plays_by_team(round_, players)
    named = LineUp.objects.select_related("round").in_bulk(
        [line.key for *_plays, line in plays_by_team.values() if line]
    )
    lines = []
    for team in Team.objects.filter(pk__in=plays_by_team).order_by("code"):
        plays, filled, line = plays_by_team[team.pk]
        rests = tuple(entry for entry in players if entry.team_id == team.pk and entry not in plays)
        lines.append(TeamLineUp(team, round_, tuple(plays), rests, named[line.key] if line else None, tuple(filled)))
    return lines


def list_resting_keys(round_: Round, players: Sequence[Entry]) -> set[int]:
    plays = group_plays_by_team(round_, players)
    playing = {entry.pk for plays, _filled, _line in plays.values() for entry in plays}
    return {entry.pk for entry in players if entry.team_id in plays and entry.pk not in playing}


def find_deadline(round_: Round) -> datetime.datetime | None:
    """Return the time until which captains name the line-up; None: the start of the round."""
    hours = round_.tournament.line_up_hours
    if hours is None or round_.starts_at is None:
        return None
    return round_.starts_at - datetime.timedelta(hours=hours)


def is_open_to_captains(round_: Round) -> bool:
    deadline = find_deadline(round_)
    return has_line_ups(round_) and round_.state not in STARTED and (deadline is None or timezone.now() < deadline)


def _choose_members(
    members: Sequence[Entry], named: Sequence[int] | None, size: int, chains: Chains
) -> tuple[list[Entry], list[Entry]]:
    """Return the members who play, by number, and those of them not named: substitutes, else the next by number."""
    if named is None:
        first = sorted(members, key=lambda entry: chains[entry.pk][-1][1] if entry.pk in chains else entry.number)
        return sorted(first[:size], key=lambda entry: entry.number), []
    heirs = {absent: entry for entry in members for absent, _number in chains.get(entry.pk, ())}
    by_key = {entry.pk: entry for entry in members}
    plays = [entry for pk in named if (entry := by_key.get(pk) or heirs.get(pk)) is not None]
    spare = [entry for entry in members if entry not in plays]
    plays += spare[: max(0, min(len(named), size) - len(plays))]
    unnamed = [entry for entry in plays if entry.pk not in named]
    return sorted(plays[:size], key=lambda entry: entry.number), unnamed


Chains = Mapping[int, Sequence[tuple[int, int]]]
"""Substitute's key -> (key, number) of the players substituted for, the next one first."""


def _build_chains(tournament: Tournament, members: Mapping[int, Iterable[Entry]]) -> Chains:
    substitutes = {entry.pk for team in members.values() for entry in team if entry.substitute_for_id is not None}
    if not substitutes:
        return {}
    rows = Entry.objects.filter(tournament=tournament, substitute_for__isnull=False)
    columns = rows.values_list("pk", "substitute_for", "substitute_for__number")
    absent = {pk: (key, number) for pk, key, number in columns if key is not None}
    chains: dict[int, list[tuple[int, int]]] = {}
    for substitute in substitutes:
        chain = chains[substitute] = [absent[substitute]]
        while (following := absent.get(chain[-1][0])) is not None and following not in chain:
            chain.append(following)
    return chains


def _list_seated_keys(round_: Round) -> set[int]:
    return set(
        Seat.objects.filter(seating__round=round_, seating__state__in=Seating.LIVE).values_list("entry", flat=True)
    )
