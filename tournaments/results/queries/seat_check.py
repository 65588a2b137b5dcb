"""Seat check: the players' statements against the seating in force."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.events.queries import is_current
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Seat, SeatClaim
from tournaments.rounds.queries.postponed import is_played_late


@dataclass(frozen=True)
class Chair:
    """One wind of a table: its player by the seating, the player who claims it, and that player's own seat."""

    wind: int
    right: Entry
    said: Entry | None
    belongs: Seat | None
    """The seat of who sits there; None where nobody does, or where that person has none in this round."""

    @property
    def is_right(self) -> bool:
        """True if the right player sits there."""
        return self.said is not None and self.said.pk == self.right.pk

    @property
    def is_wrong(self) -> bool:
        """True if somebody else sits there."""
        return self.said is not None and self.said.pk != self.right.pk


@dataclass(frozen=True)
class SeatCheck:
    """The four seats of a table in turn order."""

    chairs: tuple[Chair, ...]

    @property
    def green(self) -> bool:
        """True if every player has confirmed the right wind."""
        return bool(self.chairs) and all(chair.is_right for chair in self.chairs)

    @property
    def wrong(self) -> bool:
        """True if anybody sits in another player's seat."""
        return any(chair.is_wrong for chair in self.chairs)


def is_open(table: GameTable) -> bool:
    """Return whether seats are checked now: the round is on, its seating has winds, and no sheet is entered."""
    if not is_current(table.round) and not is_played_late(table):
        return False
    if sheets.latest(table) is not None:
        return False
    seats = sheets.seats_of(table)
    return bool(seats) and all(seat.wind is not None for seat in seats)


def of_table(table: GameTable) -> SeatCheck:
    """Return the current check."""
    named: dict[int, Entry] = {
        claim.wind: claim.entry for claim in SeatClaim.objects.filter(table=table).select_related("entry")
    }
    belongs = Seat.objects.filter(seating=table.round.current_seating, entry__in=named.values())
    seats = {seat.entry_id: seat for seat in belongs}
    chairs = []
    for seat in sheets.seats_of(table):
        if seat.wind is None:
            continue
        person = named.get(seat.wind)
        chairs.append(Chair(seat.wind, seat.entry, person, seats.get(person.pk) if person else None))
    return SeatCheck(tuple(chairs))
