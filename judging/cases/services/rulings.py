"""Apply rulings in one transaction (ledger, payments, lost sessions, the table's clock), and reverse earlier ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.exact import read_stored
from engine.sentences import Sentence, gettext_noop, sentence
from judging.cases.models import Appeal, Case, ClaimRecord, Party, Ruling, RulingForfeit, RulingLine, Sanction
from judging.cases.queries import appeals as deadlines
from judging.cases.services import appeals
from judging.desk import services as calls
from judging.law.competition_sanctions import DISQUALIFIED
from judging.law.stored import StoredLedgerLine, StoredProposal
from judging.rulebook.text.findings import is_left_open, list_payments
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import StaleError, UserError
from tournaments.entries.models.entries import Entry
from tournaments.results.services import forfeits, ledger
from tournaments.rounds.services.clock import add_extra_time as give_time
from tournaments.standings.models import ScoreLine

STRONGEST_FIRST = tuple(reversed(Ruling.Hand.values))

FORFEITED = ("points", "uma", "table_points", "takes_negative", "chair", "present")
"""Amounts and terms of a lost session, by the same names in a proposal and in a forfeit."""


@dataclass(frozen=True)
class Measure:
    """One sanction of a ruling: a proposal of the law, one of its options, or the referee's own."""

    proposal: StoredProposal
    as_proposed: bool = True


class StaleCaseError(StaleError):
    """The case has changed since the form was opened; nothing was ruled."""

    code = "stale_case"


@change("cases.rule", gettext_noop("Ruling made"))
def rule_on_case(
    change: Change,
    case: Case,
    *,
    claim: ClaimRecord,
    measures: Sequence[Measure],
    based_on: int,
    as_proposed: bool = True,
    payments: str = Ruling.Payments.NONE,
    minutes: int | None = None,
    reason: str = "",
    note: str = "",
) -> Ruling:
    """Rule on a version of the facts; reverses the ruling in force first.

    `minutes` None: those of the measures. `based_on`: version of the case seen by the referee. The same ruling sent
    twice is stored once. Raises `StaleCaseError` if the case has changed, and `UserError` if a ruling of the referee's
    own, on undecided facts, or superseding another lacks a reason.
    """
    earlier = case.rulings.filter(in_force=True).first()
    if case.version != based_on:
        if earlier is not None and earlier.decided_by == change.user and _is_same(earlier, claim, measures):
            change.nothing()
            return earlier
        raise StaleCaseError(_describe_change(case, earlier), version=case.version)
    if case.state == Case.State.DROPPED:
        raise UserError(_("This case was dropped; open a new one."))
    if claim.case_id != case.pk:
        raise UserError(_("These facts belong to another case."))
    if any(is_left_open(measure.proposal) for measure in measures):
        raise UserError(_("The rules name no penalty here. Choose a measure."), field="choices")
    if claim.undecided and not reason.strip():
        raise UserError(_("The rules do not decide this case. Give the reason for your ruling."), field="reason")
    deviates = not as_proposed or not all(measure.as_proposed for measure in measures)
    if deviates and not reason.strip():
        raise UserError(_("Say why you do not follow the proposal."), field="reason")
    if earlier is not None and not reason.strip():
        raise UserError(_("Say why the ruling is changed."), field="reason")
    parties = {party.seat: party for party in case.parties.select_related("entry")}
    _check_seats(parties, measures)
    transfers = [transfer.copy() for measure in measures for transfer in measure.proposal.get("transfers") or ()]
    extra = minutes if minutes is not None else sum(int(m.proposal.get("minutes") or 0) for m in measures)
    if extra and case.table is None:
        raise UserError(_("Extra minutes need a table."), field="minutes")
    before = earlier.minutes if earlier is not None else 0
    appeal = earlier.appeals.filter(state=Appeal.State.OPEN).first() if earlier is not None else None
    if appeal is not None and not appeals.may_decide(change.user, case.tournament):
        raise UserError(_("An appeal is open; only the head referee changes this ruling."))
    if earlier is not None:
        _take_back(change, earlier, reason)
    ruling = change.create(
        Ruling(
            case=case,
            number=next_number(case.rulings.all()),
            claim=claim,
            supersedes=earlier,
            as_proposed=not deviates,
            reason=reason,
            note=note,
            hand_effect=_choose_hand_effect(measures),
            minutes=extra,
            payments=payments if transfers else Ruling.Payments.NONE,
            transfers=transfers,
            appeal_until=deadlines.get_fixed_deadline(case),
            decided_by=change.user,
        )
    )
    _create_sanctions(ruling, measures, parties)
    _book_measures(change, ruling, measures, parties)
    if extra != before and case.table is not None:
        give_time(change.by, case.table, seconds=60 * (extra - before), reason=_name_ruling(ruling))
    with change.edit(case):
        case.state = Case.State.RULED
        case.version += 1
    if appeal is not None:
        appeals.decide(change.by, appeal, state=Appeal.State.CHANGED, decision=reason, new_ruling=ruling)
        case.refresh_from_db()
    if case.call is not None:
        calls.close(change.by, case.call)
    return ruling


