from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import query_rounds_with_sheet
from tournaments.entries.services import players as registration
from tournaments.results.models.results import TableResult
from tournaments.results.services import results
from tournaments.rounds.models import GameTable, Round
from tournaments.seating.services import substitutes
from tournaments.standings.logic.forfeits import trace_chain
from tournaments.standings.models import Forfeit
from tournaments.standings.queries.forfeits import map_heirs


@change("forfeits.add", gettext_noop("Forfeit recorded"))
def add(
    change: Change,
    entry: Entry,
    *,
    kind: str,
    round_: Round | None,
    reason: str,
    clause: str = "",
    points: int = 0,
    uma: int = 0,
    table_points: int = 0,
    takes_negative: bool = False,
    chair: str = Forfeit.Chair.RANKED,
    present: Sequence[Mapping[str, Any]] = (),
    last: bool = False,
) -> Forfeit:
    """Set the amounts of a player's session (see `Forfeit`), or disqualify the player from `round_` on.

    A disqualified player leaves before the next round without a sheet. Raises `UserError` without a round, or again.
    """
    if not reason.strip():
        raise UserError(_("Say why."), field="reason")
    if kind != Forfeit.Kind.DISQUALIFIED and round_ is None:
        raise UserError(_("Name the round of the session that is lost."), field="round")
    _refuse_twice(entry, kind, round_)
    facts_before = _leave(change, entry, round_, reason) if kind == Forfeit.Kind.DISQUALIFIED else {}
    forfeit = change.create(
        Forfeit(
            tournament=entry.tournament,
            entry=entry,
            round=round_,
            kind=kind,
            points=points,
            uma=uma,
            table_points=table_points,
            takes_negative=takes_negative,
            chair=chair,
            present=[dict(award) for award in present],
            last=last,
            left=facts_before,
            reason=reason,
            clause=clause,
            author=change.user,
        )
    )
    _recalculate(change, forfeit, reason)
    return forfeit


@change("forfeits.void", gettext_noop("Forfeit voided"))
def void(change: Change, forfeit: Forfeit, *, reason: str) -> Forfeit:
    """Void the forfeit: the session counts as played, and a disqualified player returns if play allows it."""
    if forfeit.voided_at is not None:
        change.nothing()
        return forfeit
    if not reason.strip():
        raise UserError(_("Say why it no longer counts."), field="reason")
    with change.edit(forfeit):
        forfeit.voided_at, forfeit.voided_by, forfeit.void_reason = timezone.now(), change.user, reason
    if forfeit.left:
        _bring_back(change, forfeit, reason)
    _recalculate(change, forfeit, reason)
    return forfeit


def _refuse_twice(entry: Entry, kind: str, round_: Round | None) -> None:
    standing = Forfeit.objects.filter(entry=entry, voided_at__isnull=True)
    if kind == Forfeit.Kind.DISQUALIFIED and standing.filter(kind=kind).exists():
        raise UserError(
            _("%(name)s is disqualified already; choose another measure.") % {"name": choose_leading_name(entry)}
        )
    if kind != Forfeit.Kind.DISQUALIFIED and standing.filter(kind__in=Forfeit.SESSION, round=round_).exists():
        raise UserError(
            _("%(name)s has lost the session of round %(round)s already; choose another measure.")
            % {"name": choose_leading_name(entry), "round": round_.number if round_ else ""}
        )


def _leave(change: Change, entry: Entry, round_: Round | None, reason: str) -> dict[str, Any]:
    """Drop the player from the next round on; return the input of `_bring_back`, empty if already dropped."""
    now = round_.number if round_ else registration.get_first_open_round(entry.tournament) - 1
    from_round = max(now, _last_with_sheet(entry)) + 1
    facts_before = {"status": entry.status, "from_round": from_round}
    if entry.status != Entry.Status.DROPPED:
        registration.drop(change.by, entry, from_round=from_round, reason=reason)
        return facts_before
    if entry.dropped_from_round is None or entry.dropped_from_round <= from_round:
        return {}
    facts_before["until"] = entry.dropped_from_round
    with change.edit(entry):
        entry.dropped_from_round = from_round
    return facts_before


def _last_with_sheet(entry: Entry) -> int:
    """Return the last round with a sheet of the player; 0 without one."""
    return query_rounds_with_sheet(entry).aggregate(last=Max("number"))["last"] or 0


def _bring_back(change: Change, forfeit: Forfeit, reason: str) -> None:
    """Give the player the seat again from the first round whose table has no sheet of the substitute."""
    entry, from_round = forfeit.entry, forfeit.left["from_round"]
    entry.refresh_from_db()
    if entry.status != Entry.Status.DROPPED or entry.dropped_from_round != from_round:
        return
    if "until" in forfeit.left:
        with change.edit(entry):
            entry.dropped_from_round = forfeit.left["until"]
        return
    for substitute in entry.substitutes.exclude(status=Entry.Status.DROPPED):
        from_round = max(from_round, _last_with_sheet(substitute) + 1)
    substitutes.return_(change.by, entry, from_round=from_round, reason=reason)
    with change.edit(entry):
        entry.status = forfeit.left["status"]


def _recalculate(change: Change, forfeit: Forfeit, why: str) -> None:
    if forfeit.round is None or forfeit.kind not in Forfeit.SESSION:
        return
    owners = map_heirs(forfeit.tournament_id)
    people = {forfeit.entry_id, *(int(key) for key in owners if forfeit.entry_id in trace_chain(key, owners))}
    confirmed = TableResult.objects.filter(table__round=forfeit.round, state=TableResult.State.CONFIRMED)
    for table in GameTable.objects.filter(results__in=confirmed.filter(seats__entry__in=people)):
        results.recalculate(change.by, table, reason=why)
