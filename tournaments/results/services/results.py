"""Results of tables: entered as versions, confirmed by somebody else, corrected with a reason.

A confirmed version becomes lines of the ledger at once, and standings follow from those. The database enforces one
confirmed version per table and one row per version.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.match.scoring import MatchScoring
from engine.match.sheet import SheetProblem
from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import StaleSheetError, UserError
from tournaments.core.text.names import persons
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.logic.sheets import Amount, Decision, Sheet, decide, ledger_amounts
from tournaments.results.models.results import Confirmation, HandRecord, ResultSeat, TableResult
from tournaments.results.queries import confirming, sheets
from tournaments.results.text import sentences
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.queries.differences import Outdated
from tournaments.seating.queries.outdated import changed_since
from tournaments.standings import ledger
from tournaments.standings.models import ScoreLine


class DoubtfulSheetError(UserError):
    """A sheet with a wrong sum; it can be saved with a reason. `problems` has a sentence for each warning."""


@change("results.submit", gettext_noop("Result entered"))
def submit_sheet(
    change: Change,
    table: GameTable,
    *,
    points: Sequence[int],
    leftover: int = 0,
    players: Sequence[int] | None = None,
    hands: Sequence[HandRecord] = (),
    from_hands: Sequence[int] | None = None,
    reason: str = "",
    based_on: int | None = None,
    by_entry: Entry | None = None,
    by_table_code: bool = False,
    device: str = "",
    device_known: bool = True,
    imported: bool = False,
) -> TableResult:
    """Enter a new version of the table's sheet; it counts only once confirmed, unless the tournament needs no
    confirmation.

    `points` are in turn order; `players`, named by the form (by primary key), must be those seated. `based_on` is the
    version the form was opened with: if another is current by now, `StaleSheetError` carries it, except that equal
    numbers change nothing. A sheet with a wrong sum raises `DoubtfulSheetError` unless `reason` is given, and so does
    one that differs from `from_hands`, by default the hands written down on the table's phones; so does a correction of
    a confirmed sheet raise `UserError`. `device` identifies the browser, empty for programs; `device_known`: it had
    that name before. `imported`: the sheet comes from a file, which may hold
    rounds that were never started here; others raise `NotStartedError`.
    """
    found = sheets.table_sheets(table)
    seated = [seat.entry.pk for seat in found.seats]
    players = seated if players is None else players
    if len(points) != len(players):
        raise UserError(_("Nobody sits at this table."))
    if not imported or table.round.state == Round.State.PLANNED:
        rounds.require_started(table.round)
    if by_table_code and not confirming.players_may_write(table):
        raise UserError(_("Results are entered at the desk."))
    current, newest, tournament = found.current, found.newest, table.round.tournament
    sheet = Sheet(tuple(zip(players, points, strict=True)), leftover)
    on_phone = sheets.totals_of_open_hands(table, found) if from_hands is None else None
    doubts = found.doubts(points, leftover, on_phone if from_hands is None else from_hands)
    decision = decide(
        sheet,
        seated=seated,
        standing=found.sheet,
        counts=current is not None and current.state == TableResult.State.CONFIRMED,
        stale=based_on is not None and based_on != newest,
        doubtful=bool(doubts),
        reason=reason,
        more=bool(hands),
    )
    if decision not in (Decision.TAKEN, Decision.UNCHANGED):
        raise _refused(decision, found, doubts)
    known_device = device if device_known else ""
    if current is not None and _is_second(change, current, by_entry, known_device, based_on):
        if decision is Decision.UNCHANGED:
            return _typed_again(change, current, by_entry)
        if tournament.blind_reentry and not reason.strip():
            confirming.check_reentry(current, points, leftover)
    if current is not None and decision is Decision.UNCHANGED:
        change.nothing()
        return current
    if current is not None and current.state == TableResult.State.ENTERED:
        current.state = TableResult.State.SUPERSEDED
        current.save(update_fields=["state"])
    counts = tournament.confirmations == Tournament.Confirmations.NONE
    if counts:
        supersede(change, found.confirmed, newest + 1)
    now = timezone.now()
    result = TableResult(
        table=table,
        version=newest + 1,
        state=TableResult.State.CONFIRMED if counts else TableResult.State.ENTERED,
        confirmed_at=now if counts else None,
        ruleset=found.ruleset,
        leftover_points=leftover,
        entered_by=change.user,
        entered_by_entry=by_entry,
        by_table_code=by_table_code,
        entered_on=device,
        doubtful_reason=reason if doubts else "",
        reason=reason,
    )
    result.save(force_insert=True)
    lines = [
        ResultSeat(result=result, order=seat.order, wind=seat.wind, entry=seat.entry, points=own)
        for seat, own in zip(found.seats, points, strict=True)
    ]
    ResultSeat.objects.bulk_create(lines)
    of_phones = _store_hands(change, result, hands, agree=on_phone == list(points))
    table.entered_at = now
    table.sheet_in_at = table.sheet_in_at or now
    change.note(
        result,
        before={"version": current.version, "sheet": facts_of(current, current.seats.all())} if current else {},
        after={
            "version": result.version,
            "sheet": facts_of(result, lines),
            "doubts": [doubt.code for doubt in doubts],
            "state": result.state,
            **({"phone_hands": of_phones} if of_phones else {}),
        },
    )
    if by_entry is not None:
        Confirmation.objects.create(result=result, entry=by_entry, device=device)
    if counts:
        post(change, result, sheet, found.scoring)
    else:
        table.save(update_fields=["entered_at", "sheet_in_at"])
    return result


def _store_hands(change: Change, result: TableResult, hands: Sequence[HandRecord], *, agree: bool) -> int:
    """Store the hands of a sheet; return how many of them phones had written down. `agree`: those add up to the sheet.

    Hands of the phones that the desk's replace are in the log, for the undo of the sheet.
    """
    written = HandRecord.objects.filter(table=result.table, result__isnull=True)
    keys = {hand.pk for hand in hands if hand.pk} if hands or not agree else set(written.values_list("pk", flat=True))
    taken = written.filter(pk__in=keys).update(result=result)
    if hands:
        for hand in written.exclude(pk__in=keys).order_by("number"):
            change.delete(hand)
    new = [hand for hand in hands if hand.pk not in keys]
    for hand in new:
        hand.pk, hand.table, hand.result = None, result.table, result
    HandRecord.objects.bulk_create(new)
    return taken


def _is_second(
    change: Change, standing: TableResult, by_entry: Entry | None, device: str, based_on: int | None
) -> bool:
    """Return whether somebody else re-enters the waiting sheet unseen: it is hidden, or came in meanwhile."""
    if standing.state != TableResult.State.ENTERED:
        return False
    if by_entry is None:
        own = change.user is None or change.user.pk == standing.entered_by_id
        same = own or confirming.typed_here(standing, device)
    else:
        same = by_entry.pk == standing.entered_by_entry_id or confirming.is_used(standing, device)
    hidden = standing.table.round.tournament.blind_reentry
    return not same and (hidden or (based_on is not None and based_on < standing.version))


def _typed_again(change: Change, standing: TableResult, by_entry: Entry | None) -> TableResult:
    """Record that a second person entered the same; this does not confirm it."""
    if standing.twice_alike:
        change.nothing()
        return standing
    standing.again_by = None if by_entry else change.user
    standing.again_by_entry, standing.again_at = by_entry, timezone.now()
    standing.save(update_fields=["again_by", "again_by_entry", "again_at"])
    change.note(standing, after={"version": standing.version, "typed_again_by": str(by_entry or change.by.name)})
    return standing


def _refused(refusal: Decision, found: sheets.TableSheets, doubts: Sequence[SheetProblem]) -> UserError:
    """Return the error for a rejected sheet."""
    if refusal is Decision.OTHER_PLAYERS:
        return UserError(_("The players on this form are not those who sit at the table now; open the form again."))
    if refusal is Decision.STALE and found.current is not None:
        message = _("This table was entered in the meantime. Compare the two sheets.")
        return StaleSheetError(message, found.current)
    if refusal is Decision.REASON_WANTED:
        return UserError(_("This table is confirmed already: say why it is corrected."), field="reason")
    return DoubtfulSheetError(
        _("This sheet does not add up. Look again, or save it with a reason."),
        field="reason",
        problems=sentences(doubts, persons([seat.entry for seat in found.seats])),
    )


@change("results.confirm", gettext_noop("Result confirmed"))
def confirm_sheet(
    change: Change,
    result: TableResult,
    *,
    by_entry: Entry | None = None,
    device: str = "",
    initials: str = "",
    again: Sequence[int] | None = None,
    reason: str = "",
) -> TableResult:
    """Confirm a sheet entered by somebody else; with enough confirmations it counts.

    The tournament requires one other person, or all players of the table; for all players, an account may confirm with
    a reason. `device` identifies the browser by the site's cookie, empty without one. An unknown phone, or one that
    entered or confirmed this sheet, cannot confirm for a second player, unless the event lets players share one phone
    with their `initials`. An account may use any device except the one that entered the sheet for a player. `again` are
    the re-entered points if re-entry is blind and nobody has re-entered them yet. Confirming a confirmed sheet changes
    nothing. Raises `UserError`.
    """
    tournament = result.table.round.tournament
    if result.state == TableResult.State.CONFIRMED:
        change.nothing()
        return result
    if result.state != TableResult.State.ENTERED:
        raise UserError(_("This version has been replaced by a newer one; open the table again."))
    confirming.check_confirmer(result, change.user, by_entry, device)
    shared = by_entry is not None and confirming.is_used(result, device)
    initials = initials.strip() if shared else ""
    if shared:
        confirming.check_shared_phone(tournament, initials, known=bool(device))
    if tournament.blind_reentry and not result.twice_alike:
        confirming.check_reentry(result, again)
    confirmation = Confirmation(
        result=result,
        user=None if by_entry else change.user,
        entry=by_entry,
        device=device if by_entry else "",
        initials=initials,
    )
    if by_entry is None and change.user is None:
        raise UserError(_("Say which player you are."), field="player")
    confirmation.save(force_insert=True)
    said = {"version": result.version, "confirmed_by": str(by_entry or change.by.name)}
    change.note(result, after=said | ({"initials": initials} if initials else {}))
    if _enough(result, by_entry, reason):
        count(change, result)
    return result


def _enough(result: TableResult, by_entry: Entry | None, reason: str) -> bool:
    """Return whether the sheet has enough confirmations. Raises `UserError` if a reason is needed."""
    if result.table.round.tournament.confirmations != Tournament.Confirmations.ALL:
        return True
    if by_entry is not None:
        return result.confirmed_by.filter(entry__isnull=False).count() >= result.seats.count()
    if not reason.strip():
        raise UserError(_("All players confirm here; say why you confirm for them."), field="reason")
    return True


@change("results.confirm_alike", gettext_noop("Sheets typed twice alike confirmed"))
def confirm_matching(
    change: Change, round_: Round, *, shown: Mapping[int, int] | None = None, device: str = ""
) -> list[TableResult]:
    """Confirm every sheet of the round that two people entered identically, by somebody other than the first of them.

    `shown` are the versions shown to the person, by table; other and newer versions are not confirmed. Returns those
    that were.
    """
    ready = sheets.entered_twice(round_, change.user)
    if shown is not None:
        ready = [result for result in ready if shown.get(result.table.number) == result.version]
    if not ready:
        change.nothing()
        return []
    for result in ready:
        confirm_sheet(change.by, result, device=device)
    change.note(round_, after={"tables": [result.table.number for result in ready]})
    return ready


@change("results.reject", gettext_noop("Result sent back"))
def reject_sheet(change: Change, result: TableResult, *, reason: str) -> TableResult:
    """Reject an entered sheet; it is kept as rejected and the table waits for a new one."""
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


@change("results.sheet_in", gettext_noop("Sheet handed in"))
def sheet_in(change: Change, table: GameTable) -> GameTable:
    """Record that the paper sheet of the table was received."""
    if table.sheet_in_at is not None:
        change.nothing()
        return table
    with change.edit(table):
        table.sheet_in_at = timezone.now()
    return table


def facts_of(result: TableResult, seats: Iterable[ResultSeat]) -> dict[str, Any]:
    points = {str(seat.entry.number): seat.points for seat in seats}
    return {"points": points, "leftover": result.leftover_points}


def count(change: Change, result: TableResult) -> None:
    """Make the entered version count instead of the present one. Part of a change."""
    supersede(change, sheets.confirmed(result.table), result.version)
    with change.edit(result):
        result.state = TableResult.State.CONFIRMED
        result.confirmed_at = timezone.now()
    post(change, result, sheets.sheet_of(result), sheets.scoring_of(result))


def supersede(change: Change, before: TableResult | None, number: int) -> None:
    """Void the lines of the version that counted until now: version `number` replaces it."""
    if before is not None:
        with change.edit(before):
            before.state = TableResult.State.SUPERSEDED
        ledger.void(change, before, sentence(gettext_noop("Version %(number)s counts now."), number=number))


def post(change: Change, result: TableResult, sheet: Sheet, scoring: MatchScoring) -> None:
    """Post the lines of a version that counts from now on."""
    table = result.table
    fines, last = ledger.adjustments_at(table, sheet.players)
    ledger.post(result, ledger_amounts(sheet, scoring, fines=fines, last=last))
    table.confirmed_at = result.confirmed_at
    table.save(update_fields=["entered_at", "sheet_in_at", "confirmed_at"])
    rounds.finish_if_complete(change.by, table.round)


@change("results.recalculate", gettext_noop("Result counted anew"))
def recalculate(change: Change, table: GameTable, *, reason: str) -> None:
    """Recompute the ledger's lines of the table's confirmed sheet, for example after a penalty changes the places.

    Unchanged lines stay.
    """
    result = sheets.confirmed(table)
    if result is None:
        change.nothing()
        return
    sheet = sheets.sheet_of(result)
    fines, last = ledger.adjustments_at(table, sheet.players)
    fresh = ledger_amounts(sheet, sheets.scoring_of(result), fines=fines, last=last)
    stored = [
        Amount(int(line.entry_id or 0), line.unit, line.amount, line.extra)
        for line in result.score_lines.filter(voided_at__isnull=True)
    ]
    if sorted(fresh, key=_order) == sorted(stored, key=_order):
        change.nothing()
        return
    ledger.void(change, result, reason)
    ledger.post(result, fresh)
    numbers = dict(result.seats.values_list("entry", "entry__number"))
    change.note(
        result,
        before={"lines": [f"{numbers.get(line.player, '')} {line.amount} {line.unit}" for line in stored]},
        after={"lines": [f"{numbers[line.player]} {line.amount} {line.unit}" for line in fresh]},
    )


def _order(amount: Amount) -> tuple[int, str]:
    return amount.player, amount.unit


def outdated_by(result: TableResult) -> list[Outdated]:
    """Return what a version that counts has made outdated: draws, cuts and papers made with the version before it."""
    lines = ScoreLine.objects.filter(result__table=result.table_id, result__version__lt=result.version)
    voided: datetime.datetime | None = lines.aggregate(last=Max("voided_at"))["last"]
    if voided is None or result.state != TableResult.State.CONFIRMED:
        return []
    tournament = Tournament.objects.get(pk=result.table.round.tournament_id)
    return changed_since(tournament, voided - datetime.timedelta(microseconds=1))


def seatings_drawn_from(round_: Round) -> list[Seating]:
    """Return seatings drawn from standings that include this round; a correction does not change them."""
    later = Seating.objects.filter(
        round__tournament=round_.tournament_id,
        round__number__gt=round_.number,
        source=Seating.Source.STANDINGS,
        state__in=Seating.LIVE,
    )
    return list(later.select_related("round").order_by("round__number"))
