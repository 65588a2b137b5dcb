"""What counts: a confirmed sheet becomes lines of the ledger, and other lines when it counts otherwise.

`count` is a part of the services that confirm; `recalculate` is a service of its own for whatever else changes what a
sheet is worth (a fine before the places, a lost session).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from django.utils import timezone

from engine.exact import read_stored
from engine.match.scoring import GameResult, MatchScoring
from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.signals import sheet_counted
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.logic.counting import SeatOnSheet, amounts, games
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.results.queries import sheets
from tournaments.results.queries.sheets import BesideSheet
from tournaments.results.services import open_tables
from tournaments.rounds.models.rounds import GameTable
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import forfeits


def ruleset_of(table: GameTable, result: TableResult | None = None) -> RulesetVersion:
    """The rules that a result was entered under, else those of its round, else the tournament's newest."""
    return (result.ruleset if result else None) or table.round.ruleset or table.round.tournament.ruleset


def count(change: Change, result: TableResult) -> None:
    """Let the entered version count instead of the one that counts until now. A part of a change."""
    give_way(change, sheets.confirmed(result.table), result.version)
    with change.edit(result):
        result.state = TableResult.State.CONFIRMED
        result.confirmed_at = timezone.now()
    enter_in_ledger(change, result, seats_of(result))


def give_way(change: Change, before: TableResult | None, number: int) -> None:
    """The version that counts until now makes room for version `number`, and its lines end. A part of a change."""
    if before is not None:
        with change.edit(before):
            before.state = TableResult.State.SUPERSEDED
        _void_lines(change, before, sentence(gettext_noop("Version %(number)s counts now."), number=number))


def enter_in_ledger(change: Change, result: TableResult, seats: Sequence[ResultSeat]) -> None:
    """The ledger gets the lines of a version that counts from now. A part of a change.

    `seats` are the version's, with their players and in their order: whoever has just written or read them hands them
    on.
    """
    table = result.table
    # Read under the lock: of two tables that end a round together, the later one has to see the other.
    beside = sheets.beside(table)
    ScoreLine.objects.bulk_create(_as_lines(result, seats, *_beside(result, seats, beside)))
    table.confirmed_at = result.confirmed_at
    table.save(update_fields=["entered_at", "sheet_in_at", "confirmed_at"])
    if not beside.others_wait:
        sheet_counted.send(GameTable, by=change.by, round_=table.round)
    open_tables.settle(change.by, table.round)


@change("results.recalculate", gettext_noop("Result counted anew"))
def recalculate(change: Change, table: GameTable, *, reason: str) -> None:
    """Make the ledger's lines of the table's confirmed sheet anew, e.g. because a fine changes the places.

    Lines that would be the same stay.
    """
    result = sheets.confirmed(table)
    if result is None:
        change.nothing()
        return
    stored, fresh = list(result.score_lines.filter(voided_at__isnull=True).select_related("entry")), _lines_of(result)
    if sorted(map(_facts, fresh)) == sorted(map(_facts, stored)):
        change.nothing()
        return
    _void_lines(change, result, reason)
    ScoreLine.objects.bulk_create(fresh)
    change.note(result, before={"lines": list(map(_told, stored))}, after={"lines": list(map(_told, fresh))})


def needs_new_lines(tournament: Tournament, line: ScoreLine) -> bool:
    """Whether a ledger line changes what the sheet of its table is worth (a fine before the places, MCR-7.2)."""
    scoring = MatchScoring.from_dict(tournament.ruleset.match_scoring)
    return line.unit == ScoreLine.Unit.POINTS and line.table_id is not None and scoring.fines == "before"


class BesideSheets:
    """What counts at the tables of a round besides their sheets: sessions lost, who plays for whom, and fines."""

    def __init__(
        self, lost: Mapping[int, Forfeit], chairs: Mapping[forfeits.Key, forfeits.Key], fines: Iterable[ScoreLine]
    ) -> None:
        self._lost, self._chairs = lost, chairs
        self._fines: dict[int, list[ScoreLine]] = {}
        for line in fines:
            self._fines.setdefault(int(line.table_id or 0), []).append(line)

    def last(self, seats: Sequence[ResultSeat]) -> set[int]:
        """Players whose chair a forfeit puts behind all others (MCR-E16, RI-E13, RI-8.8)."""
        return _put_last(forfeits.among(self._lost, self._chairs, [seat.entry_id for seat in seats]))

    def fines(self, table: GameTable) -> dict[int, Fraction]:
        """Fines in points by entry that the ledger holds for the table and its sheet does not."""
        return _added(self._fines.get(table.pk, []), self._lost)


def beside_sheets(tournament: Tournament) -> dict[int, BesideSheets]:
    """Round, by its key -> what counts there besides the sheets; read in four queries for the whole event."""
    lost: dict[int, dict[int, Forfeit]] = {}
    for one in forfeits.of_sessions(tournament):
        lost.setdefault(int(one.round_id or 0), {})[one.entry_id] = one
    chairs = forfeits.heirs(tournament.pk) if lost else {}
    fines: dict[int, list[ScoreLine]] = {}
    for line in sheets.fines_in_points().filter(table__round__tournament=tournament).select_related("table"):
        if line.table is not None:
            fines.setdefault(line.table.round_id, []).append(line)
    keys = tournament.rounds.values_list("pk", flat=True)
    return {key: BesideSheets(lost.get(key, {}), chairs, fines.get(key, ())) for key in keys}


