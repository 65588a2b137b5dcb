"""A case laid out for its page: facts, findings, rulings with their effects, appeals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from judging.models import Appeal, Case, ClaimRecord, Ruling
from judging.selectors import law, repeats, words
from tournaments.models import Entry, Tournament
from tournaments.selectors import sheets


@dataclass(frozen=True)
class ShownRuling:
    """A ruling with what it did."""

    ruling: Ruling
    sanctions: list[Any]
    lines: list[Any]
    transfers: list[tuple[str, str, Any, str]]
    appeals: list[Appeal]


@dataclass(frozen=True)
class CasePage:
    """Everything of one case. `otherwise`: what a later engine says differently to the newest facts."""

    case: Case
    names: dict[int, str]
    record: ClaimRecord | None
    records: list[ClaimRecord]
    findings: list[words.ShownFinding]
    rulings: list[ShownRuling]
    otherwise: list[str]
    history: list[tuple[str, str, int]]

    @property
    def players(self) -> list[Entry]:
        """Who sat there, in turn order."""
        return [party.entry for party in self.case.parties.select_related("entry").order_by("seat")]

    @property
    def in_force(self) -> ShownRuling | None:
        """The ruling that stands."""
        return next((shown for shown in self.rulings if shown.ruling.in_force), None)

    @property
    def open_appeal(self) -> Appeal | None:
        """The appeal that waits for its decision."""
        found = (one for shown in self.rulings for one in shown.appeals if one.state == Appeal.State.OPEN)
        return next(found, None)


def of_tournament(tournament: Tournament) -> Any:
    """The cases with what lists show, the newest first."""
    found = Case.objects.filter(tournament=tournament).select_related("round", "table", "opened_by", "tournament")
    return found.prefetch_related("parties__entry").order_by("-number")


def unsettled(tournament: Tournament) -> list[Case]:
    """Cases that wait for a ruling or for the decision on an appeal, the oldest first."""
    waiting = (Case.State.OPEN, Case.State.APPEALED)
    return list(of_tournament(tournament).filter(state__in=waiting).order_by("number"))


def case_page(case: Case) -> CasePage:
    """The case's page."""
    names = words.seat_names(case)
    records = list(case.claims.select_related("recorded_by").order_by("number"))
    record = records[-1] if records else None
    return CasePage(
        case=case,
        names=names,
        record=record,
        records=records,
        findings=findings_of(record, names),
        rulings=rulings_of(case),
        otherwise=law.answers_otherwise(record) if record else [],
        history=history_of(case),
    )


def findings_of(record: ClaimRecord | None, names: dict[int, str]) -> list[words.ShownFinding]:
    """The findings of a version of the facts in the reader's language."""
    return [words.shown(each, names, record.ruleset_name) for each in record.findings] if record else []


def rulings_of(case: Case) -> list[ShownRuling]:
    """All rulings, the newest first."""
    found = case.rulings.select_related("decided_by", "supersedes", "claim").order_by("-number")
    return [
        ShownRuling(
            ruling=ruling,
            sanctions=[
                (sanction, words.penalty_name(sanction.proposal))
                for sanction in ruling.sanctions.select_related("entry").order_by("order")
            ],
            lines=[each.line for each in ruling.lines.select_related("line__entry")],
            transfers=words.transfers_of(ruling),
            appeals=list(ruling.appeals.select_related("by_entry", "decided_by", "filed_by", "new_ruling")),
        )
        for ruling in found
    ]


def history_of(case: Case) -> list[tuple[str, str, int]]:
    """(player, infraction, how often before through the tournament) of the players concerned."""
    titles = {row["code"]: row["title"] for row in law.rules_of(case).family.infractions}
    return [
        (party.entry.name, titles.get(code, code), times)
        for party in case.parties.filter(concerned=True).select_related("entry")
        for code, times in repeats.through_tournament(case, party.entry).items()
    ]


def usual_payments(case: Case, record: ClaimRecord) -> str:
    """Where payments go unless the referee says otherwise: over the sheet until it is in, then over the ledger.

    What is paid for no fault of anybody stands on a sheet that is in already, rightly or wrongly: nothing is booked
    then unless the referee says so.
    """
    if case.table is None:
        return Ruling.Payments.NONE
    if sheets.latest(case.table) is None:
        return Ruling.Payments.SHEET
    fault = any(proposal["infraction"] for proposal in record.proposals)
    return Ruling.Payments.LEDGER if fault else Ruling.Payments.NONE
