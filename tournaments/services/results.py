"""Results of tables: entered as versions, confirmed by somebody else, corrected with a reason.

The database has the last word: one confirmed version a table, one row a version. A confirmed sheet becomes lines of the
ledger at once; standings follow from those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.match.sheet import compare
from tournaments.models import (
    Confirmation,
    Entry,
    GameTable,
    HandRecord,
    ResultSeat,
    Round,
    Seating,
    TableResult,
    Tournament,
)
from tournaments.selectors import sheets
from tournaments.services import scoring
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError
from tournaments.wording.sheets import sentence, sentences


@dataclass(frozen=True)
class SheetRow:
    """One line of a sheet, in turn order: the player and the final points (riichi with the starting points)."""

    entry: int
    points: int


@dataclass(frozen=True)
class HandRow:
    """One hand of a hand-by-hand sheet; see `HandRecord`."""

    number: int
    winner: int | None = None
    discarder: int | None = None
    value: int | None = None
    penalties: list[int] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)


class DoubtfulSheetError(UserError):
    """The sheet does not add up; it can be saved with a reason. `problems` has a sentence for each doubt."""


class StaleSheetError(UserError):
    """Somebody else has entered this table since the form was opened; `current` is what stands there now."""

    def __init__(self, message: str, current: TableResult) -> None:
        super().__init__(message)
        self.current = current


@change("results.submit")
def submit(
    change: Change,
    table: GameTable,
    *,
    rows: Sequence[SheetRow],
    leftover: int = 0,
    hands: Sequence[HandRow] = (),
    from_hands: Sequence[int] | None = None,
    reason: str = "",
    based_on: int | None = None,
    by_entry: Entry | None = None,
    by_table_code: bool = False,
) -> TableResult:
    """A new version of the table's sheet, entered but not yet counting (unless the tournament asks no confirmation).

    `based_on` is the version the form was opened with: where another stands by now, `StaleSheetError` brings it, except
    that the same numbers again change nothing. A sheet that does not add up (or differs from `from_hands`) raises
    `DoubtfulSheetError` unless `reason` is given; so does a correction of a confirmed sheet raise `UserError`.
    """
    _check_playable(table)
    seats = sheets.seats_of(table)
    if [seat.entry.pk for seat in seats] != [row.entry for row in rows]:
        raise UserError(_("The players on this form are not those who sit at the table now; open the form again."))
    points = [row.points for row in rows]
    current = sheets.latest(table)
    newest = sheets.latest_version(table)
    if current is not None and _same(current, rows, leftover) and not hands:
        change.nothing()
        return current
    if based_on is not None and based_on != newest and current is not None:
        raise StaleSheetError(
            _("Somebody else has entered this table in the meantime; compare the two sheets."), current
        )
    if current is not None and current.state == TableResult.State.CONFIRMED and not reason.strip():
        raise UserError(_("This table is confirmed already: say why it is corrected."), field="reason")
    doubts = sheets.problems_of(table, points, leftover, from_hands)
    if doubts and not reason.strip():
        names = [seat.entry.name for seat in seats]
        raise DoubtfulSheetError(
            _("This sheet does not add up. Look again, or save it with a reason."),
            field="reason",
            problems=sentences(doubts, names),
        )
    if current is not None and current.state == TableResult.State.ENTERED:
        current.state = TableResult.State.SUPERSEDED
        current.save(update_fields=["state"])
    result = TableResult.objects.create(
        table=table,
        version=newest + 1,
        ruleset=table.round.ruleset or table.round.tournament.ruleset,
        leftover_points=leftover,
        entered_by=change.user,
        entered_by_entry=by_entry,
        by_table_code=by_table_code,
        doubtful_reason=reason if doubts else "",
        reason=reason,
    )
    ResultSeat.objects.bulk_create(
        ResultSeat(result=result, order=seat.order, wind=seat.wind, entry=seat.entry, points=row.points)
        for seat, row in zip(seats, rows, strict=True)
    )
    _store_hands(result, hands)
    table.entered_at = timezone.now()
    table.sheet_in_at = table.sheet_in_at or table.entered_at
    table.save(update_fields=["entered_at", "sheet_in_at"])
    change.note(
        result,
        before={"version": current.version, "sheet": sheet_facts(current)} if current else {},
        after={"version": result.version, "sheet": sheet_facts(result), "doubts": [doubt.code for doubt in doubts]},
    )
    confirmations = table.round.tournament.confirmations
    if by_entry is not None:
        Confirmation.objects.create(result=result, entry=by_entry)
    if confirmations == Tournament.Confirmations.NONE:
        _make_count(change, result)
    return result


@change("results.confirm")
def confirm(
    change: Change,
    result: TableResult,
    *,
    by_entry: Entry | None = None,
    again: Sequence[int] | None = None,
    reason: str = "",
) -> TableResult:
    """Somebody other than who entered it says that the sheet is right; with enough of them it counts.

    One other person is enough, or all players of the table, as the tournament says; where all are asked for, an account
    may confirm for them with a reason. `again` are the points typed a second time where re-entry is blind. Confirming a
    sheet that counts already changes nothing. Raises `UserError`.
    """
    tournament = result.table.round.tournament
    if result.state == TableResult.State.CONFIRMED:
        change.nothing()
        return result
    if result.state != TableResult.State.ENTERED:
        raise UserError(_("This version has been replaced by a newer one; open the table again."))
    _check_confirmer(change, result, by_entry)
    if tournament.blind_reentry:
        _check_reentry(result, again)
    confirmation = Confirmation(result=result, user=None if by_entry else change.user, entry=by_entry)
    if by_entry is None and change.user is None:
        raise UserError(_("Say which player you are."), field="player")
    confirmation.save(force_insert=True)
    change.note(result, after={"version": result.version, "confirmed_by": str(by_entry or change.by.name)})
    if tournament.confirmations != Tournament.Confirmations.ALL:
        _make_count(change, result)
    elif by_entry is None:
        if not reason.strip():
            raise UserError(_("All players confirm here; say why you confirm for them."), field="reason")
        _make_count(change, result)
    elif result.confirmed_by.filter(entry__isnull=False).count() >= result.seats.count():
        _make_count(change, result)
    return result


@change("results.reject")
def reject(change: Change, result: TableResult, *, reason: str) -> TableResult:
    """Send an entered sheet back; it is kept as rejected and the table waits for a new one."""
    if result.state != TableResult.State.ENTERED:
        raise UserError(_("Only a sheet that is entered and not yet confirmed can be rejected."))
    if not reason.strip():
        raise UserError(_("Say what is wrong with the sheet."), field="reason")
    with change.edit(result):
        result.state = TableResult.State.REJECTED
    table = result.table
    if sheets.latest(table) is None:
        table.entered_at = None
        table.save(update_fields=["entered_at"])
    return result


@change("results.sheet_in")
def sheet_in(change: Change, table: GameTable) -> GameTable:
    """The paper sheet of the table has arrived at the desk."""
    if table.sheet_in_at is not None:
        change.nothing()
        return table
    with change.edit(table):
        table.sheet_in_at = timezone.now()
    return table


@change("results.recalculate")
def recalculate(change: Change, table: GameTable, *, reason: str) -> None:
    """Make the ledger's lines of the table's confirmed sheet anew, e.g. because a fine changes the places.

    Lines that would be the same stay.
    """
    result = sheets.confirmed(table)
    if result is None or not scoring.lines_differ(result):
        change.nothing()
        return
    before = _lines(result)
    scoring.void_lines(change, result, reason)
    scoring.write_lines(change, result)
    change.note(result, before={"lines": before}, after={"lines": _lines(result)})


def sheet_facts(result: TableResult) -> dict[str, Any]:
    """What stands on a version, for the audit and for comparing: points by player number, sticks left."""
    return {
        "points": {str(seat.entry.number): seat.points for seat in result.seats.select_related("entry")},
        "leftover": result.leftover_points,
    }


def seatings_drawn_from(table: GameTable) -> list[Seating]:
    """Seatings drawn from standings in which this table counted; a correction leaves them alone."""
    later = Seating.objects.filter(
        round__tournament=table.round.tournament_id,
        round__number__gt=table.round.number,
        source=Seating.Source.STANDINGS,
        state__in=Seating.LIVE,
    )
    return list(later.select_related("round").order_by("round__number"))


def _check_playable(table: GameTable) -> None:
    if table.round.state == Round.State.PLANNED:
        raise UserError(_("Round %(number)s has no published seating yet.") % {"number": table.round.number})


def _same(result: TableResult, rows: Sequence[SheetRow], leftover: int) -> bool:
    stored = list(result.seats.order_by("order").values_list("entry_id", "points"))
    return stored == [(row.entry, row.points) for row in rows] and result.leftover_points == leftover


def _store_hands(result: TableResult, hands: Sequence[HandRow]) -> None:
    HandRecord.objects.filter(table=result.table, result__isnull=True).delete()
    HandRecord.objects.bulk_create(
        HandRecord(
            table=result.table,
            result=result,
            number=hand.number,
            winner_id=hand.winner,
            discarder_id=hand.discarder,
            value=hand.value,
            penalties=hand.penalties,
            more=hand.more,
        )
        for hand in hands
    )


def _check_confirmer(change: Change, result: TableResult, by_entry: Entry | None) -> None:
    if by_entry is not None:
        if not result.seats.filter(entry=by_entry).exists():
            raise UserError(_("Only players of this table can confirm it here."), field="player")
        if result.confirmed_by.filter(entry=by_entry).exists():
            raise UserError(
                _("%(name)s has entered or confirmed this sheet already; another player confirms it.")
                % {"name": by_entry.name},
                field="player",
            )
    elif change.user is not None and change.user.pk == result.entered_by_id:
        raise UserError(_("You entered this sheet yourself; somebody else confirms it."))


def _check_reentry(result: TableResult, again: Sequence[int] | None) -> None:
    stored = list(result.seats.order_by("order").select_related("entry"))
    if again is None or len(again) != len(stored):
        raise UserError(_("Type the points of the sheet once more."), field="points")
    difference = compare([seat.points for seat in stored], again)
    if difference is not None:
        raise UserError(
            _("Your numbers differ from the ones entered first; look at the sheet again."),
            field="points",
            problems=[sentence(difference, [seat.entry.name for seat in stored])],
        )


def _make_count(change: Change, result: TableResult) -> None:
    """Let the version count: the older confirmed one gives way, the ledger gets its lines."""
    table = result.table
    before = sheets.confirmed(table)
    if before is not None:
        with change.edit(before):
            before.state = TableResult.State.SUPERSEDED
        scoring.void_lines(change, before, _("Version %(number)s counts now.") % {"number": result.version})
    with change.edit(result):
        result.state = TableResult.State.CONFIRMED
        result.confirmed_at = timezone.now()
    scoring.write_lines(change, result)
    table.confirmed_at = result.confirmed_at
    table.save(update_fields=["confirmed_at"])


def _lines(result: TableResult) -> list[str]:
    valid = result.score_lines.filter(voided_at__isnull=True).select_related("entry")
    return [f"{line.entry.number if line.entry else ''} {line.amount} {line.unit}" for line in valid]
