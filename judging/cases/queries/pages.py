"""Values of the page of a case: facts, findings, rulings with their effects, appeals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from engine.errors import EngineError
from engine.family import Ruleset, ruleset
from judging.cases.models import Appeal, Case, ClaimRecord, Handover, Ruling, Sanction
from judging.cases.queries import judgments
from judging.cases.queries.appeals import AppealDeadline, get_deadline
from judging.law.kinds import load_kinds
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from judging.rulebook.text.effects import list_all_consequences
from judging.rulebook.text.evidence import describe_event
from tournaments.core.text.names import choose_leading_name, format_person, map_marks
from tournaments.core.text.replay import build_table_view
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.game import queries as rules_pages
from tournaments.game.logic import replay
from tournaments.results.queries import sheets, table_logs
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import forfeits
from tournaments.standings.queries.forfeits import EmptyChair


@dataclass(frozen=True)
class RulingDetails:
    ruling: Ruling
    sanctions: list[Sanction]
    lines: list[ScoreLine]
    forfeits: list[Forfeit]
    consequences: list[str]
    transfers: list[tuple[str, str, str, str]]
    payments: list[words.SeatPayment]
    appeals: list[Appeal]
    deadline: AppealDeadline
    accepted: list[str]
    changes: list[tuple[int, str]] = field(default_factory=list)
    """Seat, and the unasked answer that would change the ruling on it."""
    witnesses: list[str] = field(default_factory=list)

    @property
    def hand(self) -> str:
        effect = self.ruling.hand_effect
        named = [
            sanction.entry for sanction in self.sanctions if sanction.entry and sanction.proposal.get("hand") == effect
        ]
        return "; ".join(
            dict.fromkeys(words.describe_hand_effect(effect, choose_leading_name(player)) for player in named)
        ) or str(self.ruling.get_hand_effect_display())

    @property
    def changed_by(self) -> list[str]:
        return list(dict.fromkeys(text for _seat, text in self.changes))


@dataclass(frozen=True)
class FactsDetails:
    """A version of the facts. `options`: changed options in words."""

    record: ClaimRecord
    rules_title: str
    options: list[tuple[str, str]]
    answers: list[evidence.EvidenceText]
    findings: list[words.FindingText]
    proposals: list[words.ProposalText]
    by_witnesses: list[str] = field(default_factory=list)
    """Consequences of each witness's answer, where their difference leaves the claim open."""


ComparedAnswer = tuple[str, evidence.EvidenceText | None, evidence.EvidenceText | None]
"""A question with its answers in two versions of the facts; None where a version does not answer it."""


@dataclass(frozen=True)
class CasePage:
    """Values of a case's page. `otherwise`: findings of the present engine that differ from the newest facts."""

    case: Case
    names: dict[int, str]
    facts: FactsDetails | None
    rulings: list[RulingDetails]
    otherwise: list[str]
    history: list[tuple[str, str, int]]
    earlier: list[FactsDetails]
    handovers: list[Handover] = field(default_factory=list)

    @property
    def record(self) -> ClaimRecord | None:
        return self.facts.record if self.facts is not None else None

    @property
    def players(self) -> list[Entry]:
        return [party.entry for party in self.case.parties.select_related("entry").order_by("seat")]

    @property
    def in_force(self) -> RulingDetails | None:
        return next((view for view in self.rulings if view.ruling.in_force), None)

    @property
    def open_appeal(self) -> Appeal | None:
        appeals = (appeal for view in self.rulings for appeal in view.appeals if appeal.state == Appeal.State.OPEN)
        return next(appeals, None)


def get_seat_names(case: Case) -> dict[int, str]:
    """Return the players' names by seat, with the mark of a namesake at the table."""
    parties = list(case.parties.select_related("entry"))
    namesakes = map_marks(party.entry for party in parties)
    return {party.seat: format_person(party.entry, namesakes) for party in parties}


def list_cases(tournament: Tournament) -> QuerySet[Case]:
    cases = Case.objects.filter(tournament=tournament).select_related(
        "round", "table", "opened_by", "tournament", "call"
    )
    return cases.prefetch_related("parties__entry", "handovers__to").order_by("-number")


