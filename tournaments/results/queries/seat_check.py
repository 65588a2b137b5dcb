"""Who sits at a table by what the players said, against the seating in force."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.events.queries import is_current
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Seat, SeatClaim


@dataclass(frozen=True)
class Chair:
    """One wind of a table: who belongs there, who says to sit there, and where that person belongs instead."""

    wind: int
    right: Entry
    said: Entry | None
    belongs: Seat | None
    """The seat of who sits there; None where nobody does, or where that person has none in this round."""

    @property
    def is_right(self) -> bool:
        """Whether who belongs there sits there."""
        return self.said is not None and self.said.pk == self.right.pk

    @property
    def is_wrong(self) -> bool:
        """Whether somebody else sits there."""
        return self.said is not None and self.said.pk != self.right.pk


@dataclass(frozen=True)
class SeatCheck:
    """The four chairs of a table in turn order."""

    chairs: tuple[Chair, ...]

    @property
    def green(self) -> bool:
        """Whether all of those who belong here said so, each on the right wind."""
        return bool(self.chairs) and all(chair.is_right for chair in self.chairs)

    @property
    def wrong(self) -> bool:
        """Whether anybody sits where somebody else belongs."""
        return any(chair.is_wrong for chair in self.chairs)


def is_open(table: GameTable) -> bool:
    """Tell whether seats are checked here now: the round is on, its seating has winds, and no sheet is in."""
    if not is_current(table.round):
        return False
    if sheets.latest(table) is not None:
        return False
    seats = sheets.seats_of(table)
    return bool(seats) and all(seat.wind is not None for seat in seats)


def of_table(table: GameTable) -> SeatCheck:
    """The check as it stands."""
    said: dict[int, Entry] = {
        claim.wind: claim.entry for claim in SeatClaim.objects.filter(table=table).select_related("entry")
    }
    belongs = Seat.objects.filter(seating=table.round.current_seating, entry__in=said.values())
    seats = {seat.entry_id: seat for seat in belongs}
    chairs = []
    for seat in sheets.seats_of(table):
        if seat.wind is None:
            continue
        person = said.get(seat.wind)
        chairs.append(Chair(seat.wind, seat.entry, person, seats.get(person.pk) if person else None))
    return SeatCheck(tuple(chairs))
