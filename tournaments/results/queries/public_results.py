"""Confirmed results, table by table; public for released rounds."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from tournaments.core.shared_answers import share_answer
from tournaments.core.visibility import open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.rounds.models import GameTable, Seat, Seating, StandIn
from tournaments.standings.logic import CountedForfeit
from tournaments.standings.logic.forfeits import trace_chain
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits


@dataclass(frozen=True)
class ResultRow:
    """One player's line, exact; `points` and `place` are the seat's, `table_points` and `score` the player's."""

    wind: int | None
    player: Entry
    points: int
    place: int
    shared: bool
    table_points: Fraction | None
    score: Fraction | None
    penalty: Fraction
    forfeit: str = ""
    """Reason for amounts other than those played."""
    stands_in_for: Entry | None = None
    """Owner of the session if a substitute plays it, for nobody or for the owner (MCR-8.8, RI-8.8)."""


@dataclass(frozen=True)
class PublicSheet:
    """A table's confirmed result; `rows` is empty if missing, `leftover` points in sticks, `postponed_to` its time."""

    round: int
    table: int
    rows: tuple[ResultRow, ...]
    leftover: int
    name: str = ""
    postponed_to: datetime.datetime | None = None

    @property
    def label(self) -> str:
        return self.name or str(self.table)


def find_round_results(tournament: Tournament, number: int) -> list[PublicSheet] | None:
    """Return the confirmed results of a released round, table by table; None if it is not released."""

    def read() -> list[PublicSheet] | None:
        tables = find_released_tables(tournament, number)
        return None if tables is None else list_sheets_at_tables(number, tables)

    return share_answer(("round results", tournament.pk, number), read)


def find_best_results(tournament: Tournament, number: int, count: int) -> list[tuple[ResultRow, PublicSheet]] | None:
    """Return the best results of a released round with their sheets; None if it is not released or has no tables."""
    tables = find_released_tables(tournament, number)
    if not tables:
        return None
    sheets = list_sheets_at_tables(number, _choose_best_tables(tournament, tables, count))
    rows = [(row, sheet) for sheet in sheets for row in sheet.rows if not row.stands_in_for]
    rows.sort(key=lambda best: (best[0].table_points or 0, best[0].score or 0, best[0].points), reverse=True)
    return rows[:count]


def _choose_best_tables(tournament: Tournament, tables: Sequence[GameTable], count: int) -> Sequence[GameTable]:
    """Return the tables that have the best results, all of them where forfeits or substitutes change what counts."""
    if StandIn.objects.filter(round=tables[0].round_id).exists() or forfeits.map_lost_sessions(tournament):
        return tables
    keys = [table.pk for table in tables]
    lines = ScoreLine.objects.filter(
        table__in=keys, entry__isnull=False, voided_at__isnull=True, kind=ScoreLine.Kind.RESULT
    )
    # Nearly all amounts are whole, and sums of fractions are slow.
    amounts: dict[tuple[int | None, int | None, str], Fraction | int] = {}
    for table, entry, unit, above, below in lines.order_by().values_list(
        "table", "entry", "unit", "amount_numerator", "amount_denominator"
    ):
        amount = above if below == 1 else Fraction(above, below)
        amounts[table, entry, unit] = amounts.get((table, entry, unit), 0) + amount
    units = (ScoreLine.Unit.TABLE_POINTS, ScoreLine.Unit.SCORE)
    confirmed = ResultSeat.objects.filter(result__table__in=keys, result__state=TableResult.State.CONFIRMED)
    ranked = sorted(
        (
            ((*(amounts.get((table, entry, unit), 0) for unit in units), points), table)
            for table, entry, points in confirmed.order_by().values_list("result__table", "entry", "points")
        ),
        reverse=True,
    )
    last = ranked[:count][-1][0] if ranked else ()
    best = {table for key, table in ranked if key >= last}
    return [table for table in tables if table.pk in best]


def find_released_tables(tournament: Tournament, number: int) -> list[GameTable] | None:
    """Return the tables of a released round by number; None if it is not released."""
    if not tournament.rounds.filter(open_rounds(tournament), number=number).exists():
        return None
    return list(_list_tables(tournament, number))


def list_tables_with_players(tables: Sequence[GameTable], players: Collection[int]) -> list[GameTable]:
    """Return the tables at which one of the players sits or has a result."""
    confirmed = ResultSeat.objects.filter(result__table__in=tables, result__state=TableResult.State.CONFIRMED)
    keys = set(confirmed.filter(entry__in=players).values_list("result__table", flat=True))
    seats = Seat.objects.filter(seating__round__tables__in=tables[:1], seating__state__in=Seating.LIVE)
    numbers = set(seats.filter(entry__in=players).values_list("table_number", flat=True))
    return [table for table in tables if table.pk in keys or table.number in numbers]


def list_confirmed_results(tournament: Tournament, number: int) -> list[PublicSheet]:
    """Return the confirmed results of a round, released or not, for the organiser's lists."""
    return list_sheets_at_tables(number, list(_list_tables(tournament, number)))


