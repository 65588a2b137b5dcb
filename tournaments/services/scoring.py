"""A confirmed sheet becomes lines of the ledger. Called inside other services; writes no audit of its own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils import timezone

from engine.match import MatchScoring, SeatResult, exact, plain, score_table
from tournaments.models import ResultSeat, RulesetVersion, ScoreLine, TableResult, Tournament
from tournaments.services.audit import Change


def ruleset_of(result: TableResult) -> RulesetVersion:
    """The rules that the result was entered under, else those of its round, else the tournament's newest."""
    round_ = result.table.round
    return result.ruleset or round_.ruleset or round_.tournament.ruleset


def raw_points(seat: ResultSeat) -> Fraction:
    """The points on the sheet. Imported files may hold parts of a point; then `extra` has them exactly."""
    return exact(seat.extra.get("exact_points", seat.points))


def fines_at_table(result: TableResult) -> dict[int, Fraction]:
    """Fines in points by entry that the ledger holds for this table and the sheet does not."""
    fines: dict[int, Fraction] = {}
    lines = ScoreLine.objects.filter(
        table=result.table_id, unit=ScoreLine.Unit.POINTS, voided_at__isnull=True, entry__isnull=False
    ).exclude(kind=ScoreLine.Kind.RESULT)
    for line in lines:
        fines[int(line.entry_id or 0)] = fines.get(int(line.entry_id or 0), Fraction(0)) + line.amount
    return fines


def seat_results(
    seats: Sequence[ResultSeat], scoring: MatchScoring, leftover: int, fines: dict[int, Fraction]
) -> list[SeatResult]:
    """The game of each seat in the order given; fines only where the rules count them before the places."""
    before = [fines.get(seat.entry_id, Fraction(0)) if scoring.fines == "before" else Fraction(0) for seat in seats]
    return score_table([raw_points(seat) for seat in seats], scoring, leftover, before)


def lines_of(result: TableResult, seats: Sequence[ResultSeat], fines: dict[int, Fraction]) -> list[ScoreLine]:
    """Unsaved ledger lines of a result: a score a seat, and table points where the rules have them.

    What an imported event published for a game (`official` in the seat's `extra`) stands where it differs.
    """
    scoring = MatchScoring.from_dict(ruleset_of(result).match_scoring)
    round_ = result.table.round
    lines = []
    for seat, game in zip(seats, seat_results(seats, scoring, result.leftover_points, fines), strict=True):
        official = seat.extra.get("official", {})
        facts = {
            "points": plain(game.points - scoring.start_points),
            "uma": plain(game.uma),
            "place": official.get("place", game.place),
            "shared": game.shared,
        }
        amounts = [(ScoreLine.Unit.SCORE, exact(official.get("score", game.score)), facts)]
        if scoring.table_points:
            amounts.append((ScoreLine.Unit.TABLE_POINTS, exact(official.get("table_points", game.table_points)), {}))
        for unit, amount, extra in amounts:
            line = ScoreLine(
                tournament_id=round_.tournament_id,
                entry_id=seat.entry_id,
                round=round_,
                table=result.table,
                result=result,
                scope=ScoreLine.Scope.TABLE,
                unit=unit,
                kind=ScoreLine.Kind.RESULT,
                extra=extra,
            )
            line.amount = amount
            lines.append(line)
    return lines


def write_lines(_change: Change, result: TableResult) -> None:
    """Put the result's lines into the ledger; the penalties of the table stay beside them. A part of a change."""
    ScoreLine.objects.bulk_create(lines_of(result, list(result.seats.order_by("order")), fines_at_table(result)))


def void_lines(change: Change, result: TableResult, why: str) -> None:
    """Void the lines of a result that no longer counts. A part of a change."""
    ScoreLine.objects.filter(result=result, voided_at__isnull=True).update(
        voided_at=timezone.now(), voided_by=change.user, void_reason=why
    )


def needs_new_lines(tournament: Tournament, line: ScoreLine) -> bool:
    """Whether a ledger line changes what the sheet of its table is worth (a fine before the places, MCR-7.2)."""
    scoring = MatchScoring.from_dict(tournament.ruleset.match_scoring)
    return line.unit == ScoreLine.Unit.POINTS and line.table_id is not None and scoring.fines == "before"
