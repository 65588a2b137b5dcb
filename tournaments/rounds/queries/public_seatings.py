from __future__ import annotations

import datetime
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from tournaments.core.shared_answers import is_sharing, share_answer
from tournaments.core.text.alphabet import Alphabet, split_alphabet
from tournaments.core.visibility import exclude_waiting
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round, Seat, Seating, StandIn


@dataclass(frozen=True)
class SeatedTable:
    """A table with its seats in turn order from East."""

    number: int
    seats: list[Seat]
    name: str
    postponed_to: datetime.datetime | None = None

    @property
    def label(self) -> str:
        return self.name or str(self.number)


def find_public_seating(tournament: Tournament, number: int) -> Seating | None:
    """Return the published or playing seating of a round; None before it is published."""
    live = Seating.objects.filter(round__tournament=tournament, round__number=number, state__in=Seating.LIVE)
    return live.select_related("round__stage", "round__tournament").first()


def list_seated_tables(seating: Seating | None) -> list[SeatedTable]:
    if seating is None:
        return []
    tables: dict[int, list[Seat]] = defaultdict(list)
    rows = seating.round.tables.values_list("number", "name", "postponed_to")
    facts = {number: (name, postponed_to) for number, name, postponed_to in rows}
    for seat in sort_seats(seating.seats.select_related("entry__team")):
        tables[seat.table_number].append(seat)
    return [SeatedTable(table, seats, *facts.get(table, ("", None))) for table, seats in tables.items()]


def sort_seats_by_name(tables: Iterable[SeatedTable]) -> list[tuple[SeatedTable, Seat]]:
    """Return every seat with its table, by the players' names."""
    seats = [(table, seat) for table in tables for seat in table.seats]
    return sorted(seats, key=lambda seat: build_name_key(seat[1].entry))


def build_alphabet(tournament: Tournament, parts: int) -> Alphabet:
    """Divide the names of the event's players into parts that are the same for all rounds."""
    return split_alphabet(sorted(build_name_key(entry) for entry in exclude_waiting(tournament.entries.all())), parts)


def build_name_key(entry: Entry) -> tuple[str, int]:
    return fold_for_sorting(entry.sort_name), entry.number


def sort_seats(seats: QuerySet[Seat]) -> list[Seat]:
    """Order seats by table and wind; unknown winds (imported events) come last, in file order on every database."""
    return sorted(seats, key=lambda seat: (seat.table_number, seat.wind is None, seat.wind or 0, seat.pk))


def fold_for_sorting(name: str) -> str:
    """Return a sort key that ignores accents and case.

    >>> sorted(["Zorn", "Álvarez", "baker"], key=fold_for_sorting)
    ['Álvarez', 'baker', 'Zorn']
    """
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def list_published_seats(entry: Entry) -> list[Seat]:
    """Return the player's seats in published seatings, in order of rounds."""
    event = entry.tournament_id
    if is_sharing():
        every = Seat.objects.filter(seating__round__tournament=event)
        shared = share_answer(("seats", event), lambda: _group_seats(_list_live(every)))
        return list(shared.get(entry.pk, ()))
    return _list_live(Seat.objects.filter(entry=entry))


def _list_live(seats: QuerySet[Seat]) -> list[Seat]:
    live = seats.filter(seating__state__in=Seating.LIVE)
    return list(
        live.select_related("seating__round__stage", "seating__round__clock").order_by("seating__round__number")
    )


def _group_seats(seats: Iterable[Seat]) -> dict[int, list[Seat]]:
    groups: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        groups[seat.entry_id].append(seat)
    return groups


def list_stand_in_seats(entry: Entry) -> list[Seat]:
    """Return the seats of others who played published rounds for the player, in order of rounds."""
    event = entry.tournament_id
    if is_sharing() and not share_answer(("stand-ins", event), StandIn.objects.filter(round__tournament=event).exists):
        return []
    seats = Seat.objects.filter(
        seating__state__in=Seating.LIVE,
        seating__round__stand_ins__plays_for=entry,
        seating__round__stand_ins__entry=F("entry"),
    )
    return list(
        seats.select_related("entry", "seating__round__stage", "seating__round__clock").order_by(
            "seating__round__number"
        )
    )


@dataclass(frozen=True)
class PlayerSeat:
    """Seat of a player, or of a stand-in, with the table's name and the other seats."""

    seat: Seat
    at: str
    others: list[Seat]
    postponed_to: datetime.datetime | None = None
    """Time of the table if it is postponed."""

    @property
    def round(self) -> Round:
        return self.seat.seating.round

    @property
    def starts_at(self) -> datetime.datetime | None:
        return self.postponed_to or self.round.starts_at

    @property
    def ends_at(self) -> datetime.datetime | None:
        return self.round.compute_end(self.starts_at)


def _group_by_table(seats: QuerySet[Seat]) -> dict[tuple[int, int], list[Seat]]:
    tables: dict[tuple[int, int], list[Seat]] = defaultdict(list)
    for seat in sort_seats(seats.select_related("entry__team")):
        tables[seat.seating_id, seat.table_number].append(seat)
    return tables


def _map_tables_apart(event: int) -> dict[tuple[int, int], tuple[str, datetime.datetime | None]]:
    """Return name and time of the tables with a name or a time of their own, by round and number."""
    tables = GameTable.objects.filter(round__tournament=event).exclude(name="", postponed_to=None)
    return {(table.round_id, table.number): (table.called, table.postponed_to) for table in tables}


def add_table_mates(entry: Entry, own_seats: list[Seat]) -> list[PlayerSeat]:
    event = entry.tournament_id
    if is_sharing():
        every = Seat.objects.filter(seating__round__tournament=event, seating__state__in=Seating.LIVE)
        others = share_answer(("tables", event), lambda: _group_by_table(every))
    else:
        same_tables = Q(pk__in=[])
        for seat in own_seats:
            same_tables |= Q(seating=seat.seating_id, table_number=seat.table_number)
        others = _group_by_table(Seat.objects.filter(same_tables))
    facts = share_answer(("tables apart", event), lambda: _map_tables_apart(event))
    own_keys = {seat.pk for seat in own_seats}
    return [
        PlayerSeat(seat, called, mates, postponed_to)
        for seat in own_seats
        for mates in [[mate for mate in others[seat.seating_id, seat.table_number] if mate.pk not in own_keys]]
        for called, postponed_to in [
            facts.get((seat.seating.round_id, seat.table_number), (str(seat.table_number), None))
        ]
    ]
