"""Findings of a check on one statement: holds, fails or undecided, with the infraction that it proves."""

from __future__ import annotations

from collections.abc import Callable

from engine.sentences import Sentence, gettext_noop
from judging.law.facts import MissingFact
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.infractions import find_codes, list_infractions
from judging.law.penalties import Row
from judging.law.shared_facts import NOTICED


def report_holding(
    facts: Facts, template: str, *evidence: Evidence, clause: str | None = None, **values: object
) -> Finding:
    """Return a holding finding; ``clause`` if it is not the check's."""
    return _make_finding(facts, Verdict.HOLDS, template, evidence, clause, None, values)


FOR_THE_PENALTY = gettext_noop("%(reason)s To set the penalty, please answer: %(question)s")


def report_failing(
    facts: Facts,
    template: str,
    *evidence: Evidence,
    clause: str | None = None,
    infraction: str | Callable[[], str | None] | None = None,
    **values: object,
) -> Finding:
    """Return a failing finding. ``infraction``: the fault, or a function of it; a missing fact of its price delays only
    the penalty.
    """
    try:
        code = ask_price_facts(facts, infraction() if callable(infraction) else infraction)
    except MissingFact as missing:
        finding = _make_finding(facts, Verdict.FAILS, template, evidence, clause, None, values)
        parts = {"reason": finding.message, "question": Sentence(missing.fact.question)}
        return finding._replace(message=Sentence(FOR_THE_PENALTY, parts), missing=(missing.name,))
    return _make_finding(facts, Verdict.FAILS, template, evidence, clause, code, values)


TOO_LATE = gettext_noop("It was noticed too late: the time for a penalty is over.")


def report_noticed_too_late(facts: Facts, row: Row) -> Finding | None:
    """Return the finding that the time for the penalty of this row was over; None while it was not."""
    deadline = facts.law.deadline
    if deadline is None or (deadline.only and row["penalty"] not in deadline.only):
        return None
    noticed = facts(NOTICED)
    if noticed == "in_time":
        return None
    if noticed == "next_hand" and row["code"] in deadline.session:
        return None
    return report_holding(facts, TOO_LATE, clause=deadline.clause)


UNDECIDED = gettext_noop("This cannot be decided without an answer to: %(question)s")


def report_undecided(
    facts: Facts,
    template: str,
    *missing: str,
    evidence: tuple[Evidence, ...] = (),
    clause: str | None = None,
    **values: object,
) -> Finding:
    """Return an undecided finding; ``missing`` names facts, or the unseen information in words."""
    return _make_finding(facts, Verdict.UNDECIDED, template, evidence, clause, None, values)._replace(missing=missing)


def _make_finding(
    facts: Facts,
    verdict: Verdict,
    template: str,
    evidence: tuple[Evidence, ...],
    clause: str | None,
    infraction: str | None,
    values: dict[str, object],
) -> Finding:
    cited = facts.rules.cite(facts.clause if clause is None else clause)
    return Finding(verdict, cited, Sentence(template, values), facts.seat, evidence=evidence, infraction=infraction)


def find_fault(facts: Facts, *names: str) -> str | None:
    """Return the infraction for a fault, by the first name that the table has; None for no infraction. A name is listed
    under ``faults`` by rows, of which the first in force counts, or is the code of a row in force.
    """
    rows = list_infractions(facts.rules)
    for name in names:
        if codes := find_codes(facts.rules.family, name):
            return next((code for code in codes if code in rows), None)
        if name in rows:
            return name
    return None


def find_code_in_edition(facts: Facts, code: str) -> str:
    """Return the code in force for a fault that other editions name with this one."""
    rows, family = list_infractions(facts.rules), facts.rules.family
    if code in rows:
        return code
    names = next((row.get("faults", ()) for row in family.infractions if row["code"] == code), ())
    return next((listed for name in names for listed in find_codes(family, name) if listed in rows), code)


def ask_price_facts(facts: Facts, code: str | None) -> str | None:
    """Return the infraction once all facts of its price are known, such as the dealer. Raises MissingFact."""
    if code is not None:
        facts.law.require_price_facts(facts, list_infractions(facts.rules)[code])
    return code