def list_sheets_at_tables(number: int, tables: Sequence[GameTable]) -> list[PublicSheet]:
    sheets = map_sheets_by_table(TableResult.objects.filter(table__in=tables))
    return [
        sheets.get(table.pk) or PublicSheet(number, table.number, (), 0, table.name, table.postponed_to)
        for table in tables
    ]


def _list_tables(tournament: Tournament, number: int) -> QuerySet[GameTable]:
    return GameTable.objects.filter(round__tournament=tournament, round__number=number).order_by("number")


def map_sheets_by_table(results: QuerySet[TableResult]) -> dict[int, PublicSheet]:
    """Return confirmed sheets by the primary key of their table."""
    confirmed = results.filter(state=TableResult.State.CONFIRMED).select_related("table__round__tournament")
    by_result = {result.pk: result for result in confirmed}
    seats: dict[int, list[ResultSeat]] = defaultdict(list)
    for seat in ResultSeat.objects.filter(result__in=by_result).select_related("entry__team").order_by("order"):
        seats[seat.result_id].append(seat)
    table_keys = [result.table_id for result in by_result.values()]
    amounts, placed = _sum_table_amounts(table_keys)
    rounds = [result.table.round for result in by_result.values()]
    lost = forfeits.map_lost_sessions(rounds[0].tournament) if rounds else {}
    absent = _map_absent_players(rounds[0].tournament_id, lost, seats, by_result) if lost else {}
    for stands in StandIn.objects.filter(round__in={round_.pk for round_ in rounds}).select_related(
        "round", "plays_for"
    ):
        absent[stands.round.number, stands.entry_id] = stands.plays_for
    return {
        result.table_id: PublicSheet(
            round=result.table.round.number,
            table=result.table.number,
            rows=tuple(
                _build_result_row(
                    seat,
                    amounts[result.table_id],
                    placed.get((result.table_id, seat.entry_id)) or _find_place_by_points(seat, seats[result.pk]),
                    lost.get((result.table.round.number, seat.entry_id)),
                    absent.get((result.table.round.number, seat.entry_id)),
                )
                for seat in seats[result.pk]
            ),
            leftover=result.leftover_points,
            name=result.table.name,
        )
        for result in by_result.values()
    }


Amounts = dict[tuple[int, str, bool], Fraction]
Placed = tuple[int, bool]


def _sum_table_amounts(tables: list[int]) -> tuple[dict[int, Amounts], dict[tuple[int, int], Placed]]:
    """Return for each table (entry, unit, is a penalty) -> sum of valid lines; (table, entry) -> (place, shared)."""
    amounts: dict[int, Amounts] = defaultdict(dict)
    placed: dict[tuple[int, int], Placed] = {}
    lines = ScoreLine.objects.filter(table__in=tables, entry__isnull=False, voided_at__isnull=True)
    for line in lines:
        if line.table_id is None or line.entry_id is None:
            continue
        key = (line.entry_id, line.unit, line.kind != ScoreLine.Kind.RESULT)
        table = amounts[line.table_id]
        table[key] = table.get(key, Fraction(0)) + line.amount
        if line.place is not None:
            placed[line.table_id, line.entry_id] = (line.place, line.shared)
    return amounts, placed


def _map_absent_players(
    tournament_id: int,
    lost: Mapping[tuple[int, int], CountedForfeit],
    seats: Mapping[int, Sequence[ResultSeat]],
    results: Mapping[int, TableResult],
) -> dict[tuple[int, int], Entry]:
    """Return (round, substitute) -> player whose forfeited session it is."""
    heirs = forfeits.map_heirs(tournament_id)
    owners: dict[tuple[int, int], int] = {}
    for key, sheet in seats.items():
        number = results[key].table.round.number
        for seat in sheet:
            before = trace_chain(seat.entry_id, heirs)[1:]
            owner = next((int(key) for key in before if (number, int(key)) in lost), None)
            if owner is not None:
                owners[number, seat.entry_id] = owner
    entries = Entry.objects.select_related("team").in_bulk(owners.values())
    return {chair: entries[owner] for chair, owner in owners.items()}


def _find_place_by_points(seat: ResultSeat, sheet: list[ResultSeat]) -> Placed:
    above = sum(1 for rival in sheet if rival.points > seat.points)
    return above + 1, sum(1 for rival in sheet if rival.points == seat.points) > 1


def _build_result_row(
    seat: ResultSeat, amounts: Amounts, placed: Placed, lost: CountedForfeit | None, absent: Entry | None
) -> ResultRow:
    table_points = amounts.get((seat.entry_id, ScoreLine.Unit.TABLE_POINTS, False))
    score = amounts.get((seat.entry_id, ScoreLine.Unit.SCORE, False))
    if lost is not None:
        table_points = None if table_points is None else lost.table_points
        score = min(lost.score, score) if lost.takes_negative and score is not None else lost.score
    fines = [amount for (entry, _unit, penalty), amount in amounts.items() if entry == seat.entry_id and penalty]
    return ResultRow(
        wind=seat.wind,
        player=seat.entry,
        points=seat.points,
        place=placed[0],
        shared=placed[1],
        table_points=table_points,
        score=score,
        penalty=sum(fines, Fraction(0)),
        forfeit=forfeits.describe_reason(lost.kind, lost.clause) if lost is not None else "",
        stands_in_for=absent,
    )
