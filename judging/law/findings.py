"""What an examination finds: a verdict on one statement, its clause, and the evidence it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from engine.clauses import Clause, find_clause
from engine.family import families
from engine.sentences import Sentence, gettext_noop


class Verdict(Enum):
    """Whether a statement of the claim stands."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


class Evidence(NamedTuple):
    """One thing that a finding rests on.

    ``kind`` says how to show ``value``: ``tiles`` (notation), ``reading`` (notation of the sets), ``events`` (lists as
    in the batch format, in order), ``choices`` (words of a fact), ``locks`` (their timeline), ``awards``, ``numbers``
    (name -> number), ``transfers`` (as in the batch format), ``sums`` (sentences with their ``clause``), ``text``.
    """

    kind: str
    label: str
    value: Any

    def to_dict(self) -> dict[str, Any]:
        """The evidence as JSON has it."""
        return {"kind": self.kind, "label": self.label, "value": self.value}


NUMBER_NAMES = (
    gettext_noop("held"),
    gettext_noop("complete"),
    gettext_noop("right"),
    gettext_noop("needed"),
    gettext_noop("left"),
    gettext_noop("shown"),
    gettext_noop("limit"),
    gettext_noop("claimed"),
    gettext_noop("computed"),
    gettext_noop("passed"),
    gettext_noop("witnesses"),
    gettext_noop("minutes"),
    gettext_noop("first other suit"),
    gettext_noop("void tile"),
    gettext_noop("fan"),
    gettext_noop("points"),
    gettext_noop("points without flowers"),
    gettext_noop("discarder"),
    gettext_noop("others"),
    gettext_noop("each"),
    gettext_noop("dealer"),
    gettext_noop("standard"),
)
"""What numbers of the evidence are called; underscores stand for blanks in the values."""


class Finding(NamedTuple):
    """A verdict on one statement.

    ``missing`` names the facts without which it cannot be decided. ``infraction`` is the code of the fault that a
    failing statement proves, in the infraction table of the ruleset; ``seat`` whose it is.
    """

    verdict: Verdict
    clause: str
    message: Sentence
    seat: int | None = None
    missing: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    infraction: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON has it; ``text`` is what the clause says, ``message`` what was found."""
        return {
            "verdict": self.verdict.value,
            "clause": self.clause,
            "text": clause_text(self.clause),
            "message": str(self.message),
            "sentence": self.message.to_dict(),
            "seat": self.seat,
            "missing": list(self.missing),
            "evidence": [each.to_dict() for each in self.evidence],
            "infraction": self.infraction,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Finding:
        """The finding that ``to_dict`` wrote."""
        return cls(
            Verdict(stored["verdict"]),
            stored["clause"],
            Sentence.from_dict(stored["sentence"]),
            stored["seat"],
            tuple(stored["missing"]),
            tuple(Evidence(each["kind"], each["label"], each["value"]) for each in stored["evidence"]),
            stored["infraction"],
        )


def overall(findings: Iterable[Finding]) -> Verdict:
    """The verdict on the whole claim: it fails with its first failing statement, and holds when all do."""
    verdicts = {finding.verdict for finding in findings}
    if Verdict.FAILS in verdicts:
        return Verdict.FAILS
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.HOLDS


@cache
def all_clauses() -> dict[str, Clause]:
    """Name -> clause, of all families and editions."""
    return {name: clause for family in families().values() for name, clause in family.clauses.items()}


def clause_text(clause: str) -> str:
    """What a clause says in our words; a row of a table answers with its clause. Empty where nothing is known.

    >>> clause_text("MCR-6.8 points") == clause_text("MCR-6.8")
    True
    """
    found = find_clause(all_clauses(), clause)
    return found.text if found is not None else ""
