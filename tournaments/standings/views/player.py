from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from engine.exact import integer_or
from tournaments.core.shared_answers import is_sharing, share_answer
from tournaments.core.visibility import exclude_waiting, open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.queries import choose_current_round
from tournaments.results.models.results import TableResult
from tournaments.results.queries.public_results import ResultRow, map_sheets_by_table
from tournaments.results.queries.result_columns import ResultColumn, list_result_columns
from tournaments.rounds.models import Round
from tournaments.rounds.queries.public_seatings import (
    PlayerSeat,
    add_table_mates,
    list_published_seats,
    list_stand_in_seats,
)
from tournaments.standings.logic import StandingsRow
from tournaments.standings.logic.carry import Carry
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits
from tournaments.standings.queries.standings import MetricColumn, PlayerStanding, StandingsTable, carry_lines

Results = Mapping[tuple[int, int], ResultRow]
"""Released lines of sheets by round and player."""
PlayerTable = tuple[PlayerSeat, ResultRow | None]
"""One of a player's tables, and the player's released line of its sheet."""


@dataclass(frozen=True)
class Meeting:
    """A round with an opponent; the lines of both are None before it is released."""

    round: int
    result: ResultRow | None
    opponent_result: ResultRow | None

    @property
    def is_ahead(self) -> bool:
        if self.result is None or self.opponent_result is None:
            return False
        return self.result.place < self.opponent_result.place


@dataclass(frozen=True)
class PlayerSummary:
    """Results of a player in a sentence: tables, those with the first place, and the best of them."""

    tables: int
    firsts: int
    best: ResultRow
    best_round: int


def find_public_player(tournament: Tournament, number: int) -> Entry | None:
    entries = exclude_waiting(tournament.entries.all()).select_related("team", "substitute_for__team")
    return entries.filter(number=number).first()


def build_player_values(entry: Entry) -> dict[str, Any]:
    tables, results = _read_player_tables(entry, released=True)
    of_others = {seat.seat.pk for seat, _result in tables if seat.seat.entry_id != entry.pk}
    current = choose_current_round(seat.round for seat, _result in tables if seat.seat.pk not in of_others).current
    own_tables = [table for table in tables if table[0].seat.pk not in of_others]
    ahead = current is not None and current.state != Round.State.FINISHED
    return {
        "player": entry,
        "replaced": [
            (substitute, _find_rounds_played(substitute))
            for substitute in entry.substitutes.select_related("team").order_by("number")
        ],
        "in_chair": _find_rounds_played(entry) if entry.substitute_for_id else None,
        "tables": tables,
        "met": _list_opponents(own_tables, results),
        "summary": _summarise(own_tables),
        # Lines that are no table's result: penalties, bonuses, adjustments.
        "ledger": _query_ledger(entry),
        "forfeits": forfeits.list_public_forfeits(entry),
        # Seat of the player now or next; None after the last seated round.
        "now": next(seat for seat, _result in tables if seat.round == current) if ahead else None,
        "late": _list_late_seats(tables, current if ahead else None),
    }


def _list_late_seats(tables: Iterable[PlayerTable], now: Round | None) -> list[PlayerSeat]:
    return [
        seat
        for seat, result in tables
        if seat.postponed_to and result is None and seat.round != now and seat.round.state == Round.State.FINISHED
    ]


def _find_rounds_played(substitute: Entry) -> tuple[int, int, int] | None:
    """Return a substitute's first round, last round and number of rounds; None while they have the chair."""
    first, dropped = substitute.from_round, substitute.dropped_from_round
    return None if dropped is None else (first, dropped - 1, max(0, dropped - first))


def list_player_tables(entry: Entry, *, released: bool = True) -> list[PlayerTable]:
    """Return the tables of a player and their stand-ins in published rounds; not `released`: for organisers alone."""
    return _read_player_tables(entry, released=released)[0]


def _read_player_tables(entry: Entry, *, released: bool) -> tuple[list[PlayerTable], Results]:
    """Return the player's tables, and the lines of everybody at them."""
    seats = sorted(
        [*list_published_seats(entry), *list_stand_in_seats(entry)], key=lambda seat: seat.seating.round.number
    )
    sheets = TableResult.objects.filter(seats__entry__in={entry.pk, *(seat.entry_id for seat in seats)})
    event = entry.tournament
    if is_sharing():
        sheets = TableResult.objects.filter(table__round__tournament=event)
    results = share_answer(("rows", event.pk, released), lambda: _map_rows(event, sheets, released))
    tables = [(seat, results.get((seat.round.number, seat.seat.entry_id))) for seat in add_table_mates(entry, seats)]
    return tables, results