def _is_same(earlier: Ruling, claim: ClaimRecord, measures: Sequence[Measure]) -> bool:
    return earlier.claim_id == claim.pk and earlier.measures == [dict(measure.proposal) for measure in measures]


def _describe_change(case: Case, earlier: Ruling | None) -> str:
    if earlier is not None:
        return _(
            "%(name)s has ruled on this case in the meantime; nothing of yours was stored. Look at that ruling."
        ) % {"name": earlier.decided_by}
    return _("This case has moved on since you opened it; look at it again.")


def _check_seats(parties: Mapping[int, Party], measures: Iterable[Measure]) -> None:
    for measure in measures:
        proposal = measure.proposal
        seats: set[int | None] = {proposal.get("seat"), *(line["seat"] for line in proposal.get("ledger") or ())}
        for transfer in proposal.get("transfers") or ():
            seats |= {transfer["from"], transfer["to"]}
        if any(seat is not None and seat not in parties for seat in seats):
            raise UserError(_("The ruling names a seat where nobody of this case sits."))


def _choose_hand_effect(measures: Sequence[Measure]) -> str:
    effects = {measure.proposal.get("hand") for measure in measures}
    return next((effect for effect in STRONGEST_FIRST if effect in effects), Ruling.Hand.CONTINUES)


def _create_sanctions(ruling: Ruling, measures: Sequence[Measure], parties: Mapping[int, Party]) -> None:
    Sanction.objects.bulk_create(
        Sanction(
            ruling=ruling,
            order=order,
            entry=_get_entry(parties, measure.proposal.get("seat")),
            infraction=measure.proposal.get("infraction") or "",
            clause=measure.proposal.get("clause") or "",
            title=str(measure.proposal.get("title") or "")[:200],
            penalty=measure.proposal.get("penalty") or "none",
            repeat=measure.proposal.get("repeat") or 0,
            as_proposed=measure.as_proposed,
            proposal=measure.proposal.copy(),
        )
        for order, measure in enumerate(measures)
    )
    Party.objects.filter(case=ruling.case, entry__in=ruling.sanctions.exclude(entry=None).values("entry")).update(
        concerned=True
    )


def _get_entry(parties: Mapping[int, Party], seat: int | None) -> Entry | None:
    return None if seat is None else parties[seat].entry


