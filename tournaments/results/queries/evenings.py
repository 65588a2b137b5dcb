from __future__ import annotations

import datetime
import zoneinfo
from dataclasses import dataclass, field
from typing import Final

from django.utils import timezone

from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.rounds.queries.absences import query_tables_closed_without_play
from tournaments.seating.models.attendance import Presence

AT_TABLE: Final = 4


@dataclass
class EveningTable:
    round: Round
    played: bool
    """False if it was closed as nobody played."""
    players: list[Entry] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [choose_leading_name(entry) for entry in self.players]


def group_tables_by_evening(tournament: Tournament) -> list[tuple[datetime.date | None, list[EveningTable]]]:
    """Return the open evenings' tables by date, the newest evening first, tables in their order."""
    rounds = tournament.rounds.filter(alone=True).order_by("number")
    unplayed = set(query_tables_closed_without_play(tournament).values_list("round_id", flat=True))
    tables = {round_.pk: EveningTable(round_, round_.pk not in unplayed) for round_ in rounds}
    live = Seat.objects.filter(seating__round__in=tables, seating__state__in=Seating.LIVE)
    for seat in live.select_related("entry", "seating").order_by("seating", "wind"):
        tables[seat.seating.round_id].players.append(seat.entry)
    evenings: dict[datetime.date | None, list[EveningTable]] = {}
    for table in tables.values():
        evenings.setdefault(table.round.played_on, []).append(table)
    return sorted(evenings.items(), key=lambda item: item[0] or datetime.date.min, reverse=True)


def list_next_to_sit_out(tournament: Tournament) -> list[str]:
    """Return players to sit out for full tables, of those present today: who played most, then who came first."""
    today = timezone.localdate(timezone=zoneinfo.ZoneInfo(tournament.time_zone))
    tables = next((tables for day, tables in group_tables_by_evening(tournament) if day == today), [])
    games: dict[Entry, int] = {}
    for table in tables:
        for entry in table.players if table.played else ():
            games[entry] = games.get(entry, 0) + 1
    for row in Presence.objects.filter(entry__tournament=tournament, day=today).select_related("entry"):
        games.setdefault(row.entry, 0)
    if len(games) <= AT_TABLE:
        return []
    most = sorted(games, key=lambda entry: -games[entry])
    return [choose_leading_name(entry) for entry in most[: len(games) % AT_TABLE]]
