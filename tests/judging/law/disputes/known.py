"""Disputes in which the facts of the table and the record of play do not say the same, as they are known.

``known.toml`` has a row for each: who differs in what, an example (ruleset and seed of ``disputes_of``, or of
``dispute`` for kinds with tiles of their own), and why. A row whose example agrees is out of date; a disagreement
without a row is a fault. ``python -m tests.benchmarks judging --write`` writes the rows anew and keeps what stands
under ``why``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.family import Ruleset, ruleset
from judging.law.disputes.agreement import Answer, by_facts, by_record, differences
from judging.law.disputes.generator import Dispute, dispute, disputes_of, kinds_of_disputes
from judging.law.findings import Verdict

TABLE = Path(__file__).with_name("known.toml")


class Disagreement(NamedTuple):
    """What differs between the two answers to one dispute; two disputes may show the same.

    ``facts`` and ``record`` are verdict and clause where both decide and the verdicts differ; else the verdict alone,
    because which of several broken clauses comes first differs from moment to moment.
    """

    family: str
    kind: str
    differs: tuple[str, ...]
    facts: str
    record: str


def _said(answer: Answer, *, with_clause: bool) -> str:
    """The verdict, with its clause where it is asked for."""
    return f"{answer.verdict.value} {answer.clause}".strip() if with_clause else answer.verdict.value


def between(case: Dispute, told: Answer, recorded: Answer | None) -> Disagreement | None:
    """What differs, None where both say the same or no record can say anything."""
    differs = differences(told, recorded, case.kind.claim) if recorded is not None else ()
    if recorded is None or not differs:
        return None
    family = case.ruleset.family.name
    decided = "verdict" in differs and told.verdict is not Verdict.UNDECIDED
    facts, record = (_said(each, with_clause=decided) for each in (told, recorded))
    return Disagreement(family, case.kind.code, differs, facts, record)


def disagreement(case: Dispute) -> Disagreement | None:
    """What differs between the answers by facts and by record."""
    return between(case, by_facts(case), by_record(case))


def disputes(rules: Ruleset, seed: int, *, rare: bool = True) -> Iterator[Dispute]:
    """Every dispute of a seed: those of one hand and, when asked for, one of each kind that has tiles of its own."""
    yield from disputes_of(rules, seed)
    if rare:
        for kind in kinds_of_disputes(rules):
            found = dispute(rules, kind, seed) if kind.held is not None else None
            if found is not None:
                yield found


def example(rules: Ruleset, code: str, seed: int) -> Dispute | None:
    """The dispute of an example."""
    kind = next((each for each in kinds_of_disputes(rules) if each.code == code), None)
    if kind is None:
        return None
    return dispute(rules, kind, seed) if kind.held is not None else next(disputes_of(rules, seed, [kind]), None)


class Row(NamedTuple):
    """A row of the table."""

    what: Disagreement
    example: tuple[str, int]
    why: str


def known() -> list[Row]:
    """The rows of the table."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8")).get("known", [])
    found = []
    for row in rows:
        name, seed = row["example"].split()
        what = Disagreement(row["family"], row["kind"], tuple(row["differs"]), row["facts"], row["record"])
        found.append(Row(what, (name, int(seed)), row["why"]))
    return found


TRIES = 4
"""Seeds from the example's on that are tried: what the generator makes of one may change."""


def shows(row: Row) -> bool:
    """Whether the example of a row, or one of the next, still shows it."""
    name, first = row.example
    cases = (example(ruleset(name), row.what.kind, seed) for seed in range(first, first + TRIES))
    return any(case is not None and disagreement(case) == row.what for case in cases)


def write(rows: Iterable[Row]) -> None:
    """The table anew."""
    lines = ["# What the facts of the table and the record of play say differently; known.py says how it is written.\n"]
    for what, (name, seed), why in sorted(rows):
        values = {"family": what.family, "kind": what.kind, "differs": list(what.differs), "facts": what.facts}
        values |= {"record": what.record, "example": f"{name} {seed}", "why": why}
        lines.append("\n[[known]]\n" + "".join(f"{key} = {json.dumps(each)}\n" for key, each in values.items()))
    TABLE.write_text("".join(lines), encoding="utf-8")
