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

TABLE = Path(__file__).with_name("known.toml")


class Disagreement(NamedTuple):
    """What differs between the two answers to one dispute; two disputes may show the same.

    ``facts`` and ``record`` are verdict and clause where the verdicts differ; else the verdict alone, because which of
    several broken clauses comes first differs from moment to moment.
    """

    family: str
    kind: str
    differs: tuple[str, ...]
    facts: str
    record: str


def _said(answer: Answer, differs: tuple[str, ...]) -> str:
    """The verdict; with its clause and what is missing where the verdicts differ."""
    more = (answer.clause, *answer.missing) if "verdict" in differs else ()
    return " ".join(filter(None, (answer.verdict.value, *more)))


def between(case: Dispute, told: Answer, recorded: Answer | None) -> Disagreement | None:
    """What differs, None where both say the same or no record can say anything."""
    differs = differences(told, recorded, case.kind.claim) if recorded is not None else ()
    if recorded is None or not differs:
        return None
    family = case.ruleset.family.name
    return Disagreement(family, case.kind.code, differs, _said(told, differs), _said(recorded, differs))


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


def shows(row: Row) -> bool:
    """Whether the example of a row still shows it."""
    name, seed = row.example
    case = example(ruleset(name), row.what.kind, seed)
    return case is not None and disagreement(case) == row.what


def write(rows: Iterable[Row]) -> None:
    """The table anew."""
    lines = ["# What the facts of the table and the record of play say differently; known.py says how it is written.\n"]
    for what, (name, seed), why in sorted(rows):
        values = {"family": what.family, "kind": what.kind, "differs": list(what.differs), "facts": what.facts}
        values |= {"record": what.record, "example": f"{name} {seed}", "why": why}
        lines.append("\n[[known]]\n" + "".join(f"{key} = {json.dumps(each)}\n" for key, each in values.items()))
    TABLE.write_text("".join(lines), encoding="utf-8")
