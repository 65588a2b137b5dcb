"""Sheets stored again with other players, at another table or under other rules, and sheets taken out."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from tournaments.core.audit import Change
from tournaments.events.models import RulesetVersion
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries import sheets
from tournaments.results.services.results import facts_of, post, supersede
from tournaments.rounds.models import GameTable
from tournaments.standings import ledger


def store_version(
    change: Change,
    table: GameTable,
    rows: Sequence[ResultSeat],
    *,
    like: TableResult,
    ruleset: RulesetVersion | None,
    reason: str,
    hands: Sequence[HandRecord] = (),
) -> TableResult:
    """Store a sheet again with other players, at another table or under other rules: a new version that stands as the
    version `like` does. A part of changes that correct more than points.
    """
    found = sheets.table_sheets(table)
    if (was := found.current) is not None:
        supersede(change, found.confirmed, found.newest + 1)
        was.state = TableResult.State.SUPERSEDED
        was.save(update_fields=["state"])
    counts = like.confirmed_at is not None
    result = TableResult(
        table=table,
        version=found.newest + 1,
        state=TableResult.State.CONFIRMED if counts else TableResult.State.ENTERED,
        confirmed_at=timezone.now() if counts else None,
        ruleset=ruleset,
        leftover_points=like.leftover_points,
        entered_by=change.user,
        doubtful_reason=like.doubtful_reason,
        reason=reason,
        extra=like.extra,
    )
    result.save(force_insert=True)
    for row in rows:
        row.pk, row.result = None, result
    ResultSeat.objects.bulk_create(rows)
    for hand in hands:
        hand.pk, hand.table, hand.result = None, table, result
    HandRecord.objects.bulk_create(hands)
    change.note(
        result,
        before={"version": was.version, "sheet": facts_of(was, was.seats.all())} if was is not None else {},
        after={"version": result.version, "sheet": facts_of(result, rows), "state": result.state},
    )
    table.entered_at = table.entered_at or timezone.now()
    table.sheet_in_at = table.sheet_in_at or table.entered_at
    table.save(update_fields=["entered_at", "sheet_in_at"])
    if counts:
        post(change, result, sheets.sheet_of(result), sheets.scoring_of(result))
    return result


def take_out(change: Change, result: TableResult, reason: str) -> None:
    """Reject a sheet that stands, also a confirmed one: its lines no longer count and the table is open. A part of
    changes.
    """
    table = result.table
    ledger.void(change, result, reason)
    with change.edit(result):
        result.state = TableResult.State.REJECTED
    if sheets.latest(table) is None:
        table.entered_at = table.confirmed_at = None
        table.save(update_fields=["entered_at", "confirmed_at"])
