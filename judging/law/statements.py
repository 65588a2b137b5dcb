"""Findings of a check on one statement: holds, fails or undecided."""

from __future__ import annotations

from collections.abc import Callable

from engine.sentences import Sentence, gettext_noop
from judging.law.facts import MissingFact
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.penalties import Row
from judging.law.shared_facts import NOTICED


def holds(f: Facts, template: str, *evidence: Evidence, clause: str | None = None, **values: object) -> Finding:
    """A holding finding; ``clause`` if it is not the check's."""
    return _found(f, Verdict.HOLDS, template, evidence, clause, None, values)


def fails(
    f: Facts,
    template: str,
    *evidence: Evidence,
    clause: str | None = None,
    infraction: str | Callable[[], str | None] | None = None,
    **values: object,
) -> Finding:
    """A failing finding. ``infraction``: the fault, or a function of it whose missing fact delays only the penalty."""
    if not callable(infraction):
        return _found(f, Verdict.FAILS, template, evidence, clause, infraction, values)
    try:
        code = infraction()
    except MissingFact as missing:
        found = _found(f, Verdict.FAILS, template, evidence, clause, None, values)
        return awaiting_fact(found, missing)
    return _found(f, Verdict.FAILS, template, evidence, clause, code, values)


TOO_LATE = gettext_noop("It was noticed too late: the time for a penalty is over.")


def noticed_too_late(f: Facts, row: Row) -> Finding | None:
    """The finding that the time for the penalty of this row was over; None while it was not."""
    deadline, noticed = f.law.deadline, f.get(NOTICED, "in_time")
    if deadline is None or noticed == "in_time" or (deadline.only and row["penalty"] not in deadline.only):
        return None
    if noticed == "next_hand" and row["code"] in deadline.session:
        return None
    return holds(f, TOO_LATE, clause=deadline.clause)


FOR_THE_PENALTY = gettext_noop("%(reason)s To set the penalty, please answer: %(question)s")


def awaiting_fact(found: Finding, missing: MissingFact) -> Finding:
    """A failing finding whose penalty depends on an unknown fact."""
    said = Sentence(FOR_THE_PENALTY, {"reason": found.message, "question": Sentence(missing.fact.question)})
    return found._replace(message=said, missing=(missing.name,))


def undecided(f: Facts, template: str, missing: str, *evidence: Evidence, **values: object) -> Finding:
    """An undecided finding; ``missing`` names the unseen information in words."""
    return _found(f, Verdict.UNDECIDED, template, evidence, None, None, values)._replace(missing=(missing,))


def _found(
    f: Facts,
    verdict: Verdict,
    template: str,
    evidence: tuple[Evidence, ...],
    clause: str | None,
    infraction: str | None,
    values: dict[str, object],
) -> Finding:
    cited = f.rules.cite(f.clause if clause is None else clause)
    return Finding(verdict, cited, Sentence(template, values), f.seat, evidence=evidence, infraction=infraction)
