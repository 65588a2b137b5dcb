"""Cases for the tests of the referee's desk, with findings and proposals as the law gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.services import cases, rulings
from judging.cases.services.rulings import Measure
from judging.law.stored import StoredClaim
from tests.support.people import acting
from tests.support.tables import playing, table_of
from tournaments.events.models import Tournament

FALSE_WIN: dict[str, Any] = {
    "verdict": "fails",
    "clause": "MCR-6.2",
    "text": "A win needs eight points without flowers.",
    "message": "The hand counts 7 points without flowers; 8 are needed.",
    "missing": [],
    "evidence": [{"kind": "numbers", "label": "Points", "value": {"without flowers": 7, "flowers": 2}}],
    "infraction": "false_hu_points",
    "seat": 1,
}


def fine(amount: int = -10, seat: int = 1, **changed: Any) -> dict[str, Any]:
    """A proposal as the law makes it: points off at the table, the hand dead, payments to the three others."""
    others = [other for other in range(4) if other != seat]
    return {
        "infraction": "false_hu_points",
        "seat": seat,
        "clause": "MCR-6.8 points",
        "title": "False win: too few points",
        "penalty": "payment",
        "repeat": 0,
        "scope": "hand",
        "hand": "dead_hand",
        "transfers": [{"from": seat, "to": other, "amount": 10, "reason": "false win"} for other in others],
        "ledger": [{"seat": seat, "column": "table", "amount": amount, "reason": "False win"}],
        "minutes": 0,
        "options": [],
        **changed,
    }


def case_with_facts(
    tournament: Tournament | None = None,
    *,
    by: str = "ren",
    table: int = 1,
    hand: int | None = 3,
    findings: Sequence[dict[str, Any]] = (FALSE_WIN,),
    proposals: Sequence[dict[str, Any]] | None = None,
) -> tuple[Case, ClaimRecord]:
    """A case at a table of the first round with one version of the facts."""
    tournament = tournament or playing()
    case = cases.open_case(acting(by), tournament, kind="win", table=table_of(tournament, table), hand=hand)
    record = facts(case, by=by, findings=findings, proposals=proposals)
    return case, record


def facts(
    case: Case,
    *,
    by: str = "ren",
    findings: Sequence[dict[str, Any]] = (FALSE_WIN,),
    proposals: Sequence[dict[str, Any]] | None = None,
    **kwargs: Any,
) -> ClaimRecord:
    return cases.record_claim(
        acting(by),
        case,
        ClaimRecord(
            claim=StoredClaim(kind="win", ruleset="mcr-2006", seat=1, facts={}),
            findings=list(findings),
            proposals=[fine()] if proposals is None else list(proposals),
            ruleset_name="mcr-2006",
            engine_version="test",
        ),
        **kwargs,
    )


TOO_FEW = {"kind": "tile_count", "seat": 2, "facts": {"tiles_held": 12, "to_discard": False, "has_discarded": True}}
"""A claim that the law decides by its facts alone."""


def ruled(case: Case, record: ClaimRecord, *proposals: Any, by: str = "ren", **kwargs: Any) -> Ruling:
    """The named referee rules by these proposals, or the first of the facts."""
    case.refresh_from_db()
    measures = [Measure(proposal) for proposal in proposals or record.proposals]
    return rulings.rule_on_case(acting(by), case, claim=record, measures=measures, based_on=case.version, **kwargs)


def at(name: str, event: Tournament, *args: object) -> str:
    """The address of a page of the event."""
    return reverse(name, args=[event.slug, *args])


SEVEN_POINTS = {
    "kind": "win",
    "seat": "1",
    "hand": "234678m345p6711s +8s | 1f2f",
    "by": "discard",
    "prevalent_wind": "E",
    "seat_wind": "S",
    "dead": "no",
    "shown": "yes",
    "in_time": "yes",
    "source": "0",
    "dealer": "0",
}
"""A false win with one point too few, as the referee sends the form."""
