from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from judging.cases.models import Case, ClaimRecord, Handover, Party
from judging.cases.queries.judgments import judge
from judging.desk import services as calls
from judging.desk.models import Call
from judging.law.questions import order_players
from judging.law.stored import StoredFinding, StoredProposal
from tournaments.accounts.models import Role, User
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Round

"""A finding of the law as JSON has it."""


@change("cases.open", gettext_noop("Case opened"))
def open_case(
    change: Change,
    tournament: Tournament,
    *,
    kind: str,
    table: GameTable | None = None,
    round_: Round | None = None,
    hand: int | None = None,
    players: Sequence[Entry] = (),
    call: Call | None = None,
    note: str = "",
) -> Case:
    """Open a case. At a table all its players are parties with their seats in that hand; `players` are those concerned.

    A call has one case: a second opening returns the first. Without `call` the case answers the table's open one.
    Raises `UserError` for a hand without a table, or a player of another table.
    """
    if call is not None:
        existing = Case.objects.filter(call=call).first()
        if existing is not None:
            change.nothing()
            return existing
        table = table or call.table
    elif table is not None:
        call = table.calls.filter(state__in=Call.OPEN, case=None).first()
    if hand is not None and table is None:
        raise UserError(_("Name the table that the hand was played at."), field="table")
    seated = [seat.entry for seat in sheets.list_seats(table)] if table is not None else []
    if table is not None:
        round_ = table.round
        if not table.plays.exists():
            version = table.round.ruleset or tournament.ruleset
            seated = order_players(version.rules, seated, hand)
    concerned = {player.pk for player in players}
    everybody = seated or list(players)
    if concerned - {entry.pk for entry in everybody}:
        raise UserError(_("One of these players does not sit at that table."), field="players")
    if not everybody:
        raise UserError(_("Name the table, or the players."), field="table")
    if len(everybody) > 4:
        raise UserError(_("A case concerns one table; open one more for the others."), field="players")
    case = change.create(
        Case(
            tournament=tournament,
            number=next_number(Case.objects.filter(tournament=tournament)),
            kind=kind,
            round=round_,
            table=table,
            result=sheets.find_latest_result(table) if table is not None else None,
            hand=hand,
            call=call,
            note=note,
            opened_by=change.user,
        )
    )
    Party.objects.bulk_create(
        Party(case=case, seat=seat, entry=entry, concerned=entry.pk in concerned)
        for seat, entry in enumerate(everybody)
    )
    change.note(case, after={"players": [entry.pk for entry in everybody], "concerned": sorted(concerned)})
    if call is not None and call.is_open:
        calls.record_referee_arrival(change.by, call)
    return case


class StaleFactsError(UserError):
    """Other facts were recorded since the form was opened (`newest`); nothing was stored."""

    def __init__(self, newest: ClaimRecord) -> None:
        values = {"number": newest.number, "who": newest.recorded_by or "–"}
        super().__init__(_("Meanwhile %(who)s has recorded facts %(number)s. Look at both before you record.") % values)
        self.newest = newest


@change("cases.facts", gettext_noop("Facts of a case recorded"))
def record_claim(
    change: Change,
    case: Case,
    record: ClaimRecord,
    *,
    key: uuid.UUID | None = None,
    after: int | None = None,
) -> ClaimRecord:
    """Save a record of `queries.judgments.judge` as the next version of the facts, once for each `key`.

    `after`: number of the facts last seen by the referee, 0 for none, None for no check. Raises `StaleFactsError` if
    others were recorded since, `UsedKeyError` for a key of other facts, and `UserError` for a dropped case.
    """
    if key is not None:
        existing = ClaimRecord.objects.filter(key=key).first()
        if existing is not None:
            _require_same_facts(existing, case, record)
            change.nothing()
            return existing
    if case.state == Case.State.DROPPED:
        raise UserError(_("This case was dropped; open a new one."))
    stands = case.table.round.ruleset if case.table is not None else None
    last = case.claims.order_by("-number").first()
    if after is not None and last is not None and last.number != after:
        raise StaleFactsError(last)
    record.case, record.key, record.kind = case, key, str(record.claim["kind"])
    record.number = last.number + 1 if last is not None else 1
    record.verdict = combine_verdict(record.findings)
    record.clauses = join_clauses(record.findings, record.proposals)
    record.ruleset = stands or case.tournament.ruleset
    record.recorded_by = change.user
    change.create(record)
    seats = {record.claim.get("seat")} | {finding.get("seat") for finding in record.findings}
    case.parties.filter(seat__in=[seat for seat in seats if seat is not None]).update(concerned=True)
    with change.edit(case):
        case.kind = record.kind
        case.version += 1
    return record


class UsedKeyError(UserError):
    """The key came before with other facts or for another place (`existing`); these were not stored."""

    def __init__(self, existing: ClaimRecord) -> None:
        super().__init__(
            _("This key was used before for other facts. These are not saved; use a new key."), field="key"
        )
        self.existing = existing