def filter_unsettled(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Keep the cases without a ruling or with an undecided appeal, the oldest first."""
    return cases.filter(state__in=(Case.State.OPEN, Case.State.APPEALED)).order_by("number")


def make_case_page(case: Case) -> CasePage:
    names = get_seat_names(case)
    versions = [
        describe_facts(record, names) for record in case.claims.select_related("recorded_by").order_by("-number")
    ]
    return CasePage(
        case=case,
        names=names,
        facts=versions[0] if versions else None,
        rulings=list_rulings(case),
        otherwise=judgments.list_changed_findings(versions[0].record, names) if versions else [],
        history=list_history(case),
        earlier=versions[1:],
        handovers=list(case.handovers.select_related("by", "to")),
    )


def compare_answers(first: list[evidence.EvidenceText], second: list[evidence.EvidenceText]) -> list[ComparedAnswer]:
    """Pair the answers of two versions of the facts by question, in the order of the first, then of the second."""
    answers = [{answer.label: answer for answer in version} for version in (first, second)]
    labels = dict.fromkeys(answer.label for answer in (*first, *second))
    return [(label, answers[0].get(label), answers[1].get(label)) for label in labels]


def describe_facts(record: ClaimRecord, names: dict[int, str]) -> FactsDetails:
    rules = _get_rules(record)
    book = get_rulebook(record, rules)
    return FactsDetails(
        record=record,
        rules_title=book.title,
        options=[(row.label, row.value) for row in rules_pages.list_options(rules) if row.name in record.parameters],
        answers=list_answers(record, names, rules),
        by_witnesses=describe_by_witnesses(record, names, rules),
        **book.describe_answer(record.findings, record.proposals, names),
    )


def describe_by_witnesses(record: ClaimRecord, names: Mapping[int, str], rules: Ruleset) -> list[str]:
    """Describe what follows from each witness's answer; nothing while a proposal is made without it."""
    return list(words.describe_changes(judgments.find_outcomes_by_witnesses(record), names, rules))


def list_answers(record: ClaimRecord, names: dict[int, str], rules: Ruleset) -> list[evidence.EvidenceText]:
    """Return the answers of the claim, then those of further ones, each after its question."""
    answers = evidence.describe_answers(record.claim, names, rules)
    for claim in record.further:
        answers.append(evidence.EvidenceText("text", gettext("Also"), gettext(load_kinds()[claim["kind"]].title)))
        answers += evidence.describe_answers(claim, names, rules)
    return answers


def get_rulebook(record: ClaimRecord, rules: Ruleset) -> Rulebook:
    newest = record.case.tournament.ruleset
    earlier = record.ruleset is not None and record.ruleset.number != newest.number
    version = record.ruleset or newest
    return Rulebook(rules, record.case.tournament.slug, version.number if earlier else 0, version.exceptions)


def _get_rules(record: ClaimRecord) -> Ruleset:
    """Return the rules of the record, or the published ruleset if the present engine refuses one of its options."""
    try:
        return ruleset(record.ruleset_name, record.parameters)
    except EngineError:
        return ruleset(record.ruleset_name)


def list_facts_ruled_on(page: CasePage) -> list[FactsDetails]:
    versions = {page.facts.record.pk: page.facts} if page.facts is not None else {}
    for view in page.rulings:
        claim = view.ruling.claim
        if claim.pk not in versions:
            versions[claim.pk] = describe_facts(claim, page.names)
    return sorted(versions.values(), key=lambda facts: -facts.record.number)


def list_rulings(case: Case) -> list[RulingDetails]:
    names = get_seat_names(case)
    rulings = case.rulings.select_related("decided_by", "supersedes", "superseded_by", "claim__recorded_by")
    return [_describe_ruling(ruling, names) for ruling in rulings.order_by("-number")]


def _describe_ruling(ruling: Ruling, names: dict[int, str]) -> RulingDetails:
    sanctions = list(ruling.sanctions.select_related("entry").order_by("order"))
    return RulingDetails(
        ruling=ruling,
        sanctions=sanctions,
        lines=[row.line for row in ruling.lines.select_related("line__entry")],
        forfeits=[row.forfeit for row in ruling.forfeits.select_related("forfeit__entry", "forfeit__round")],
        consequences=[
            text
            for sanction in sanctions
            for text in list_all_consequences(
                sanction.proposal, choose_leading_name(sanction.entry) if sanction.entry else ""
            )
        ],
        transfers=[evidence.describe_transfer(transfer, names) for transfer in ruling.transfers],
        payments=words.list_payments(ruling.transfers, names),
        appeals=list(ruling.appeals.select_related("by_entry", "decided_by", "filed_by", "new_ruling")),
        deadline=get_deadline(ruling),
        accepted=[
            choose_leading_name(party.entry) for party in ruling.accepted_by.select_related("entry").order_by("seat")
        ],
        changes=[
            (sanction.proposal["seat"], text)
            for sanction in sanctions
            for text in words.describe_changes(
                sanction.proposal.get("breaking_points"), names, _get_rules(ruling.claim), sanction.proposal["seat"]
            )
        ],
        witnesses=list(evidence.describe_witnesses(ruling.claim.claims, names, _get_rules(ruling.claim))),
    )


def list_history(case: Case) -> list[tuple[str, str, int]]:
    titles = {row["code"]: row["title"] for row in judgments.get_rules_of_case(case).family.infractions}
    return [
        (choose_leading_name(party.entry), titles.get(code, code), times)
        for party in case.parties.filter(concerned=True).select_related("entry")
        for code, times in judgments.count_offences_in_tournament(case, party.entry).items()
    ]


def choose_payments(case: Case, record: ClaimRecord) -> str:
    """Choose the sheet until it is in, then the ledger; without a fault nothing is booked once the sheet is in."""
    if case.table is None:
        return Ruling.Payments.NONE
    if sheets.find_latest_result(case.table) is None:
        return Ruling.Payments.SHEET
    fault = any(proposal["infraction"] for proposal in record.proposals)
    return Ruling.Payments.LEDGER if fault else Ruling.Payments.NONE


def list_empty_chairs(page: CasePage) -> list[EmptyChair]:
    return forfeits.empty_chairs(page.in_force.forfeits) if page.in_force is not None else []


def reconstruct_disputed_moment(
    case: Case, record: ClaimRecord | None, names: Mapping[int, str]
) -> dict[str, Any] | None:
    """Return values of ``game/replay/_felt.html``, event and log; None without a record or while a board is secret."""
    if record is None or not record.claim.get("log") or (case.table and table_logs.has_secret_boards(case.table)):
        return None
    log = {**record.claim["log"], "ruleset": record.ruleset_name, "parameters": record.parameters}
    try:
        played = replay.play(json.dumps(log, sort_keys=True), 0)
    except EngineError:
        # Of another edition of the engine.
        return None
    full = played.replay.states[-1]
    in_order = [names.get(seat, "") for seat in range(4)]
    event = record.claim.get("event")
    return {
        **build_table_view(full, full, names=in_order, near=record.claim.get("seat") or 0),
        "event": describe_event(event, names, record.ruleset_name) if event else None,
        "log": table_logs.list_logs(case.table)[-1:] if case.table else [],
    }
