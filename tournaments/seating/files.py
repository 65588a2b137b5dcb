"""Exports of the seating that the library of schedules reads again (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.downloads import export
from tournaments.core.tabular.writing import SheetRows, as_csv, as_xlsx
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seat
from tournaments.rounds.queries.schedule import list_seated_rounds

WINDS = "ESWN"


@export("schedule-rows.txt", name="schedule_rows", title=_("Seating: rows of numbers"), action="seating.view")
def rows(tournament: Tournament, query: QueryDict) -> bytes:
    """Return four numbers a line, East first, with an empty line between rounds."""
    blocks = (
        "\n".join("-".join(str(seat.entry.number) for seat in players) for _table, players in _group_by_table(seats))
        for _number, seats in list_seated_rounds(tournament)
    )
    return ("\n\n".join(blocks) + "\n").encode()


def _group_by_table(seats: Iterable[Seat]) -> Iterable[tuple[int, Iterable[Seat]]]:
    return groupby(seats, key=lambda seat: seat.table_number)


def list_table_rows(tournament: Tournament) -> SheetRows:
    """Return a row a table: round, table, the players from East."""
    rows: SheetRows = [["round", "table", "east", "south", "west", "north"]]
    for number, seats in list_seated_rounds(tournament):
        rows.extend(
            [number, table, *(seat.entry.number for seat in players)] for table, players in _group_by_table(seats)
        )
    return rows


def list_player_rows(tournament: Tournament) -> SheetRows:
    """Return a row a player: the number, then the table with the wind of each round, empty for a bye."""
    rounds = list_seated_rounds(tournament)
    seats: list[dict[int, Seat]] = [{seat.entry.number: seat for seat in seated} for _number, seated in rounds]
    numbers = {number for seats_of_round in seats for number in seats_of_round}
    rows: SheetRows = [["Player", *(f"Round {number}" for number, _seats in rounds)]]
    for number in sorted(numbers):
        rows.append([number, *(_format_place(seats_of_round.get(number)) for seats_of_round in seats)])
    return rows


def _format_place(seat: Seat | None) -> str:
    if seat is None:
        return ""
    return f"{seat.table_number}{'' if seat.wind is None else WINDS[seat.wind]}"


@export("schedule-tables.csv", name="schedule_tables_csv", title=_("Seating: a line a table"), action="seating.view")
def tables_csv(tournament: Tournament, query: QueryDict) -> bytes:
    return as_csv(list_table_rows(tournament))


@export("schedule-tables.xlsx", name="schedule_tables_xlsx", title=_("Seating: a line a table"), action="seating.view")
def tables_xlsx(tournament: Tournament, query: QueryDict) -> bytes:
    return as_xlsx(list_table_rows(tournament), "Tables")


@export("schedule-players.csv", name="schedule_players_csv", title=_("Seating: a line a player"), action="seating.view")
def players_csv(tournament: Tournament, query: QueryDict) -> bytes:
    return as_csv(list_player_rows(tournament))
