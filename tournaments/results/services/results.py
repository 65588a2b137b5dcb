"""Results of tables: entered as versions, confirmed by somebody else, corrected with a reason.

The way: `selectors.sheets` reads the table, `sheets.entering` decides, one service here writes, and `services.scoring`
lets a confirmed version count: it becomes lines of the ledger at once, and standings follow from those. The database
has the last word: one confirmed version a table, one row a version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.match.sheet import SheetProblem, compare
from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import StaleSheetError, UserError
from tournaments.core.text.names import leading
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.logic.entering import Refusal, Sheet, Unchanged, decide
from tournaments.results.models.results import Confirmation, HandRecord, ResultSeat, TableResult
from tournaments.results.queries import confirming, sheets
from tournaments.results.services import scoring
from tournaments.results.services.scoring import ruleset_of
from tournaments.results.text.sheets import sentence, sentences
from tournaments.rounds.models.rounds import GameTable, Round, Seating


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


@change("results.submit", gettext_noop("Result entered"))
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
    device: str = "",
    device_known: bool = True,
) -> TableResult:
    """A new version of the table's sheet, entered but not yet counting (unless the tournament asks no confirmation).

    `based_on` is the version the form was opened with: where another stands by now, `StaleSheetError` brings it, except
    that the same numbers again change nothing. A sheet that does not add up (or differs from `from_hands`) raises
    `DoubtfulSheetError` unless `reason` is given; so does a correction of a confirmed sheet raise `UserError`.
    `device` names the browser that sent the sheet, empty for programs; `device_known`: it had that name before.
    """
    _check_playable(table)
    if by_table_code and not confirming.players_may_write(table):
        raise UserError(_("Results are entered at the desk."))
    found = sheets.read(table)
    sheet = Sheet(tuple((row.entry, row.points) for row in rows), leftover)
    doubts = sheets.problems_of(table, [row.points for row in rows], leftover, from_hands)
    decision = decide(found.before, sheet, doubtful=bool(doubts), reason=reason, based_on=based_on, more=bool(hands))
    if isinstance(decision, Refusal):
        raise _refused(decision, found, doubts)
    known_device = device if device_known else ""
    if found.current is not None and _is_second(change, found.current, by_entry, known_device, based_on):
        if isinstance(decision, Unchanged):
            return _typed_again(change, found.current, by_entry)
        if table.round.tournament.blind_reentry and not reason.strip():
            _check_reentry(found.current, [row.points for row in rows], leftover)
    if isinstance(decision, Unchanged):
        change.nothing()
        return found.standing
    if decision.replaces:
        found.standing.state = TableResult.State.SUPERSEDED
        found.standing.save(update_fields=["state"])
    counts = table.round.tournament.confirmations == Tournament.Confirmations.NONE
    if counts:
        scoring.give_way(change, found.confirmed, decision.number)
    now = timezone.now()
    result = TableResult(
        table=table,
        version=decision.number,
        state=TableResult.State.CONFIRMED if counts else TableResult.State.ENTERED,
        confirmed_at=now if counts else None,
        ruleset=ruleset_of(table),
        leftover_points=leftover,
        entered_by=change.user,
        entered_by_entry=by_entry,
        by_table_code=by_table_code,
        entered_on=device,
        doubtful_reason=reason if decision.doubtful else "",
        reason=reason,
    )
    result.save(force_insert=True)
    seats = [
        ResultSeat(result=result, order=seat.order, wind=seat.wind, entry=seat.entry, points=row.points)
        for seat, row in zip(found.seats, rows, strict=True)
    ]
    ResultSeat.objects.bulk_create(seats)
    HandRecord.objects.filter(table=table, result__isnull=True).delete()
    if hands:
        _store_hands(result, hands)
    table.entered_at = now
    table.sheet_in_at = table.sheet_in_at or table.entered_at
    numbers = {seat.entry.pk: seat.entry.number for seat in found.seats}
    change.note(
        result,
        before={"version": found.current.version, "sheet": sheet_facts(found.current)} if found.current else {},
        after={
            "version": result.version,
            "sheet": _facts({numbers[row.entry]: row.points for row in rows}, leftover),
            "doubts": [doubt.code for doubt in doubts],
            "state": result.state,
        },
    )
    if by_entry is not None:
        Confirmation.objects.create(result=result, entry=by_entry, device=device)
    if counts:
        scoring.enter_in_ledger(change, result, seats)
    else:
        table.save(update_fields=["entered_at", "sheet_in_at"])
    return result


def _is_second(
    change: Change, standing: TableResult, by_entry: Entry | None, device: str, based_on: int | None
) -> bool:
    """Whether somebody else types the sheet that waits, and did not see it: it is hidden, or came in meanwhile."""
    if standing.state != TableResult.State.ENTERED:
        return False
    if by_entry is None:
        same = change.user is None or change.user.pk == standing.entered_by_id or _typed_here(standing, device)
    else:
        same = by_entry.pk == standing.entered_by_entry_id or _is_used(standing, device)
    hidden = standing.table.round.tournament.blind_reentry
    return not same and (hidden or (based_on is not None and based_on < standing.version))


def _typed_again(change: Change, standing: TableResult, by_entry: Entry | None) -> TableResult:
    """Keep that a second person has typed the same; it is not confirmed by this."""
    if standing.twice_alike:
        change.nothing()
        return standing
    standing.again_by = None if by_entry else change.user
    standing.again_by_entry, standing.again_at = by_entry, timezone.now()
    standing.save(update_fields=["again_by", "again_by_entry", "again_at"])
    change.note(standing, after={"version": standing.version, "typed_again_by": str(by_entry or change.by.name)})
    return standing


def _refused(refusal: Refusal, found: sheets.TableSheets, doubts: Sequence[SheetProblem]) -> UserError:
    """The error that tells why a sheet is not taken."""
    if refusal is Refusal.OTHER_PLAYERS:
        return UserError(_("The players on this form are not those who sit at the table now; open the form again."))
    if refusal is Refusal.STALE:
        message = _("Somebody else has entered this table in the meantime; compare the two sheets.")
        return StaleSheetError(message, found.standing)
    if refusal is Refusal.REASON_WANTED:
        return UserError(_("This table is confirmed already: say why it is corrected."), field="reason")
    return DoubtfulSheetError(
        _("This sheet does not add up. Look again, or save it with a reason."),
        field="reason",
        problems=sentences(doubts, [leading(seat.entry) for seat in found.seats]),
    )


@change("results.confirm", gettext_noop("Result confirmed"))
def confirm(
    change: Change,
    result: TableResult,
    *,
    by_entry: Entry | None = None,
    device: str = "",
    initials: str = "",
    again: Sequence[int] | None = None,
    reason: str = "",
) -> TableResult:
    """Somebody other than who entered it says that the sheet is right; with enough of them it counts.

    One other person is enough, or all players of the table, as the tournament says; where all are asked for, an account
    may confirm for them with a reason. `device` names the browser by the site's cookie, empty where it brought none. A
    player's phone that is not known, or has entered or confirmed this sheet, says no second player's word, unless the
    event lets players use one phone with their `initials`. An account is a person on any device, but for the one that
    entered the sheet for a player. `again` are the
    points typed a second time where re-entry is blind and nobody has typed them yet. Confirming a sheet that counts
    already changes nothing. Raises `UserError`.
    """
    tournament = result.table.round.tournament
    if result.state == TableResult.State.CONFIRMED:
        change.nothing()
        return result
    if result.state != TableResult.State.ENTERED:
        raise UserError(_("This version has been replaced by a newer one; open the table again."))
    _check_confirmer(change, result, by_entry, device)
    shared = by_entry is not None and _is_used(result, device)
    initials = initials.strip() if shared else ""
    if shared:
        _check_shared_phone(tournament, initials, known=bool(device))
    if tournament.blind_reentry and not result.twice_alike:
        _check_reentry(result, again)
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
        scoring.count(change, result)
    return result


def _enough(result: TableResult, by_entry: Entry | None, reason: str) -> bool:
    """Whether the sheet counts with what has been confirmed now. Raises `UserError` where a reason is wanted."""
    if result.table.round.tournament.confirmations != Tournament.Confirmations.ALL:
        return True
    if by_entry is not None:
        return result.confirmed_by.filter(entry__isnull=False).count() >= result.seats.count()
    if not reason.strip():
        raise UserError(_("All players confirm here; say why you confirm for them."), field="reason")
    return True


@change("results.confirm_alike", gettext_noop("Sheets typed twice alike confirmed"))
def confirm_alike(
    change: Change, round_: Round, *, shown: Mapping[int, int] | None = None, device: str = ""
) -> list[TableResult]:
    """Confirm every sheet of the round that two people have typed alike, by somebody who is not the first of them.

    `shown` are the versions that the person was shown, by table: of other sheets, and of those that have changed since,
    none is confirmed. Returns those that were.
    """
    ready = sheets.twice_alike(round_, change.user)
    if shown is not None:
        ready = [result for result in ready if shown.get(result.table.number) == result.version]
    if not ready:
        change.nothing()
        return []
    for result in ready:
        confirm(change.by, result, device=device)
    change.note(round_, after={"tables": [result.table.number for result in ready]})
    return ready


@change("results.reject", gettext_noop("Result sent back"))
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


@change("results.sheet_in", gettext_noop("Sheet handed in"))
def sheet_in(change: Change, table: GameTable) -> GameTable:
    """The paper sheet of the table has arrived at the desk."""
    if table.sheet_in_at is not None:
        change.nothing()
        return table
    with change.edit(table):
        table.sheet_in_at = timezone.now()
    return table


def sheet_facts(result: TableResult) -> dict[str, Any]:
    """What stands on a version, for the audit and for comparing: points by player number, sticks left."""
    stored = result.seats.select_related("entry")
    return _facts({seat.entry.number: seat.points for seat in stored}, result.leftover_points)


def _facts(points: Mapping[int, int], leftover: int) -> dict[str, Any]:
    return {"points": {str(number): own for number, own in points.items()}, "leftover": leftover}


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


def _store_hands(result: TableResult, hands: Sequence[HandRow]) -> None:
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


def _is_used(result: TableResult, device: str) -> bool:
    """Tell whether a player's phone cannot be told from one that has entered or confirmed this sheet."""
    return not device or device == result.entered_on or result.confirmed_by.filter(device=device).exists()