def games_of(
    result: TableResult, seats: Sequence[ResultSeat], beside: BesideSheets, *, fined: bool = True
) -> list[GameResult]:
    """The game of each of these seats of a result, in their order; without the fines unless `fined`."""
    return games(
        list(map(on_sheet, seats)),
        _scoring_of(result),
        leftover=result.leftover_points,
        fines=beside.fines(result.table) if fined else {},
        last=beside.last(seats),
    )


def imported_lines(result: TableResult, seats: Sequence[ResultSeat], beside: BesideSheets) -> list[ScoreLine]:
    """Unsaved ledger lines of a result of an imported event, whose fines are in what was published.

    `beside`: what counts besides the sheets of the result's round.
    """
    return _as_lines(result, seats, {}, beside.last(seats))


def seats_of(result: TableResult) -> list[ResultSeat]:
    """The lines of a stored version in their order, with their players."""
    return list(result.seats.select_related("entry").order_by("order"))


def _lines_of(result: TableResult) -> list[ScoreLine]:
    """Unsaved ledger lines of a stored result: a score a seat, and table points where the rules have them."""
    seats = seats_of(result)
    return _as_lines(result, seats, *_beside(result, seats, sheets.beside(result.table)))


def _as_lines(
    result: TableResult, seats: Sequence[ResultSeat], fines: dict[int, Fraction], last: set[int]
) -> list[ScoreLine]:
    worth = amounts(
        list(map(on_sheet, seats)),
        _scoring_of(result),
        leftover=result.leftover_points,
        fines=fines,
        last=last,
    )
    entries = {seat.entry_id: seat.entry for seat in seats}
    round_ = result.table.round
    return [
        ScoreLine(
            tournament_id=round_.tournament_id,
            round=round_,
            table=result.table,
            result=result,
            scope=ScoreLine.Scope.TABLE,
            kind=ScoreLine.Kind.RESULT,
            entry=entries[each.player],
            unit=each.unit,
            amount_numerator=each.amount.numerator,
            amount_denominator=each.amount.denominator,
            extra=dict(each.facts),
        )
        for each in worth
    ]


def on_sheet(seat: ResultSeat) -> SeatOnSheet:
    """The line of the sheet. Imported files may hold parts of a point; then `extra` has them exactly."""
    points = read_stored(seat.extra.get("exact_points", seat.points))
    return SeatOnSheet(seat.entry_id, points, seat.extra.get("official", {}))


def _scoring_of(result: TableResult) -> MatchScoring:
    return MatchScoring.from_dict(ruleset_of(result.table, result).match_scoring)


def _beside(
    result: TableResult, seats: Sequence[ResultSeat], beside: BesideSheet
) -> tuple[dict[int, Fraction], set[int]]:
    """What counts at the table besides its sheet: fines in points by entry that the ledger holds for it, and the
    players whose chair a forfeit puts behind all others (MCR-E16, RI-E13, RI-8.8).
    """
    round_ = result.table.round
    lost = forfeits.of_round(round_) if beside.forfeits else {}
    chairs = forfeits.heirs(round_.tournament_id) if lost else {}
    last = _put_last(forfeits.among(lost, chairs, [seat.entry_id for seat in seats]))
    fines = sheets.fines_in_points().filter(table=result.table_id) if beside.fines else ()
    return _added(fines, lost), last


def _put_last(chairs: Mapping[int, Forfeit]) -> set[int]:
    return {player for player, forfeit in chairs.items() if forfeit.chair == Forfeit.Chair.LAST}


def _added(lines: Iterable[ScoreLine], lost: Mapping[int, Forfeit]) -> dict[int, Fraction]:
    """Entry -> sum of these lines.

    A fine of somebody whose session is lost is the player's own and moves no chair (MCR-8.8).
    """
    fines: dict[int, Fraction] = {}
    for line in lines:
        if line.kind == ScoreLine.Kind.PENALTY and line.entry_id in lost:
            continue
        fines[int(line.entry_id or 0)] = fines.get(int(line.entry_id or 0), Fraction(0)) + line.amount
    return fines


def _void_lines(change: Change, result: TableResult, why: str) -> None:
    ScoreLine.objects.filter(result=result, voided_at__isnull=True).update(
        voided_at=timezone.now(), voided_by=change.user, void_reason=why
    )


def _facts(line: ScoreLine) -> tuple[int, str, Fraction, str]:
    return int(line.entry_id or 0), line.unit, line.amount, json.dumps(line.extra, sort_keys=True)


def _told(line: ScoreLine) -> str:
    """The line as the audit log has it: player, amount, unit."""
    return f"{line.entry.number if line.entry else ''} {line.amount} {line.unit}"