def _summarise(tables: Iterable[PlayerTable]) -> PlayerSummary | None:
    played = [(row, seat.round.number) for seat, row in tables if row is not None and not row.forfeit]
    if not played:
        return None
    best, number = max(played, key=lambda pair: (pair[0].points, -pair[1]))
    return PlayerSummary(len(played), sum(row.place == 1 for row, _number in played), best, number)


def _map_rows(event: Tournament, sheets: QuerySet[TableResult], released: bool) -> Results:
    """Return rows of confirmed sheets by round and player."""
    chosen = sheets.filter(open_rounds(event, "table__round__")) if released else sheets
    return {(sheet.round, row.player.pk): row for sheet in map_sheets_by_table(chosen).values() for row in sheet.rows}


def insert_carries(
    tables: Iterable[PlayerTable], carries: Mapping[int, Carry]
) -> list[tuple[PlayerTable | None, Carry | None]]:
    """Return the tables by round, each line of points carried over before its stage."""
    lines: list[tuple[int, int, PlayerTable | None, Carry | None]] = [
        *((table[0].round.number, 1, table, None) for table in tables),
        *((number, 0, None, carry) for number, carry in carries.items()),
    ]
    return [(table, carry) for _number, _order, table, carry in sorted(lines, key=lambda line: line[:2])]


@dataclass(frozen=True)
class SelectedPlayer:
    player: Entry
    after: int
    row: StandingsRow
    of: int
    columns: tuple[MetricColumn, ...]
    cells: tuple[Fraction | None, ...]
    lines: list[tuple[PlayerTable | None, Carry | None]]
    result_columns: tuple[ResultColumn, ...]


def build_selected_player(
    request: HttpRequest, tournament: Tournament, standings: StandingsTable, *, released: bool = True
) -> dict[str, Any]:
    """Return the values of ``standings/public/_selected_player.html`` for the player of `?player=`."""
    query = request.GET.copy()
    number = integer_or(query.get("player", ""), 0)
    query.pop("player", None)
    line = next((row for row in standings.individual if row.player.number == number), None)
    selected = _build_selected_line(tournament, standings, line, released=released) if line else None
    return {"selected": selected, "other_query": query.urlencode()}


def _build_selected_line(
    tournament: Tournament, standings: StandingsTable, line: PlayerStanding, *, released: bool
) -> SelectedPlayer:
    after = standings.after
    tables = [
        (seat, table_result)
        for seat, table_result in list_player_tables(line.player, released=released)
        if table_result is not None and seat.round.number <= after
    ]
    return SelectedPlayer(
        player=line.player,
        after=after,
        row=line.row,
        of=sum(row.row.place > 0 for row in standings.individual),
        columns=standings.columns,
        cells=line.cells,
        lines=insert_carries(tables, carry_lines(tournament, line.row.key, after)),
        result_columns=list_result_columns(tournament.ruleset.scoring),
    )


def _list_opponents(tables: Iterable[PlayerTable], results: Results) -> list[tuple[Entry, list[Meeting]]]:
    """Return opponents of the rounds that were begun, with these rounds; most frequent first, then in order of play."""
    meetings: dict[int, tuple[Entry, list[Meeting]]] = {}
    for player_table, result in tables:
        if player_table.round.state != Round.State.PUBLISHED:
            number = player_table.round.number
            for seat in player_table.others:
                meeting = Meeting(number, result, results.get((number, seat.entry_id)))
                meetings.setdefault(seat.entry.number, (seat.entry, []))[1].append(meeting)
    return sorted(meetings.values(), key=lambda row: -len(row[1]))


def _query_ledger(entry: Entry) -> QuerySet[ScoreLine]:
    return (
        ScoreLine.objects.filter(entry=entry, voided_at__isnull=True)
        .exclude(kind=ScoreLine.Kind.RESULT)
        .filter(Q(round__isnull=True) | open_rounds(entry.tournament, "round__"))
        .select_related("round", "table")
        .order_by("pk")
    )
