"""The table of clauses with a case that holds and one that fails, written to docs/clauses.md.

`python -m tests.judging.law.clause_table` writes it. Claims of the examples count by the clauses that their findings
and proposals cite; every other clause has its entry in clauses/<family>.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.clauses import Clause
from engine.family import RuleFamily, families
from engine.play.table import Breach, apply, why_not
from judging.law import combine_verdicts, examine, read_claim
from judging.law.examples import Example, list_citations
from tests.support.claims import EXAMPLES
from tests.support.scenes import opened, read_line

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "clauses.md"
CHAPTERS = ("3.", "6.", "7.", "7", "E")
"""Beginnings of the numbers of clauses on procedure, irregularities and penalties; those of editions are told apart by
``counting``."""

Entry = Mapping[str, Any]


class Shown(NamedTuple):
    """Two cases of a clause, or the reason for having none."""

    clause: Clause
    holds: str
    fails: str


@cache
def entries(family: str) -> dict[str, Any]:
    """The file of a family: ``counting``, tables (``at``) and an entry a ``clause``."""
    path = Path(__file__).with_name("clauses") / f"{family}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def judged_families() -> list[RuleFamily]:
    here = {path.stem for path in Path(__file__).with_name("clauses").glob("*.toml")}
    return [family for family in families().values() if family.name in here]


def in_scope(family: RuleFamily) -> list[Clause]:
    counting = set(entries(family.name)["counting"])
    return [
        clause
        for name, clause in family.clauses.items()
        if name not in counting and name.partition("-")[2].startswith(CHAPTERS)
    ]


def base(clause: str) -> str:
    """The clause of a row or class: ``MCR-7.4 row 3`` -> ``MCR-7.4``."""
    return clause.split()[0].rstrip(",")


@cache
def cited() -> dict[tuple[str, bool], str]:
    """(clause, holds) -> the first claim that cites it so, preferably with the same verdict as a whole."""
    found: dict[tuple[str, bool], str] = {}
    beside: dict[tuple[str, bool], str] = {}
    for example in EXAMPLES:
        for clause, holds, alike in list_citations(read_claim(example.to_claim())):
            (found if alike else beside).setdefault((base(clause), holds), f"claim {example.id}")
    return beside | found


def against_last(entry: Entry, family: str, side: str) -> list[Breach]:
    """Breaches of the last line of the entry's record; the lines before it must be legal."""
    state = opened(entries(family)["at"][entry["at"]])
    *before, last = entry[side]
    for line in before:
        event = read_line(line, state.setup)
        against = [breach for breach in why_not(state, event) if breach.missing is None]
        assert against == [], (line, against)
        state = apply(state, event)
    return [breach for breach in why_not(state, read_line(last, state.setup)) if breach.missing is None]


def example(name: str) -> Example:
    return next(each for each in EXAMPLES if each.id == name)


def verdict_of(one: Example) -> str:
    return combine_verdicts(examine(read_claim(one.to_claim()))).value


@cache
def scene_ids() -> frozenset[str]:
    paths = (ROOT / "tests" / "engine" / "rules").glob("*/scenes/*.toml")
    return frozenset(row["id"] for path in paths for row in tomllib.loads(path.read_text("utf-8"))["scene"])


@cache
def dispute_ids() -> frozenset[str]:
    paths = Path(__file__).with_name("disputes").glob("*.toml")
    return frozenset(case["id"] for path in paths for case in tomllib.loads(path.read_text("utf-8"))["case"])


def shown(family: RuleFamily, clause: Clause) -> Shown:
    """The row of a clause; a side without a case is empty."""
    entry: Entry = entries(family.name)["clause"].get(clause.name, {})
    if "reason" in entry:
        return Shown(clause, f"Not decided by a program: {entry['reason']}", "")
    return Shown(clause, _side(clause, entry, "holds"), _side(clause, entry, "fails"))


def _side(clause: Clause, entry: Entry, side: str) -> str:
    case = entry.get(side) or cited().get((clause.name, side == "holds"))
    if isinstance(case, list):
        return "record: " + ", ".join(f"`{line}`" for line in case)
    if case is not None:
        kind, _, name = str(case).partition(" ")
        return f"{kind} `{name}`"
    return str(entry.get("never", ""))


def rows() -> Iterator[tuple[RuleFamily, list[Shown]]]:
    for family in judged_families():
        yield family, [shown(family, clause) for clause in in_scope(family)]


HEAD = """# Cases of the clauses

Every clause of procedure, irregularity and penalty, with a case in which it holds and one in which it fails, or the
reason why no program decides it. A *claim* is one of `judging/law/<family>/examples.toml`, a *dispute* one of
`tests/judging/law/disputes/`, a *scene* one of `tests/engine/rules/`. A *record* is played from a position in
`tests/judging/law/clauses/`: its last line is legal or refused.

Made by `python -m tests.judging.law.clause_table`; a test says when it is out of date.
"""


def text() -> str:
    parts = [HEAD]
    for family, table in rows():
        parts.append(f"\n## {family.clause_prefix}\n\n| Clause | It says | Holds | Fails |\n|---|---|---|---|\n")
        parts += [f"| {row.clause.name} | {row.clause.text} | {row.holds} | {row.fails} |\n" for row in table]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
