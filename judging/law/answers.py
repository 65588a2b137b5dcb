"""Answers of the batch command and the API: a claim as JSON in, findings and proposals as JSON out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.family import Ruleset
from engine.sentences import sentence as _
from judging.law.breaking_points import add_breaking_points, examine_by_witnesses
from judging.law.claim import Claim
from judging.law.claim_reading import read_claim
from judging.law.examination import examine, find_next_question
from judging.law.fact_values import ClaimError
from judging.law.facts import Declared
from judging.law.findings import Finding, combine_verdicts
from judging.law.kinds import get_declared, list_kinds
from judging.law.questions import list_unread_facts
from judging.law.rulings import Proposal, decide


def answer_claim(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return verdict, findings, proposals and next question for a claim. Raises EngineError with the field.

    ``earlier`` beside the claim counts the offender's earlier punished offences by infraction.

    >>> answer_claim({"kind": "fault", "ruleset": "mcr-2006", "seat": 1, "facts": {"fault": "talk"}})["question"]
    'established'
    """
    claim = read_claim(case)
    earlier = case.get("earlier") or {}
    if not isinstance(earlier, Mapping) or not all(isinstance(count, int) for count in earlier.values()):
        raise ClaimError(_("earlier: expected numbers of earlier offences by infraction"), at="earlier")
    findings = examine(claim)

    def rule(changed: Claim, findings: tuple[Finding, ...]) -> tuple[Proposal, ...]:
        return decide(changed, findings, earlier=earlier)

    proposals = add_breaking_points(claim, rule(claim, findings), rule)
    question = find_next_question(claim) if claim.log is None else None
    more = {
        "ignored": list_unread_facts(claim),
        "unverified": _list_unverified(claim.ruleset, findings, proposals),
        "by_witnesses": [point.to_dict() for point in examine_by_witnesses(claim, rule)],
    }
    return {
        **{name: listed for name, listed in more.items() if listed},
        "verdict": combine_verdicts(findings).value,
        "findings": [finding.to_dict() for finding in findings],
        "proposals": [proposal.to_dict() for proposal in proposals],
        "question": question.question if question is not None else None,
    }


def _list_unverified(rules: Ruleset, findings: Iterable[Finding], proposals: Iterable[Proposal]) -> list[str]:
    cited = [finding.clause for finding in findings if rules.doubts_clause(finding.clause)]
    cited += [
        proposal.clause
        for proposal in proposals
        if rules.doubts_clause(proposal.clause) or rules.confidence.doubts_infraction(proposal.infraction)
    ]
    return list(dict.fromkeys(cited))


def describe_kinds(rules: Ruleset) -> list[dict[str, object]]:
    """Return the kinds of claims under a ruleset, each with its facts in the order of the questions."""
    return [
        {
            "kind": kind.code,
            "title": kind.title,
            "facts": [
                _describe(row)
                for row in get_declared(kind.code, rules.family).values()
                if row.in_edition(rules.parameters)
            ],
        }
        for kind in list_kinds(rules.family)
    ]


def _describe(row: Declared) -> dict[str, object]:
    fact = row.fact
    described: dict[str, object] = {"name": fact.name, "type": fact.type.value, "question": fact.question}
    described["role"] = row.role
    if fact.choices:
        described["choices"] = [value for value, _ in fact.choices]
    if row.role == "assumes":
        described["optional"] = True
    return described
