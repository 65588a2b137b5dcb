"""Sheets stored again with other players, table or rules, and sheets taken out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Actor, Change, change
from tournaments.core.audit.undoing import came_after, require_values
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries import sheets
from tournaments.results.services.results import post, submit_sheet
from tournaments.results.services.versions import build_facts, supersede
from tournaments.rounds.models import GameTable, Round
from tournaments.standings import ledger

SUBMIT: Final = "results.submit"
TYPED_BY: Final = ("entered_by", "entered_by_entry", "by_table_code", "entered_on")


def submit_counted(by: Actor, table: GameTable, **sheet: Any) -> TableResult:
    """Submit a sheet that counts without confirmation, to show its effects; the caller rolls the transaction back."""
    event = table.round.tournament
    event.confirmations, event.blind_reentry = Tournament.Confirmations.NONE, False
    event.save(update_fields=["confirmations", "blind_reentry"])
    return submit_sheet(by, table, **sheet)


def store_version(
    change: Change,
    table: GameTable,
    rows: Sequence[ResultSeat],
    *,
    like: TableResult,
    ruleset: RulesetVersion | None,
    reason: str,
    hands: Sequence[HandRecord] = (),
    waits: bool = False,
) -> TableResult:
    """Store a sheet again with other players, table or rules, as a new version in the state of `like`, within a change.

    `waits`: a correction beside the confirmed version, whose typist may not confirm it.
    """
    versions = sheets.read_table_sheets(table)
    if (was := versions.current) is not None and not waits:
        supersede(change, versions.confirmed, versions.newest + 1)
        was.state = TableResult.State.SUPERSEDED
        was.save(update_fields=["state"])
    counts = like.confirmed_at is not None and not waits
    typed_by: dict[str, Any] = {name: getattr(like, name) for name in TYPED_BY}
    if counts:
        typed_by = {"entered_by": change.user}
    result = TableResult(
        table=table,
        version=versions.newest + 1,
        state=TableResult.State.CONFIRMED if counts else TableResult.State.ENTERED,
        confirmed_at=timezone.now() if counts else None,
        ruleset=ruleset,
        leftover_points=like.leftover_points,
        doubtful_reason=like.doubtful_reason,
        reason=reason,
        imported=like.imported,
        **typed_by,
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
        before={"version": was.version, "sheet": build_facts(was, was.seats.all())} if was is not None else {},
        after={"version": result.version, "sheet": build_facts(result, rows), "state": result.state},
    )
    table.entered_at = table.entered_at or timezone.now()
    table.sheet_in_at = table.sheet_in_at or table.entered_at
    if not (counts or waits):
        table.confirmed_at = None
    table.save(update_fields=["entered_at", "sheet_in_at", "confirmed_at"])
    if counts:
        post(change, result, sheets.restore_sheet(result), sheets.get_scoring(result))
    return result


def take_out(change: Change, result: TableResult, reason: str) -> None:
    """Reject a sheet within a change, even a confirmed one: its lines no longer count, and the table is open."""
    table = result.table
    ledger.void(change, result, reason)
    with change.edit(result):
        result.state = TableResult.State.REJECTED
    if sheets.find_latest_result(table) is None:
        table.sheet_in_at = table.entered_at = table.confirmed_at = None
        table.save(update_fields=["sheet_in_at", "entered_at", "confirmed_at"])


def may_take_back(result: TableResult) -> bool:
    """Return whether the last step can be undone: the sheet corrects none, and its round is still being played."""
    round_, corrected = result.table.round, TableResult.State.SUPERSEDED
    if round_.state != Round.State.PLAYING or round_.released_at is not None:
        return False
    # A first version has replaced none.
    return result.version == 1 or not result.table.results.filter(state=corrected).exists()


@change("results.take_back", gettext_noop("Sheet taken back"))
def take_back(change: Change, round_: Round, *, versions: Collection[tuple[int, int]]) -> list[TableResult]:
    """Undo the actor's last step on sheets, by table and version: the confirmation, else the entry.

    Raises `UserError` once the round is over, another version was entered, or somebody else confirmed the sheet.
    """
    absences = []
    standing = TableResult.objects.filter(table__round=round_, state__in=sheets.STANDING)
    for table, version in versions:
        result = standing.filter(table__number=table, version=version).select_related("table__round").first()
        if result is not None and (newer := result.table.results.filter(version__gt=version).last()) is not None:
            raise _make_newer_entry_error(round_, newer)
        last = result.confirmed_by.last() if result else None
        by = last.user if last else result and result.entered_by
        if result is None or by != change.user or not may_take_back(result):
            raise UserError(_("The sheet of table %(table)s has changed since. Open the table.") % {"table": table})
        if last:
            change.note(result, before={"version": version, "confirmed_by": change.by.name})
            last.delete()
            _wait_again(change, result)
        else:
            take_out(change, result, sentence(gettext_noop("Undone at once.")))
            _give_hands_back(change, result)
        absences.append(result)
    return absences


def _give_hands_back(change: Change, result: TableResult) -> None:
    log = AuditEntry.objects.filter(tournament=result.table.round.tournament_id, elsewhere__isnull=True)
    entered = (
        log.filter(object_type="tableresult", object_id=str(result.pk), action=SUBMIT).order_by("sequence").first()
    )
    if entered is None:
        return
    if entered.after.get("phone_hands"):
        result.hands.update(result=None)
        return
    removed = []
    for entry in log.filter(sequence__lt=entered.sequence).order_by("-sequence"):
        if (entry.action, entry.object_type) != (SUBMIT, "handrecord"):
            break
        removed.append(entry.before)
    require_values(removed)
    columns = {column.attname: column for column in HandRecord._meta.concrete_fields}
    for row in reversed(removed):
        change.create(HandRecord(**{name: columns[name].to_python(value) for name, value in row.items()}))


def _make_newer_entry_error(round_: Round, newer: TableResult) -> UserError:
    log = AuditEntry.objects.filter(tournament=round_.tournament_id, object_type="tableresult", object_id=newer.pk)
    return came_after(log.order_by("sequence")[0])


def _wait_again(change: Change, result: TableResult) -> None:
    if result.state != TableResult.State.CONFIRMED:
        return
    ledger.void(change, result, sentence(gettext_noop("Undone at once.")))
    with change.edit(result):
        result.state, result.confirmed_at = TableResult.State.ENTERED, None
    result.table.confirmed_at = None
    result.table.save(update_fields=["confirmed_at"])
