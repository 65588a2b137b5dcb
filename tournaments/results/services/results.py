"""Results of tables: entered as versions, confirmed by somebody else, corrected with a reason; the ledger follows."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.match.scoring import MatchScoring
from engine.match.sheet import SheetProblem
from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import StaleSheetError, UserError
from tournaments.core.text.names import format_persons
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.logic.sheets import Decision, SeatAmount, Sheet, compute_ledger_lines, decide
from tournaments.results.models.results import Confirmation, HandRecord, ResultSeat, TableResult
from tournaments.results.queries import confirming, sheets
from tournaments.results.services.typists import ACCOUNT, Typist, must_match, type_again
from tournaments.results.services.versions import add_version, build_facts, store_hands, store_rows, supersede
from tournaments.results.text import describe_problems
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.queries.differences import Outdated
from tournaments.seating.queries.outdated import list_differences_since
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
    typist: Typist = ACCOUNT,
    imported: bool = False,
    stored: sheets.TableSheets | None = None,
) -> TableResult:
    """Enter a new version of the table's sheet; it counts once confirmed, or at once if no confirmation is needed.

    `points` are in turn order, `players` the primary keys that the form showed. Raises `StaleSheetError` if a version
    other than `based_on` is current, unless the numbers are equal; without a `reason`, `DoubtfulSheetError` for a wrong
    sum or a difference from `from_hands` (default: hands on the table's phones), and `UserError` for a correction of a
    confirmed sheet. Raises `NotStartedError` before the round starts, unless `imported`. `stored`: the table's sheets,
    if the caller has read them under the event's lock.
    """
    if stored is None:
        stored = sheets.read_table_sheets(table)
    sheet = _make_sheet(stored, points, players, leftover)
    _check_open(table, typist, imported=imported)
    on_phone = sheets.find_totals_of_open_hands(table, stored) if from_hands is None else None
    doubts = stored.doubts(points, leftover, on_phone if from_hands is None else from_hands)
    decision = _decide(stored, sheet, based_on, reason, doubtful=bool(doubts), more=bool(hands))
    if decision not in (Decision.TAKEN, Decision.UNCHANGED):
        raise _make_refusal(decision, stored, doubts)
    standing = stored.current
    if standing is not None:
        if decision is Decision.UNCHANGED:
            return type_again(change, standing, typist, based_on)
        if not reason.strip() and must_match(change, standing, typist, based_on):
            confirming.check_reentry(standing, points, leftover)
    reasons = {"reason": reason, "doubtful_reason": reason if doubts else ""}
    result = add_version(change, table, stored, typist, leftover_points=leftover, **reasons)
    rows = store_rows(change, result, stored, points)
    of_phones = store_hands(change, result, hands, agree=on_phone == list(points))
    _note_version(change, result, rows, standing, doubts, of_phones)
    if typist.entry is not None:
        Confirmation.objects.create(result=result, entry=typist.entry, device=typist.device)
    _finish(change, result, sheet, stored.scoring)
    return result


def _make_sheet(
    stored: sheets.TableSheets, points: Sequence[int], players: Sequence[int] | None, leftover: int
) -> Sheet:
    players = _list_seated_keys(stored) if players is None else players
    if len(points) != len(players):
        raise UserError(_("Nobody sits at this table."))
    return Sheet(tuple(zip(players, points, strict=True)), leftover)


def _list_seated_keys(stored: sheets.TableSheets) -> list[int]:
    return [seat.entry.pk for seat in stored.seats]


def _check_open(table: GameTable, typist: Typist, *, imported: bool) -> None:
    """Raise `UserError` for a round that has not started, and for the table's code if players may not enter."""
    if not imported or table.round.state == Round.State.PLANNED:
        rounds.require_started(table.round)
    if typist.by_table_code and not confirming.may_players_write(table):
        raise UserError(_("Results are entered at the desk."))


def _decide(
    stored: sheets.TableSheets, sheet: Sheet, based_on: int | None, reason: str, *, doubtful: bool, more: bool
) -> Decision:
    return decide(
        sheet,
        seated=_list_seated_keys(stored),
        standing=stored.sheet,
        counts=stored.current is not None and stored.current.state == TableResult.State.CONFIRMED,
        stale=based_on is not None and based_on != stored.newest,
        doubtful=doubtful,
        reason=reason,
        more=more,
    )


def _note_version(
    change: Change,
    result: TableResult,
    rows: Sequence[ResultSeat],
    standing: TableResult | None,
    doubts: Sequence[SheetProblem],
    of_phones: int,
) -> None:
    change.note(
        result,
        before={"version": standing.version, "sheet": build_facts(standing, standing.seats.all())} if standing else {},
        after={
            "version": result.version,
            "sheet": build_facts(result, rows),
            "doubts": [doubt.code for doubt in doubts],
            "state": result.state,
            **({"phone_hands": of_phones} if of_phones else {}),
        },
    )


def _finish(change: Change, result: TableResult, sheet: Sheet, scoring: MatchScoring) -> None:
    table = result.table
    table.entered_at = result.confirmed_at or timezone.now()
    table.sheet_in_at = table.sheet_in_at or table.entered_at
    if result.confirmed_at is not None:
        post(change, result, sheet, scoring)
    else:
        table.save(update_fields=["entered_at", "sheet_in_at"])


def _make_refusal(refusal: Decision, versions: sheets.TableSheets, doubts: Sequence[SheetProblem]) -> UserError:
    if refusal is Decision.OTHER_PLAYERS:
        return UserError(_("The players on this form are not those who sit at the table now; open the form again."))
    if refusal is Decision.STALE and versions.current is not None:
        message = _("This table was entered in the meantime. Compare the two sheets.")
        return StaleSheetError(message, versions.current)
    if refusal is Decision.REASON_WANTED:
        return UserError(_("This table is confirmed already: say why it is corrected."), field="reason")
    return DoubtfulSheetError(
        _("Look again, or save the sheet with a reason."),
        field="reason",
        problems=describe_problems(doubts, format_persons([seat.entry for seat in versions.seats])),
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
    """Confirm a sheet entered by somebody else; with enough confirmations it counts. Raises `UserError`, of a replaced
    version `StaleSheetError`.

    If all players confirm, an account needs a reason. `device` identifies the browser, empty without a cookie: a phone
    that is unknown, or has entered or confirmed this sheet, confirms for a second player only with `initials`, if the
    event allows it; an account may use any device but the one that entered the sheet for a player. `again`: re-entered
    points if re-entry is blind. Has no effect on a confirmed sheet.
    """
    tournament = result.table.round.tournament
    if result.state == TableResult.State.CONFIRMED:
        change.nothing()
        return result
    if result.state != TableResult.State.ENTERED:
        message = _("This version has been replaced by a newer one; open the table again.")
        current = sheets.find_latest_result(result.table)
        raise UserError(message) if current is None else StaleSheetError(message, current)
    confirming.check_confirmer(result, change.user, by_entry, device)
    shared = by_entry is not None and confirming.is_used(result, device)
    initials = initials.strip() if shared else ""
    if shared:
        confirming.check_shared_phone(tournament, initials, is_known=bool(device))
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
    facts = {"version": result.version, "confirmed_by": str(by_entry or change.by.name)}
    change.note(result, after=facts | ({"initials": initials} if initials else {}))
    if _has_enough_confirmations(result, by_entry, reason):
        count(change, result)
    return result


def _has_enough_confirmations(result: TableResult, by_entry: Entry | None, reason: str) -> bool:
    if result.table.round.tournament.confirmations != Tournament.Confirmations.ALL:
        return True
    if by_entry is not None:
        return result.confirmed_by.filter(entry__isnull=False).count() >= result.seats.count()
    if not reason.strip():
        raise UserError(_("All players confirm here; say why you confirm for them."), field="reason")
    return True


@change("results.confirm_alike", gettext_noop("Sheets typed twice alike confirmed"))
def confirm_matching(
    change: Change, round_: Round, *, versions_shown: Mapping[int, int] | None = None, device: str = ""
) -> list[TableResult]:
    """Confirm and return the sheets of `entered_twice`; `versions_shown` (by table): only these, if given."""
    ready = sheets.list_results_entered_twice(round_, change.user)
    if versions_shown is not None:
        ready = [result for result in ready if versions_shown.get(result.table.number) == result.version]
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
    if sheets.find_latest_result(table) is None:
        table.entered_at = None
        table.save(update_fields=["entered_at"])
    return result


@change("results.sheet_in", gettext_noop("Sheet handed in"))
def mark_sheet_handed_in(change: Change, table: GameTable) -> GameTable:
    if table.sheet_in_at is not None:
        change.nothing()
        return table
    with change.edit(table):
        table.sheet_in_at = timezone.now()
    return table


def count(change: Change, result: TableResult) -> None:
    """Make the entered version count instead of the present one, within a change."""
    supersede(change, sheets.find_confirmed_result(result.table), result.version)
    with change.edit(result):
        result.state = TableResult.State.CONFIRMED
        result.confirmed_at = timezone.now()
    post(change, result, sheets.restore_sheet(result), sheets.get_scoring(result))


def post(change: Change, result: TableResult, sheet: Sheet, scoring: MatchScoring) -> None:
    """Post the lines of a version that counts from now on."""
    table = result.table
    ledger.post(result, compute_ledger_lines(sheet, scoring, *ledger.load_table_adjustments(table)))
    table.confirmed_at = result.confirmed_at
    table.save(update_fields=["entered_at", "sheet_in_at", "confirmed_at"])
    rounds.finish_if_complete(change.by, table.round)


@change("results.recalculate", gettext_noop("Result counted anew"))
def recalculate(change: Change, table: GameTable, *, reason: str) -> None:
    """Recompute ledger lines of the confirmed sheet, for example if a penalty changes places; unchanged lines stay."""
    result = sheets.find_confirmed_result(table)
    if result is None:
        change.nothing()
        return
    sheet = sheets.restore_sheet(result)
    fresh = compute_ledger_lines(sheet, sheets.get_scoring(result), *ledger.load_table_adjustments(table))
    stored = [
        SeatAmount(int(line.entry_id or 0), line.unit, line.amount, line.points, line.uma, line.place, line.shared)
        for line in result.score_lines.filter(voided_at__isnull=True)
    ]
    if sorted(fresh, key=_make_sort_key) == sorted(stored, key=_make_sort_key):
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


def _make_sort_key(amount: SeatAmount) -> tuple[int, str]:
    return amount.player, amount.unit


def list_outdated(result: TableResult) -> list[Outdated]:
    """Return draws, cuts and papers made with the version before one that counts."""
    lines = ScoreLine.objects.filter(result__table=result.table_id, result__version__lt=result.version)
    voided: datetime.datetime | None = lines.aggregate(last=Max("voided_at"))["last"]
    if voided is None or result.state != TableResult.State.CONFIRMED:
        return []
    tournament = Tournament.objects.get(pk=result.table.round.tournament_id)
    return list_differences_since(tournament, voided - datetime.timedelta(microseconds=1))


def list_seatings_drawn_from(round_: Round) -> list[Seating]:
    """Return seatings drawn from standings with this round; a correction does not change them."""
    later = Seating.objects.filter(
        round__tournament=round_.tournament_id,
        round__number__gt=round_.number,
        source=Seating.Source.STANDINGS,
        state__in=Seating.LIVE,
    )
    return list(later.select_related("round").order_by("round__number"))
