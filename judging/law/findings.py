"""Findings: a verdict on one statement, with clause and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from engine.clauses import Clause, find_clause
from engine.family import families
from engine.play.transfers import Transfer
from engine.sentences import Sentence, gettext_noop
from judging.law.stored import StoredFinding


class Verdict(Enum):
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


class Evidence(NamedTuple):
    """One piece of evidence.

    ``kind`` gives the form of ``value``: ``tiles`` (notation), ``reading`` (notation of the sets), ``events`` (lists of
    the batch format, in order), ``choices`` (labels of a fact), ``locks`` (timeline), ``awards``, ``numbers`` (name ->
    number), ``transfers`` (batch format), ``sums`` (sentences with their ``clause``), ``text``.
    """

    kind: str
    label: str
    value: Any

    def to_dict(self) -> dict[str, Any]:
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


class Finding(NamedTuple):
    """A verdict on one statement. ``missing``: names of the facts without which it is undecided. ``infraction``: code
    of the proved fault in the ruleset's table, ``seat`` its offender.
    """

    verdict: Verdict
    clause: str
    message: Sentence
    seat: int | None = None
    missing: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    infraction: str | None = None

    def to_dict(self) -> StoredFinding:
        """Return the finding as JSON: ``text`` is the clause, ``message`` the sentence of the finding."""
        return {
            "verdict": self.verdict.value,
            "clause": self.clause,
            "text": get_clause_text(self.clause),
            "message": str(self.message),
            "sentence": self.message.to_dict(),
            "seat": self.seat,
            "missing": list(self.missing),
            "evidence": [piece.to_dict() for piece in self.evidence],
            "infraction": self.infraction,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Finding:
        return cls(
            Verdict(stored["verdict"]),
            stored["clause"],
            Sentence.from_dict(stored["sentence"]),
            stored["seat"],
            tuple(stored["missing"]),
            tuple(Evidence(row["kind"], row["label"], row["value"]) for row in stored["evidence"]),
            stored["infraction"],
        )


def combine_verdicts(findings: Iterable[Finding]) -> Verdict:
    """Return the verdict on the whole claim: fails if one statement fails, holds if all hold, else undecided."""
    verdicts = {finding.verdict for finding in findings}
    if Verdict.FAILS in verdicts:
        return Verdict.FAILS
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.HOLDS


def make_transfers_evidence(transfers: Iterable[Transfer]) -> Evidence:
    rows: list[dict[str, Any]] = [transfer.to_dict() for transfer in transfers]
    return Evidence("transfers", gettext_noop("payments"), rows)


def collect_transfers(findings: Iterable[Finding]) -> tuple[Transfer, ...]:
    return tuple(
        Transfer.from_dict(row)
        for finding in findings
        for evidence in finding.evidence
        if evidence.kind == "transfers"
        for row in evidence.value
    )


@cache
def load_all_clauses() -> dict[str, Clause]:
    return {name: clause for family in families().values() for name, clause in family.clauses.items()}


def get_clause_text(clause: str) -> str:
    """Return the text of a clause, or of the clause of a table's row; empty if unknown.

    >>> get_clause_text("MCR-6.8 points") == get_clause_text("MCR-6.8")
    True
    """
    entry = find_clause(load_all_clauses(), clause)
    return entry.text if entry is not None else ""
