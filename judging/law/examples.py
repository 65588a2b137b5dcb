"""Worked examples of the law, from `<family>/examples.toml`: shown with clauses, asked in the quiz, run as tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from judging.law.claim import Claim
from judging.law.examination import examine
from judging.law.findings import Verdict, combine_verdicts
from judging.law.rulings import decide
from judging.law.stored import StoredClaim


class Example(NamedTuple):
    """A claim and the finding that decides it: ``verdict`` is holds or fails, ``clause`` and ``infraction`` are None
    if every finding holds. Seat 1 claims unless ``seat`` says otherwise.
    """

    id: str
    kind: str
    ruleset: str
    facts: dict[str, Any]
    verdict: str
    clause: str | None = None
    infraction: str | None = None
    seat: int = 1

    def to_claim(self) -> StoredClaim:
        return {"kind": self.kind, "ruleset": self.ruleset, "seat": self.seat, "facts": self.facts}


@cache
def load_examples(family: str) -> tuple[Example, ...]:
    """Return the examples of a family in the order of its file."""
    path = Path(__file__).parent / family / "examples.toml"
    if not path.exists():
        return ()
    return tuple(_make_example(**row) for row in tomllib.loads(path.read_text(encoding="utf-8"))["example"])


def _make_example(*, facts: dict[str, Any], unknown: Sequence[str] = (), **row: Any) -> Example:
    return Example(facts={**facts, **dict.fromkeys(unknown)}, **row)


def list_citations(claim: Claim) -> Iterator[tuple[str, bool, bool]]:
    """Yield (clause, holds, agrees with the overall verdict) of every decided finding and of the punished fault."""
    findings = examine(claim)
    verdict = combine_verdicts(findings)
    for finding in findings:
        if finding.verdict is not Verdict.UNDECIDED:
            yield finding.clause, finding.verdict is Verdict.HOLDS, finding.verdict is verdict
    for proposal in decide(claim, findings):
        if proposal.infraction:
            yield proposal.clause, False, True