def _book_measures(change: Change, ruling: Ruling, measures: Sequence[Measure], parties: Mapping[int, Party]) -> None:
    """Post penalties and payments, lost sessions first: a fine of the same ruling then counts beside them."""
    for measure in measures:
        for place in measure.proposal.get("place_in_event") or ():
            _add_forfeit(change, ruling, parties[measure.proposal["seat"]].entry, place, measure.proposal)
    for measure in measures:
        for line in measure.proposal.get("ledger") or ():
            _add_line(
                change,
                ruling,
                parties[line["seat"]].entry,
                read_stored(line["amount"]),
                column=line["column"],
                unit=_get_unit(line),
                reason=_make_title(line.get("reason") or measure.proposal.get("title"), ruling),
                clause=str(measure.proposal.get("clause") or ""),
            )
    if ruling.payments == Ruling.Payments.LEDGER:
        reason = sentence(gettext_noop("Payments of %(ruling)s"), ruling=_name_ruling(ruling))
        for paid in list_payments(ruling.transfers, {seat: str(party.entry) for seat, party in parties.items()}):
            if paid.balance:
                entry, unit = parties[paid.seat].entry, ScoreLine.Unit.POINTS
                _add_line(change, ruling, entry, paid.balance, column="hand", unit=unit, reason=reason, fine=False)


def _name_ruling(ruling: Ruling) -> Sentence:
    template = gettext_noop("case %(case)s, ruling %(ruling)s")
    return sentence(template, case=ruling.case.number, ruling=ruling.number)


def _make_title(title: object, ruling: Ruling) -> Sentence:
    return Sentence(str(title)) if title else _name_ruling(ruling)


def _add_forfeit(
    change: Change, ruling: Ruling, entry: Entry, place: Mapping[str, Any], proposal: StoredProposal
) -> None:
    case = ruling.case
    if case.round is None and place["kind"] != DISQUALIFIED:
        raise UserError(_("The case names no round, so no session can be lost; open it again with its round."))
    forfeit = forfeits.add(
        change.by,
        entry,
        kind=place["kind"],
        round_=case.round,
        reason=_make_title(proposal.get("title"), ruling),
        clause=str(place["clause"]),
        last=place["order"] == "last",
        **{name: place[name] for name in FORFEITED},
    )
    RulingForfeit.objects.create(ruling=ruling, forfeit=forfeit)


def _get_unit(line: StoredLedgerLine) -> str:
    """Return table points, or points of the game: the law's ``score`` is in points, and the standings divide it."""
    return ScoreLine.Unit.TABLE_POINTS if line.get("unit") == "table_points" else ScoreLine.Unit.POINTS


def _add_line(
    change: Change,
    ruling: Ruling,
    entry: Entry,
    amount: Fraction,
    *,
    column: str,
    unit: str,
    reason: str,
    clause: str = "",
    fine: bool = True,
) -> None:
    case = ruling.case
    scope = column
    if scope == ScoreLine.Scope.HAND and case.hand is None:
        scope = ScoreLine.Scope.TABLE
    if case.table is None:
        scope = ScoreLine.Scope.OVERALL
    kind = ScoreLine.Kind.PENALTY if fine and amount < 0 else ScoreLine.Kind.ADJUSTMENT
    line = ledger.add(
        change.by,
        case.tournament,
        amount=amount,
        unit=unit,
        reason=reason,
        kind=kind,
        scope=scope,
        entry=entry,
        round_=case.round,
        table=case.table,
        hand=case.hand,
        clause=clause,
    )
    RulingLine.objects.create(ruling=ruling, line=line)


def _take_back(change: Change, earlier: Ruling, reason: str) -> None:
    """Void the earlier ruling with its lines and forfeits; the next ruling sets the clock."""
    for line_row in earlier.lines.select_related("line").order_by("pk"):
        ledger.void(change.by, line_row.line, reason=sentence(gettext_noop("Superseded: %(reason)s"), reason=reason))
    for forfeit_row in earlier.forfeits.select_related("forfeit__entry", "forfeit__round").order_by("-pk"):
        forfeits.void(
            change.by, forfeit_row.forfeit, reason=sentence(gettext_noop("Superseded: %(reason)s"), reason=reason)
        )
    with change.edit(earlier):
        earlier.in_force = False
