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
from judging.cases.queries.appeals import Deadline, deadline
from judging.law.kinds import load_kinds
from judging.rulebook.queries.books import Book
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from judging.rulebook.text.effects import all_consequences
from judging.rulebook.text.evidence import event_line
from tournaments.core.text.names import leading, marks, person
from tournaments.core.text.replay import table_seen
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.game import queries as rules_pages
from tournaments.game.logic import replay
from tournaments.results.queries import sheets, table_logs
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import forfeits
from tournaments.standings.queries.forfeits import EmptyChair


@dataclass(frozen=True)
class ShownRuling:
    ruling: Ruling
    sanctions: list[Sanction]
    lines: list[ScoreLine]
    forfeits: list[Forfeit]
    consequences: list[str]
    transfers: list[tuple[str, str, str, str]]
    payments: list[words.SeatPayment]
    appeals: list[Appeal]
    deadline: Deadline
    accepted: list[str]
    changes: list[tuple[int, str]] = field(default_factory=list)
    """(seat, answer that would change the ruling on it) of facts that nobody has told."""
    witnesses: list[str] = field(default_factory=list)
    """The statements of witnesses, by question."""

    @property
    def hand(self) -> str:
        """The effect on the hand, with the names of the players whose hand it is."""
        effect = self.ruling.hand_effect
        named = [
            sanction.entry for sanction in self.sanctions if sanction.entry and sanction.proposal.get("hand") == effect
        ]
        return "; ".join(dict.fromkeys(words.hand_effect(effect, leading(player)) for player in named)) or str(
            self.ruling.get_hand_effect_display()
        )

    @property
    def changed_by(self) -> list[str]:
        """The answers that would change it."""
        return list(dict.fromkeys(text for _seat, text in self.changes))


@dataclass(frozen=True)
class ShownFacts:
    """A version of the facts. `options`: changed options in words."""

    record: ClaimRecord
    rules_title: str
    options: list[tuple[str, str]]
    answers: list[evidence.ShownEvidence]
    findings: list[words.ShownFinding]
    proposals: list[words.ShownProposal]
    by_witnesses: list[str] = field(default_factory=list)
    """Consequences of each witness's answer, where their difference leaves the claim open."""


ComparedAnswer = tuple[str, evidence.ShownEvidence | None, evidence.ShownEvidence | None]
"""A question with its answers in two versions of the facts; None where a version does not answer it."""


@dataclass(frozen=True)
class CasePage:
    """Values of a case's page. `otherwise`: findings of the present engine that differ from the newest facts."""

    case: Case
    names: dict[int, str]
    facts: ShownFacts | None
    rulings: list[ShownRuling]
    otherwise: list[str]
    history: list[tuple[str, str, int]]
    earlier: list[ShownFacts]
    handovers: list[Handover] = field(default_factory=list)

    @property
    def record(self) -> ClaimRecord | None:
        """The newest version of the facts."""
        return self.facts.record if self.facts is not None else None

    @property
    def players(self) -> list[Entry]:
        """The players of the table in turn order."""
        return [party.entry for party in self.case.parties.select_related("entry").order_by("seat")]

    @property
    def in_force(self) -> ShownRuling | None:
        return next((view for view in self.rulings if view.ruling.in_force), None)

    @property
    def open_appeal(self) -> Appeal | None:
        appeals = (appeal for view in self.rulings for appeal in view.appeals if appeal.state == Appeal.State.OPEN)
        return next(appeals, None)


def seat_names(case: Case) -> dict[int, str]:
    """Seat -> player's name, with the mark of a namesake at the table."""
    parties = list(case.parties.select_related("entry"))
    namesakes = marks(party.entry for party in parties)
    return {party.seat: person(party.entry, namesakes) for party in parties}


def list_cases(tournament: Tournament) -> QuerySet[Case]:
    """Cases with the relations that lists show, the newest first."""
    cases = Case.objects.filter(tournament=tournament).select_related(
        "round", "table", "opened_by", "tournament", "call"
    )
    return cases.prefetch_related("parties__entry", "handovers__to").order_by("-number")


