"""A confirmed sheet becomes lines of the ledger. Called inside other services; writes no audit of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

from django.utils import timezone

from engine.match.scoring import MatchScoring, SeatResult, exact, plain, score_table
from tournaments.models import Forfeit, ResultSeat, RulesetVersion, ScoreLine, TableResult, Tournament
from tournaments.selectors import forfeits
from tournaments.services.audit import Change


def ruleset_of(result: TableResult) -> RulesetVersion:
    """The rules that the result was entered under, else those of its round, else the tournament's newest."""
    round_ = result.table.round
    return result.ruleset or round_.ruleset or round_.tournament.ruleset


def raw_points(seat: ResultSeat) -> Fraction:
    """The points on the sheet. Imported files may hold parts of a point; then `extra` has them exactly."""
    return exact(seat.extra.get("exact_points", seat.points))


def fines_at_table(result: TableResult) -> dict[int, Fraction]:
    """Fines in points by entry that the ledger holds for this table and the sheet does not.

    A fine of somebody whose session is lost is the player's own and moves no chair (MCR-8.8).
    """
    fines: dict[int, Fraction] = {}
    lost = forfeits.of_round(result.table.round)
    lines = ScoreLine.objects.filter(
        table=result.table_id, unit=ScoreLine.Unit.POINTS, voided_at__isnull=True, entry__isnull=False
    ).exclude(kind=ScoreLine.Kind.RESULT)
    for line in lines:
        if line.kind == ScoreLine.Kind.PENALTY and line.entry_id in lost:
            continue
        fines[int(line.entry_id or 0)] = fines.get(int(line.entry_id or 0), Fraction(0)) + line.amount
    return fines


def seat_results(
    result: TableResult, seats: Sequence[ResultSeat], scoring: MatchScoring, fines: dict[int, Fraction]
) -> list[SeatResult]:
    """The game of each seat in the order given; fines only where the rules count them before the places.

    A chair that a forfeit puts last is behind all others, whatever its points (MCR-E16, RI-E13, RI-8.8).
    """
    before = [fines.get(seat.entry_id, Fraction(0)) if scoring.fines == "before" else Fraction(0) for seat in seats]
    chairs = forfeits.of_chairs(result.table.round, [seat.entry_id for seat in seats])
    last = [
        at
        for at, seat in enumerate(seats)
        if seat.entry_id in chairs and chairs[seat.entry_id].chair == Forfeit.Chair.LAST
    ]
    return score_table([raw_points(seat) for seat in seats], scoring, result.leftover_points, before, last)


def lines_of(result: TableResult, seats: Sequence[ResultSeat], fines: dict[int, Fraction]) -> list[ScoreLine]:
    """Unsaved ledger lines of a result: a score a seat, and table points where the rules have them.

    What an imported event published for a game (`official` in the seat's `extra`) stands where it differs.
    """
    scoring = MatchScoring.from_dict(ruleset_of(result).match_scoring)
    round_ = result.table.round
    lines = []
    for seat, game in zip(seats, seat_results(result, seats, scoring, fines), strict=True):
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


def lines_differ(result: TableResult) -> bool:
    """Whether the ledger's lines of the result are not those that the sheet is worth now."""
    fresh = lines_of(result, list(result.seats.order_by("order")), fines_at_table(result))
    stored = result.score_lines.filter(voided_at__isnull=True)
    return sorted(map(_facts, fresh)) != sorted(map(_facts, stored))


def _facts(line: ScoreLine) -> tuple[int, str, Fraction, str]:
    return int(line.entry_id or 0), line.unit, line.amount, json.dumps(line.extra, sort_keys=True)


def void_lines(change: Change, result: TableResult, why: str) -> None:
    """Void the lines of a result that no longer counts. A part of a change."""
    ScoreLine.objects.filter(result=result, voided_at__isnull=True).update(
        voided_at=timezone.now(), voided_by=change.user, void_reason=why
    )


def needs_new_lines(tournament: Tournament, line: ScoreLine) -> bool:
    """Whether a ledger line changes what the sheet of its table is worth (a fine before the places, MCR-7.2)."""
    scoring = MatchScoring.from_dict(tournament.ruleset.match_scoring)
    return line.unit == ScoreLine.Unit.POINTS and line.table_id is not None and scoring.fines == "before"
