from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change
from tournaments.events.models import Tournament
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries.sheets import TableSheets
from tournaments.results.services.typists import Typist
from tournaments.rounds.models import GameTable
from tournaments.standings import ledger


def add_version(change: Change, table: GameTable, stored: TableSheets, typist: Typist, **columns: Any) -> TableResult:
    """Save the next version, which supersedes one that waits; it counts if the event asks for no confirmation."""
    if (current := stored.current) is not None and current.state == TableResult.State.ENTERED:
        current.state = TableResult.State.SUPERSEDED
        current.save(update_fields=["state"])
    counts = table.round.tournament.confirmations == Tournament.Confirmations.NONE
    if counts:
        supersede(change, stored.confirmed, stored.newest + 1)
    result = TableResult(
        table=table,
        version=stored.newest + 1,
        state=TableResult.State.CONFIRMED if counts else TableResult.State.ENTERED,
        confirmed_at=timezone.now() if counts else None,
        ruleset=stored.ruleset,
        entered_by=change.user,
        entered_by_entry=typist.entry,
        by_table_code=typist.by_table_code,
        entered_on=typist.device,
        **columns,
    )
    result.save(force_insert=True)
    return result


def store_rows(_change: Change, result: TableResult, stored: TableSheets, points: Sequence[int]) -> list[ResultSeat]:
    rows = [
        ResultSeat(result=result, order=seat.order, wind=seat.wind, entry=seat.entry, points=number)
        for seat, number in zip(stored.seats, points, strict=True)
    ]
    return ResultSeat.objects.bulk_create(rows)


def store_hands(change: Change, result: TableResult, hands: Sequence[HandRecord], *, agree: bool) -> int:
    """Store the hands of a sheet, and return the number written down on phones; `agree`: they add up to the sheet.

    The log keeps phone hands that the desk's replace, so that undoing the sheet restores them.
    """
    written = HandRecord.objects.filter(table=result.table, result__isnull=True)
    keys = {hand.pk for hand in hands if hand.pk} if hands or not agree else set(written.values_list("pk", flat=True))
    updated = written.filter(pk__in=keys).update(result=result)
    if hands:
        for hand in written.exclude(pk__in=keys).order_by("number"):
            change.delete(hand)
    new = [hand for hand in hands if hand.pk not in keys]
    for hand in new:
        hand.pk, hand.table, hand.result = None, result.table, result
    HandRecord.objects.bulk_create(new)
    return updated


def build_facts(result: TableResult, seats: Iterable[ResultSeat]) -> dict[str, Any]:
    points = {str(seat.entry.number): seat.points for seat in seats}
    return {"points": points, "leftover": result.leftover_points}


def supersede(change: Change, before: TableResult | None, number: int) -> None:
    """Void the lines of the version that counted until now: version `number` replaces it."""
    if before is not None:
        with change.edit(before):
            before.state = TableResult.State.SUPERSEDED
        ledger.void(change, before, sentence(gettext_noop("Version %(number)s counts now."), number=number))