def _require_same_facts(existing: ClaimRecord, case: Case, record: ClaimRecord) -> None:
    sent = json.loads(json.dumps([record.claim, record.further]))
    if existing.case_id != case.pk or [existing.claim, existing.further] != sent:
        raise UsedKeyError(existing)


def _require_same_place(existing: ClaimRecord, opening: Mapping[str, Any]) -> None:
    """Raise `UsedKeyError` if a key came before for a case with another place, hand, note or players."""
    case, table = existing.case, opening.get("table")
    round_ = table.round if table is not None else opening.get("round_")
    stored = (case.table, case.round, case.hand, case.note)
    players = {player.pk for player in opening.get("players", ())}
    concerned = set(case.parties.filter(concerned=True).values_list("entry", flat=True))
    # At a table the facts add the players whom they name.
    has_same_players = players <= concerned if table is not None else players == concerned
    if stored != (table, round_, opening.get("hand"), opening.get("note", "")) or not has_same_players:
        raise UsedKeyError(existing)


def combine_verdict(findings: Sequence[StoredFinding]) -> str:
    """Return the verdict: fails if one finding fails, else undecided if one is, else holds."""
    verdicts = {finding["verdict"] for finding in findings}
    return next((verdict for verdict in ("fails", "undecided") if verdict in verdicts), "holds")


def join_clauses(findings: Sequence[StoredFinding], proposals: Sequence[StoredProposal]) -> str:
    """Return all cited clauses, each once, between spaces.

    >>> join_clauses([{"clause": "MCR-6.8 points"}], [{"clause": "MCR-6.8"}])
    ' MCR-6.8 points  MCR-6.8 '
    """
    cited = dict.fromkeys(str(row["clause"]) for row in (*findings, *proposals) if row.get("clause"))
    return "".join(f" {clause} " for clause in cited)


@change("cases.drop", gettext_noop("Case dropped"))
def drop(change: Change, case: Case, *, reason: str) -> Case:
    """Close a case without a ruling. Raises `UserError` if a ruling is in force, which is to be superseded."""
    if not reason.strip():
        raise UserError(_("Say why nothing is ruled."), field="reason")
    if case.rulings.filter(in_force=True).exists():
        raise UserError(_("A ruling is in force; supersede it by another."))
    if case.state == Case.State.DROPPED:
        change.nothing()
        return case
    with change.edit(case):
        case.state = Case.State.DROPPED
        case.version += 1
    if case.call is not None:
        calls.close(change.by, case.call)
    return case


def list_referees(tournament: Tournament) -> QuerySet[User]:
    roles = (Role.DIRECTOR, Role.REFEREE)
    return User.objects.filter(
        pk__in=tournament.memberships.filter(role__in=roles).values("user"), is_active=True
    ).order_by("username")


@change("cases.handover", gettext_noop("Case handed over"))
def hand_over_case(change: Change, case: Case, *, to: User, note: str = "") -> Handover:
    """Give a case to another referee; its version stays, so that rulings being written elsewhere are not refused."""
    if case.state == Case.State.DROPPED:
        raise UserError(_("This case was dropped; open a new one."))
    if not list_referees(case.tournament).filter(pk=to.pk).exists():
        raise UserError(_("Choose a referee of this event."), field="referee")
    if case.referee == to:
        raise UserError(_("%(name)s has this case already.") % {"name": to}, field="referee")
    handed = change.create(Handover(case=case, by=change.user, to=to, note=note.strip()))
    if case.call is not None:
        calls.hand_over_call(change.by, case.call, to=to)
    return handed


@change("cases.device", gettext_noop("Case brought in from a device"))
def import_case(
    change: Change,
    tournament: Tournament,
    *,
    key: uuid.UUID,
    claim: Mapping[str, Any],
    case: Case | None = None,
    **opening: Any,
) -> ClaimRecord:
    """Record a claim in `case`, or in a new one (`open_case` takes `opening`), once for each `key`. It follows facts
    that others have recorded meanwhile. Raises EngineError for an unreadable claim, `UsedKeyError` for a key of others.
    """
    recorded = find_claim(tournament, key)
    if recorded is not None:
        _require_same_facts(recorded, case or recorded.case, judge(recorded.case, claim))
        if case is None:
            _require_same_place(recorded, opening)
        change.nothing()
        return recorded
    opened = case or open_case(change.by, tournament, **opening)
    record = record_claim(change.by, opened, judge(opened, claim), key=key)
    change.note(opened, after={"facts": record.number, "engine": record.engine_version})
    return record


def find_claim(tournament: Tournament, key: uuid.UUID) -> ClaimRecord | None:
    return ClaimRecord.objects.filter(key=key, case__tournament=tournament).select_related("case").first()