def _typed_here(result: TableResult, device: str) -> bool:
    """Tell whether this browser has entered the sheet for a player."""
    return bool(device) and result.entered_by_entry_id is not None and device == result.entered_on


def _check_confirmer(change: Change, result: TableResult, by_entry: Entry | None, device: str) -> None:
    if by_entry is not None:
        if not result.seats.filter(entry=by_entry).exists():
            raise UserError(_("Only players of this table can confirm it here."), field="player")
        if result.confirmed_by.filter(entry=by_entry).exists():
            raise UserError(
                _("%(name)s has entered or confirmed this sheet already; another player confirms it.")
                % {"name": leading(by_entry)},
                field="player",
            )
        return
    if confirming.is_barred(change.user, result):
        raise UserError(_("You entered this sheet yourself; somebody else confirms it."))
    own_counts = result.table.round.tournament.confirmations == Tournament.Confirmations.OWN
    if not own_counts and _typed_here(result, device):
        raise UserError(_("This device has entered the sheet for a player. Confirm on another device."))


def _check_shared_phone(tournament: Tournament, initials: str, *, known: bool) -> None:
    if not tournament.one_phone:
        if not known:
            raise UserError(
                _(
                    "The site does not recognise this phone. Open this page again, then confirm; where cookies are "
                    "blocked, confirm at the desk."
                ),
                field="player",
            )
        raise UserError(
            _("This phone has entered or confirmed the sheet already. Confirm on your own phone, or at the desk."),
            field="player",
        )
    if not any(sign.isalpha() for sign in initials):
        raise UserError(_("Another player has used this phone: sign with your initials."), field="initials")


def _check_reentry(result: TableResult, again: Sequence[int] | None, leftover: int | None = None) -> None:
    stored = list(result.seats.order_by("order").select_related("entry"))
    if again is None or len(again) != len(stored):
        raise UserError(_("Type the points of the sheet once more."), field="points")
    difference = compare([seat.points for seat in stored], again)
    if difference is None and leftover not in (None, result.leftover_points):
        raise UserError(_("The points in sticks left differ from those entered first."), field="leftover")
    if difference is not None:
        raise UserError(
            _("Your numbers differ from the ones entered first; look at the sheet again."),
            field="points",
            problems=[sentence(difference, [leading(seat.entry) for seat in stored])],
        )
