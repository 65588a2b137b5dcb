"""Changed numbers of players, from the log: draws, cuts and papers keep the former ones."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from django.db.models import Q, QuerySet

from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seat, Seating
from tournaments.seating.logic.amendments import Chairs
from tournaments.seating.models.draws import SeatingDraw
from tournaments.standings.logic.inputs import UsedPlace
from tournaments.standings.models import InputRecord

_REPAIRS = ("repairs.make", "repairs.undo")


@dataclass(frozen=True, slots=True)
class Renumbering:
    """Change of a player's number; `merged` are seat keys that came from a merged entry, else None."""

    sequence: int
    at: datetime.datetime
    was: int
    now: int
    merged: frozenset[int] | None = None


def query_changes_of_numbers(tournament: Tournament) -> QuerySet[AuditEntry]:
    renumbered = Q(object_type="entry", before__has_key="number", after__has_key="number")
    return AuditEntry.objects.filter(renumbered | Q(action__in=_REPAIRS), tournament=tournament)


class Numbers:
    """Numbers of players at every time, read from the log on first use; `changed` False skips the log."""

    def __init__(self, tournament: Tournament, *, changed: bool = True) -> None:
        self.tournament, self.changed = tournament, changed

    @cached_property
    def changes(self) -> Sequence[Renumbering]:
        renumberings: dict[int, list[Renumbering]] = {}
        log = query_changes_of_numbers(self.tournament) if self.changed else AuditEntry.objects.none()
        for entry in log.order_by("sequence").only("sequence", "at", "action", "before", "after"):
            if entry.action not in _REPAIRS:
                change = Renumbering(entry.sequence, entry.at, entry.before["number"], entry.after["number"])
                renumberings[entry.sequence] = [change]
            elif "undoes" in entry.after:
                renumberings.pop(entry.after["undoes"], None)
            else:
                renumberings[entry.sequence] = list(_iterate_merges(entry))
        return [change for changes in renumberings.values() for change in changes]

    def list_changes_leading_to(self, numbers: Iterable[int]) -> list[Renumbering]:
        """Return the changes that led to these numbers of today; removed players have none."""
        live = set(numbers)
        renumberings = []
        for change in reversed(self.changes):
            if change.now in live:
                renumberings.append(change)
                live -= set() if change.merged is not None else {change.now}
                live.add(change.was)
        return renumberings[::-1]

    def compute_current_number(self, number: int, moment: datetime.datetime) -> int:
        for change in self.changes:
            if change.at > moment and change.was == number:
                number = change.now
        return number

    def compute_former_number(self, number: int, moment: datetime.datetime, seat: int | None = None) -> int:
        """Return the former number of today's `number`; `seat`: key of a seat of an entry merged since."""
        for change in reversed(self.changes):
            if change.at > moment and change.now == number and (change.merged is None or seat in change.merged):
                number = change.was
        return number

    def map_former_tables(self, version: Seating, moment: datetime.datetime) -> Chairs:
        tables: dict[int, tuple[int, ...]] = {}
        seats = Seat.objects.filter(seating=version).order_by("table_number", "wind", "pk")
        for key, table, number in seats.values_list("pk", "table_number", "entry__number"):
            tables[table] = (*tables.get(table, ()), self.compute_former_number(number, moment, key))
        return tables

    def list_places_by_current_number(self, record: InputRecord, places: Iterable[UsedPlace]) -> list[UsedPlace]:
        if not any(change.at > record.made_at for change in self.changes):
            return list(places)
        return [
            used._replace(player=self.compute_current_number(used.player, record.made_at))
            if used.player is not None
            else used
            for used in places
        ]


def _iterate_merges(entry: AuditEntry) -> Iterable[Renumbering]:
    steps, undo = entry.after.get("steps", ()), entry.after.get("undo", ())
    keys = {key for step in undo for key in step.get("rows", {}).get("tournaments.Seat.entry", ())}
    for step in steps:
        if step["do"] == "merge":
            yield Renumbering(entry.sequence, entry.at, step["goes"], step["stays"], frozenset(keys))


def map_people_by_number(draw: SeatingDraw) -> dict[int, Entry]:
    """Return the players by their numbers in the certificate, each by the own number first."""
    drawn_at, numbers = draw.created_at, Numbers(draw.tournament)
    entries = {entry.number: entry for entry in draw.tournament.entries.select_related("team")}
    people = {numbers.compute_former_number(number, drawn_at): entry for number, entry in entries.items()}
    for change in numbers.changes:
        if change.was not in people and (number := numbers.compute_current_number(change.was, drawn_at)) in entries:
            people[change.was] = entries[number]
    return people


class LogTimes:
    def __init__(self, tournament: Tournament) -> None:
        log = AuditEntry.objects.filter(tournament=tournament).order_by("sequence").values_list("at", flat=True)
        # A clock that was set back makes no earlier entry a later one.
        self.times = list(accumulate(log, max))

    def compute_entry_number(self, moment: datetime.datetime) -> int:
        """Return the number of the first entry of the change that wrote a row at that moment."""
        return min(bisect_left(self.times, moment) + 1, len(self.times))
