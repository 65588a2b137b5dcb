from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass

from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.line_ups import has_line_ups
from tournaments.rounds.queries.participants import is_present
from tournaments.rounds.queries.public_seatings import PlayerSeat, add_table_mates, list_published_seats


@dataclass(frozen=True)
class TeamRound:
    """Round of a team; tables and line-up are hidden without a public `seating`.

    `places` are the seats of the members by table, `out` members who are present without a seat.
    """

    round: Round
    seating: Seating | None
    places: tuple[PlayerSeat, ...] = ()
    out: tuple[Entry, ...] = ()

    @property
    def rests(self) -> bool:
        """True if those without a seat rest because the team has named others; otherwise they sit out."""
        return has_line_ups(self.round)

    @property
    def against(self) -> list[Team]:
        """Other teams at the members' tables, by code."""
        seats = [seat for place in self.places for seat in place.others]
        teams = {seat.entry.team for seat in seats if seat.entry.team is not None}
        own_teams = {place.seat.entry.team_id for place in self.places}
        return sorted((team for team in teams if team.pk not in own_teams), key=lambda team: team.code)


def build_team_schedule(team: Team) -> list[TeamRound]:
    """Return the rounds in order, without open evenings' tables at which the team does not sit."""
    tournament = team.tournament
    members = list(team.members.exclude(status=Entry.Status.WAITING).order_by("number"))
    places: dict[int, list[PlayerSeat]] = defaultdict(list)
    for entry in members:
        entry.team, entry.tournament = team, tournament
        seats = list_published_seats(entry)
        for place in add_table_mates(entry, seats) if seats else ():
            place.seat.entry = entry
            places[place.round.pk].append(place)
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
    seatings = {seating.round_id: seating for seating in live}
    away = _list_absences(team)
    lines = []
    for round_ in list_rounds(tournament):
        own_places = sorted(places[round_.pk], key=lambda place: (place.seat.table_number, place.seat.entry.number))
        if round_.alone and not own_places:
            continue
        seated = {place.seat.entry_id for place in own_places}
        out = [
            entry
            for entry in members
            if is_present(entry, round_.number)
            and not entry.is_spare
            and entry.pk not in seated
            and (entry.pk, round_.number) not in away
        ]
        seating = seatings.get(round_.pk)
        resting = tuple(out) if seating is not None and not round_.alone else ()
        lines.append(TeamRound(round_, seating, tuple(own_places), resting))
    return lines


def _list_absences(team: Team) -> set[tuple[int | None, int]]:
    """Return (key, number) of members and rounds in which they are away, or are replaced for a while."""
    absences = team.members.filter(absences__isnull=False).order_by().values_list("pk", "absences__round__number")
    substitutes = Entry.objects.filter(substitute_for__team=team, dropped_from_round__isnull=False).order_by()
    chairs = substitutes.values_list("substitute_for", "from_round", "dropped_from_round")
    return {*absences, *((key, number) for key, first, end in chairs for number in range(first, end or 0))}


def list_rounds(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.select_related("stage", "tournament").order_by("number"))


def group_places_by_start(line: TeamRound) -> dict[datetime.datetime, list[PlayerSeat]]:
    """Return the places of the round by planned start, which a postponed table has of its own."""
    starts: dict[datetime.datetime, list[PlayerSeat]] = defaultdict(list)
    for place in line.places:
        if place.starts_at is not None:
            starts[place.starts_at].append(place)
    return dict(sorted(starts.items()))