def unsettled(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Of these cases those without a ruling or with an undecided appeal, the oldest first."""
    return cases.filter(state__in=(Case.State.OPEN, Case.State.APPEALED)).order_by("number")


def case_page(case: Case) -> CasePage:
    names = seat_names(case)
    versions = [shown_facts(record, names) for record in case.claims.select_related("recorded_by").order_by("-number")]
    return CasePage(
        case=case,
        names=names,
        facts=versions[0] if versions else None,
        rulings=rulings_of(case),
        otherwise=judgments.changed_findings(versions[0].record, names) if versions else [],
        history=history_of(case),
        earlier=versions[1:],
        handovers=list(case.handovers.select_related("by", "to")),
    )


def compared(first: list[evidence.ShownEvidence], second: list[evidence.ShownEvidence]) -> list[ComparedAnswer]:
    """Two versions of the facts question by question, in the order of the first, then of the second."""
    answers = [{answer.label: answer for answer in version} for version in (first, second)]
    labels = dict.fromkeys(answer.label for answer in (*first, *second))
    return [(label, answers[0].get(label), answers[1].get(label)) for label in labels]


def shown_facts(record: ClaimRecord, names: dict[int, str]) -> ShownFacts:
    rules = _rules(record)
    book = book_of(record, rules)
    return ShownFacts(
        record=record,
        rules_title=book.title,
        options=[(row.label, row.value) for row in rules_pages.options(rules) if row.name in record.parameters],
        answers=answers_of(record, names, rules),
        by_witnesses=by_witnesses(record, names, rules),
        **book.in_words(record.findings, record.proposals, names),
    )


def by_witnesses(record: ClaimRecord, names: Mapping[int, str], rules: Ruleset) -> list[str]:
    """Consequences of each witness's answer, in words; empty while a proposal is made without it."""
    return list(words.changes_of(judgments.outcomes_by_witnesses(record), names, rules))


def answers_of(record: ClaimRecord, names: dict[int, str], rules: Ruleset) -> list[evidence.ShownEvidence]:
    """The answers of the claim, then those of further ones, each after its question."""
    answers = evidence.answers(record.claim, names, rules)
    for claim in record.further:
        answers.append(evidence.ShownEvidence("text", gettext("Also"), gettext(load_kinds()[claim["kind"]].title)))
        answers += evidence.answers(claim, names, rules)
    return answers


def book_of(record: ClaimRecord, rules: Ruleset) -> Book:
    """The event's rulebook of the time of the facts."""
    newest = record.case.tournament.ruleset
    earlier = record.ruleset is not None and record.ruleset.number != newest.number
    version = record.ruleset or newest
    return Book(rules, record.case.tournament.slug, version.number if earlier else 0, version.exceptions)


def _rules(record: ClaimRecord) -> Ruleset:
    """The rules of the record, or the published ruleset if the present engine refuses one of its options."""
    try:
        return ruleset(record.ruleset_name, record.parameters)
    except EngineError:
        return ruleset(record.ruleset_name)


def facts_ruled_on(page: CasePage) -> list[ShownFacts]:
    """The newest facts and those of a ruling, newest first, as a protocol shows them."""
    versions = {page.facts.record.pk: page.facts} if page.facts is not None else {}
    for view in page.rulings:
        claim = view.ruling.claim
        if claim.pk not in versions:
            versions[claim.pk] = shown_facts(claim, page.names)
    return sorted(versions.values(), key=lambda facts: -facts.record.number)


def rulings_of(case: Case) -> list[ShownRuling]:
    """Rulings, the newest first."""
    names = seat_names(case)
    rulings = case.rulings.select_related("decided_by", "supersedes", "superseded_by", "claim__recorded_by")
    return [_shown_ruling(ruling, names) for ruling in rulings.order_by("-number")]


def _shown_ruling(ruling: Ruling, names: dict[int, str]) -> ShownRuling:
    sanctions = list(ruling.sanctions.select_related("entry").order_by("order"))
    return ShownRuling(
        ruling=ruling,
        sanctions=sanctions,
        lines=[row.line for row in ruling.lines.select_related("line__entry")],
        forfeits=[row.forfeit for row in ruling.forfeits.select_related("forfeit__entry", "forfeit__round")],
        consequences=[
            text
            for sanction in sanctions
            for text in all_consequences(sanction.proposal, leading(sanction.entry) if sanction.entry else "")
        ],
        transfers=[evidence.transfer(transfer, names) for transfer in ruling.transfers],
        payments=words.payments_of(ruling.transfers, names),
        appeals=list(ruling.appeals.select_related("by_entry", "decided_by", "filed_by", "new_ruling")),
        deadline=deadline(ruling),
        accepted=[leading(party.entry) for party in ruling.accepted_by.select_related("entry").order_by("seat")],
        changes=[
            (sanction.proposal["seat"], text)
            for sanction in sanctions
            for text in words.changes_of(
                sanction.proposal.get("breaking_points"), names, _rules(ruling.claim), sanction.proposal["seat"]
            )
        ],
        witnesses=list(evidence.witnesses_of(ruling.claim.claims, names, _rules(ruling.claim))),
    )


def history_of(case: Case) -> list[tuple[str, str, int]]:
    """(player, infraction, earlier offences in the tournament) of the players concerned."""
    titles = {row["code"]: row["title"] for row in judgments.rules_of(case).family.infractions}
    return [
        (leading(party.entry), titles.get(code, code), times)
        for party in case.parties.filter(concerned=True).select_related("entry")
        for code, times in judgments.tournament_offences(case, party.entry).items()
    ]


def usual_payments(case: Case, record: ClaimRecord) -> str:
    """Over the sheet until it is in, then over the ledger; without a fault nothing is booked once the sheet is in."""
    if case.table is None:
        return Ruling.Payments.NONE
    if sheets.latest(case.table) is None:
        return Ruling.Payments.SHEET
    fault = any(proposal["infraction"] for proposal in record.proposals)
    return Ruling.Payments.LEDGER if fault else Ruling.Payments.NONE


def empty_chairs(page: CasePage) -> list[EmptyChair]:
    """The chairs that the ruling in force has emptied."""
    return forfeits.empty_chairs(page.in_force.forfeits) if page.in_force is not None else []


def disputed_moment(case: Case, record: ClaimRecord | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    """Values of ``game/replay/_felt.html``, the disputed `event` in words, and the table's `log` to replay.

    None without a record of play, and while it would show a board that is still secret.
    """
    if record is None or not record.claim.get("log") or (case.table and table_logs.shows_secret_boards(case.table)):
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
        **table_seen(full, full, names=in_order, near=record.claim.get("seat") or 0),
        "event": event_line(event, names, record.ruleset_name) if event else None,
        "log": table_logs.logs_of(case.table)[-1:] if case.table else [],
    }
