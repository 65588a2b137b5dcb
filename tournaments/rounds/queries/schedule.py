"""Player's schedule: published rounds with time, table, wind and opponents, and byes."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.core.visibility import exclude_waiting
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seat, Seating
from tournaments.rounds.queries.participants import is_resting, list_round_players
from tournaments.rounds.queries.public_seatings import PlayerSeat, add_table_mates, list_published_seats, sort_seats


@dataclass(frozen=True)
class ScheduledRound:
    """Published round; `own` is None for a bye or a member who rests, `again` has numbers of opponents met before."""

    seating: Seating
    own: PlayerSeat | None
    again: frozenset[int]
    rests: bool = False

    @property
    def starts_at(self) -> datetime.datetime | None:
        return self.own.starts_at if self.own else self.seating.round.starts_at

    @property
    def ends_at(self) -> datetime.datetime | None:
        return self.own.ends_at if self.own else self.seating.round.ends_at


@dataclass(frozen=True)
class PlayerSchedule:
    """Player with the published rounds in order; `to_come`: number of rounds whose seating is not public yet."""

    player: Entry
    lines: tuple[ScheduledRound, ...]
    to_come: int

    @property
    def without_time(self) -> bool:
        """True if a round has no planned start, so that the calendar is incomplete."""
        return any(line.starts_at is None for line in self.lines)


def find_player_schedule(tournament: Tournament, number: int) -> PlayerSchedule | None:
    """Return the schedule of one player; None if the number is not on the public list."""
    player = exclude_waiting(tournament.entries.all()).filter(number=number).first()
    if player is None:
        return None
    seated = {
        player_seat.round.number: player_seat for player_seat in add_table_mates(player, list_published_seats(player))
    }
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
    lines = []
    met: set[int] = set()
    for seating in live.select_related("round__stage", "round__tournament").order_by("round__number"):
        player_seat = seated.get(seating.round.number)
        rests = False
        if player_seat is None:
            # A table of an open evening concerns those who sit there alone.
            if seating.round.alone:
                continue
            rests = is_resting(seating.round, player)
            if not (rests or number in {entry.number for entry in list_round_players(seating.round)}):
                continue
        opponents = {seat.entry.number for seat in player_seat.others} if player_seat else set()
        lines.append(ScheduledRound(seating, player_seat, frozenset(opponents & met), rests))
        met |= opponents
    return PlayerSchedule(player, tuple(lines), tournament.rounds.count() - live.count())


def list_seated_rounds(tournament: Tournament) -> list[tuple[int, list[Seat]]]:
    """Return (number, seats by table and wind) of every seated round, of the newest draft if no seating is in force."""
    chosen: dict[int, Seating] = {}
    for seating in query_usable_seatings(tournament):
        usable_before = chosen.get(seating.round_id)
        if seating.state in Seating.LIVE or usable_before is None or usable_before.state not in Seating.LIVE:
            chosen[seating.round_id] = seating
    seats: dict[int, list[Seat]] = defaultdict(list)
    all_seats = Seat.objects.filter(
        seating__in=[chosen_seating.pk for chosen_seating in chosen.values()]
    ).select_related("entry")
    for seat in sort_seats(all_seats):
        seats[seat.seating_id].append(seat)
    return [(chosen_seating.round.number, seats[chosen_seating.pk]) for chosen_seating in chosen.values()]


def query_usable_seatings(tournament: Tournament) -> QuerySet[Seating]:
    """Return drafts and seatings in force, by round and version."""
    usable = (Seating.State.DRAFT, *Seating.LIVE)
    seatings = Seating.objects.filter(round__tournament=tournament, state__in=usable)
    return seatings.select_related("round").order_by("round__number", "version")
