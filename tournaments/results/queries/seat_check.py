from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.events.queries import is_current
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Seat, SeatClaim
from tournaments.rounds.queries.postponed import is_played_late


@dataclass(frozen=True)
class WindCheck:
    """One wind of a table: the player seated there, the player who claims it, and that player's seat."""

    wind: int
    right: Entry
    said: Entry | None
    belongs: Seat | None
    """Seat of the player who claims the wind; None without one in this round."""

    @property
    def is_right(self) -> bool:
        return self.said is not None and self.said.pk == self.right.pk

    @property
    def is_wrong(self) -> bool:
        return self.said is not None and self.said.pk != self.right.pk


@dataclass(frozen=True)
class SeatCheck:
    chairs: tuple[WindCheck, ...]

    @property
    def green(self) -> bool:
        """True if every player has confirmed the right wind."""
        return bool(self.chairs) and all(chair.is_right for chair in self.chairs)

    @property
    def wrong(self) -> bool:
        return any(chair.is_wrong for chair in self.chairs)


def is_open(table: GameTable) -> bool:
    """Return whether seats are checked now: the round is on, its seating has winds, and no sheet is entered."""
    if not is_current(table.round) and not is_played_late(table):
        return False
    if sheets.find_latest_result(table) is not None:
        return False
    seats = sheets.list_seats(table)
    return bool(seats) and all(seat.wind is not None for seat in seats)


def build_seat_check(table: GameTable) -> SeatCheck:
    named: dict[int, Entry] = {
        claim.wind: claim.entry for claim in SeatClaim.objects.filter(table=table).select_related("entry")
    }
    belongs = Seat.objects.filter(seating=table.round.current_seating, entry__in=named.values())
    seats = {seat.entry_id: seat for seat in belongs}
    chairs = []
    for seat in sheets.list_seats(table):
        if seat.wind is None:
            continue
        person = named.get(seat.wind)
        chairs.append(WindCheck(seat.wind, seat.entry, person, seats.get(person.pk) if person else None))
    return SeatCheck(tuple(chairs))
