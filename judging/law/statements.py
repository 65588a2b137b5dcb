"""What a check says: a statement of the claim stands or does not, with its clause and evidence."""

from __future__ import annotations

from engine.sentences import Sentence
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, Verdict


def holds(f: Facts, template: str, *evidence: Evidence, clause: str | None = None, **values: object) -> Finding:
    """The statement stands; ``clause`` where it is not that of the check."""
    return _found(f, Verdict.HOLDS, template, evidence, clause, None, values)


def fails(
    f: Facts,
    template: str,
    *evidence: Evidence,
    clause: str | None = None,
    infraction: str | None = None,
    **values: object,
) -> Finding:
    """The statement does not stand; ``infraction`` is the fault that this proves."""
    return _found(f, Verdict.FAILS, template, evidence, clause, infraction, values)


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
