"""Ledger lines of results: posted and voided together; adjustments at a table beside its sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.core.audit import Change
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable
from tournaments.rounds.queries import absences
from tournaments.standings.logic.forfeits import Heirs
from tournaments.standings.logic.lines import Key
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import forfeits

ResultAmount = tuple[int, str, Fraction, Fraction | None, Fraction | None, int | None, bool]
"""(player, unit, amount, points, uma, place, True if the place is shared); the last four explain a score."""


def build_result_lines(result: TableResult, amounts: Iterable[ResultAmount]) -> list[ScoreLine]:
    """Return unsaved lines of a confirmed result."""
    table, lines = result.table, []
    for player, unit, amount, points, uma, place, shared in amounts:
        line = ScoreLine(
            tournament_id=table.round.tournament_id,
            round=table.round,
            table=table,
            result=result,
            scope=ScoreLine.Scope.TABLE,
            kind=ScoreLine.Kind.RESULT,
            entry_id=player,
            unit=unit,
            place=place,
            shared=shared,
        )
        line.amount, line.points, line.uma = amount, points, uma
        lines.append(line)
    return lines


def post(result: TableResult, amounts: Iterable[ResultAmount]) -> list[ScoreLine]:
    """Post the amounts of a newly confirmed result, within a change."""
    return ScoreLine.objects.bulk_create(build_result_lines(result, amounts))


def void(change: Change, result: TableResult, why: str) -> None:
    ScoreLine.objects.filter(result=result, voided_at__isnull=True).update(
        voided_at=timezone.now(), voided_by=change.user, void_reason=why
    )


class Adjustments:
    """Amounts beside sheets: forfeited sessions, substituted seats, and penalties in points."""

    def __init__(self, lost: Iterable[Forfeit], heirs: Mapping[Key, Key], fines: Iterable[ScoreLine]) -> None:
        self.lost: dict[int | None, dict[int, Forfeit]] = {}
        for forfeit in lost:
            self.lost.setdefault(forfeit.round_id, {})[forfeit.entry_id] = forfeit
        self.heirs = heirs
        self.lines: dict[int | None, list[ScoreLine]] = {}
        for line in fines:
            self.lines.setdefault(line.table_id, []).append(line)

    def fines(self, table: GameTable) -> dict[int, Fraction]:
        """Return penalties in points by entry that the ledger holds and the table's sheet does not."""
        lost = self.lost.get(table.round_id, {})
        totals: dict[int, Fraction] = {}
        for line in self.lines.get(table.pk, ()):
            player = int(line.entry_id or 0)
            # A penalty of a player who lost the session does not change the place of the seat (MCR-8.8).
            if line.kind != ScoreLine.Kind.PENALTY or player not in lost:
                totals[player] = totals.get(player, Fraction(0)) + line.amount
        return totals

    def heirs_at(self, table: GameTable) -> Heirs:
        lost = self.lost.get(table.round_id, {})
        return Heirs({player: forfeit.chair == Forfeit.Chair.LAST for player, forfeit in lost.items()}, self.heirs)


def load_table_adjustments(table: GameTable) -> tuple[dict[int, Fraction], Heirs]:
    """Load the adjustments at one table, in one query if there are none."""
    fines, lost = query_fines_in_points().filter(table=OuterRef("pk")), absences.query_lost_sessions()
    numbers = GameTable.objects.filter(pk=table.pk).values_list(
        Exists(fines), Exists(lost.filter(round=OuterRef("round")))
    )
    fined, forfeited = numbers.get()
    adjustments = Adjustments(
        absences.map_players_to_forfeits(table.round).values() if forfeited else (),
        forfeits.map_heirs(table.round.tournament_id) if forfeited else {},
        query_fines_in_points().filter(table=table) if fined else (),
    )
    return adjustments.fines(table), adjustments.heirs_at(table)


def load_adjustments(tournament: Tournament) -> Adjustments:
    lost = forfeits.list_lost_sessions(tournament)
    fines = query_fines_in_points().filter(table__round__tournament=tournament)
    return Adjustments(lost, forfeits.map_heirs(tournament.pk) if lost else {}, fines)


def query_fines_in_points() -> QuerySet[ScoreLine]:
    """Query lines of players in points that belong to no sheet."""
    score_lines = ScoreLine.objects.filter(unit=ScoreLine.Unit.POINTS, voided_at__isnull=True, entry__isnull=False)
    return score_lines.exclude(kind=ScoreLine.Kind.RESULT)
