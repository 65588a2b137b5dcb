"""A player's own page: tables, released results, and what the ledger has about the player."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.core.visibility import listed, open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.queries import current_of
from tournaments.results.models.results import TableResult
from tournaments.results.queries.public_results import ResultRow, sheets_of
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.queries.public_seatings import own_seats, with_others
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import forfeits


@dataclass(frozen=True)
class PlayerTable:
    """One of a player's tables: where, against whom, and the sheet once it is released."""

    round: int
    stage: str
    starts_at: datetime.datetime | None
    table: int
    wind: int | None
    others: tuple[Seat, ...]
    own: ResultRow | None
    state: str
    """Of the round: published, playing or finished."""
    table_name: str = ""

    @property
    def at(self) -> str:
        """What the table is called: its name, else its number."""
        return self.table_name or str(self.table)


@dataclass(frozen=True)
class PlayerPage:
    """A player's own page."""

    player: Entry
    substitute_for: Entry | None
    substitutes: tuple[Entry, ...]
    tables: tuple[PlayerTable, ...]
    ledger: tuple[ScoreLine, ...]
    """Lines that are no table's result: penalties, bonuses, adjustments."""
    forfeits: tuple[Forfeit, ...]
    now: PlayerTable | None
    """Seat of the player now or next; None after the last seated round."""

    @property
    def met(self) -> list[tuple[Entry, list[int]]]:
        """Whom the player sat with in rounds that were begun, and in which; most often first, then as they met."""
        rounds: dict[int, tuple[Entry, list[int]]] = {}
        for table in self.tables:
            if table.state == Round.State.PUBLISHED:
                continue
            for seat in table.others:
                rounds.setdefault(seat.entry.number, (seat.entry, []))[1].append(table.round)
        return sorted(rounds.values(), key=lambda one: -len(one[1]))


def player_page(tournament: Tournament, number: int) -> PlayerPage | None:
    """The tables and released results of one player; None where the number is not on the public list."""
    entry = (
        listed(tournament.entries.all()).select_related("team", "substitute_for__team").filter(number=number).first()
    )
    if entry is None:
        return None
    seats = own_seats(entry)
    tables = tuple(_player_tables(entry, seats))
    own = current_of(seat.seating.round for seat in seats).current
    ahead = own is not None and own.state != Round.State.FINISHED
    return PlayerPage(
        player=entry,
        substitute_for=entry.substitute_for,
        substitutes=tuple(entry.substitutes.select_related("team").order_by("number")),
        tables=tables,
        ledger=tuple(_ledger(entry)),
        forfeits=tuple(forfeits.public_of(entry)),
        now=next(table for table in tables if table.round == own.number) if own is not None and ahead else None,
    )


def _player_tables(entry: Entry, seats: list[Seat]) -> list[PlayerTable]:
    released = TableResult.objects.filter(open_rounds(entry.tournament, "table__round__"), seats__entry=entry)
    own_rows = {
        sheet.round: row
        for sheet in sheets_of(released).values()
        for row in sheet.rows
        if row.player.number == entry.number
    }
    return [
        PlayerTable(
            round=seat.seating.round.number,
            stage=str(seat.seating.round.stage),
            starts_at=seat.seating.round.starts_at,
            table=seat.table_number,
            table_name=name,
            wind=seat.wind,
            others=others,
            own=own_rows.get(seat.seating.round.number),
            state=seat.seating.round.state,
        )
        for seat, others, name in with_others(entry, seats)
    ]


def _ledger(entry: Entry) -> QuerySet[ScoreLine]:
    return (
        ScoreLine.objects.filter(entry=entry, voided_at__isnull=True)
        .exclude(kind=ScoreLine.Kind.RESULT)
        .filter(Q(round__isnull=True) | open_rounds(entry.tournament, "round__"))
        .select_related("round", "table")
        .order_by("pk")
    )
