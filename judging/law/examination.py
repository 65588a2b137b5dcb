"""Examine a claim: every check of its kind, none lost, what cannot be decided yet with what is missing."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import EngineError
from engine.family import Ruleset
from engine.sentences import Sentence, gettext_noop
from judging.law.claim import Claim
from judging.law.facts import MissingFact
from judging.law.families import Facts, law_of
from judging.law.findings import Finding, Verdict
from judging.law.kinds import checks_of
from judging.law.logs import examine_log
from judging.law.vocabulary import HAND

UNDECIDED = gettext_noop("This cannot be decided without an answer to: %(question)s")
IMPOSSIBLE = gettext_noop("The facts cannot be so: %(problem)s.")


def examine(claim: Claim, ruleset: Ruleset | None = None) -> tuple[Finding, ...]:
    """The findings on a claim, in the order in which the rulebook tests.

    A record of play decides what it shows; the facts decide the rest. ``ruleset`` takes the place of the claim's own,
    to see what other rules would say. Never raises for facts that are wrong or missing: those are findings.
    """
    if ruleset is not None:
        claim = claim._replace(ruleset=ruleset)
    found = list(examine_log(claim)) if claim.log is not None else _examine_facts(claim)
    return (*found, *law_of(claim.ruleset.family).follows(claim, found))


def _examine_facts(claim: Claim) -> list[Finding]:
    found: list[Finding] = []
    for check in checks_of(claim.kind, claim.ruleset.family):
        facts = Facts(claim.ruleset, claim.seat, claim.facts, check.clause)
        try:
            found.extend(check.run(facts))
        except MissingFact as missing:
            clause = claim.ruleset.cite(facts.clause)
            sentence = Sentence(UNDECIDED, {"question": Sentence(missing.fact.question)})
            found.append(Finding(Verdict.UNDECIDED, clause, sentence, claim.seat, (missing.name,)))
        except EngineError as error:
            clause = claim.ruleset.cite(facts.clause)
            sentence = Sentence(IMPOSSIBLE, {"problem": error.message})
            found.append(Finding(Verdict.UNDECIDED, clause, sentence, claim.seat, (HAND.name,)))
    return found


class NextQuestion(NamedTuple):
    """The next question of a claim examined step by step, or None when everything that can be known is."""

    question: str | None
    findings: tuple[Finding, ...]


def next_question(claim: Claim) -> NextQuestion:
    """What to ask next: the first missing fact that nobody has been asked for yet.

    A fact that is None was asked for and is not known. A claim that has failed needs no further question.
    """
    findings = examine(claim)
    if any(finding.verdict is Verdict.FAILS for finding in findings):
        return NextQuestion(None, findings)
    for finding in findings:
        for name in finding.missing:
            if name not in claim.facts:
                return NextQuestion(name, findings)
    return NextQuestion(None, findings)
