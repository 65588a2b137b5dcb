from __future__ import annotations

import ast

import pytest

from engine.family import RuleFamily, families
from tests.judging.law import clause_table
from tests.judging.law.clause_table import (
    ROOT,
    against_last,
    entries,
    example,
    in_scope,
    judged_families,
    scene_ids,
    shown,
)

SIDES = ("holds", "fails")
CASES = [
    pytest.param(family.name, name, side, id=f"{name}-{side}")
    for family in judged_families()
    for name, entry in entries(family.name)["clause"].items()
    for side in SIDES
    if side in entry
]


def test_every_family_with_clauses_has_its_table() -> None:
    with_law = {family.name for family in families().values() if family.infractions}
    assert {family.name for family in judged_families()} == with_law


@pytest.mark.parametrize("family", judged_families(), ids=lambda family: family.name)
def test_every_clause_has_a_case_on_each_side_or_a_reason(family: RuleFamily) -> None:
    rows = [shown(family, clause) for clause in in_scope(family)]
    decided = [row for row in rows if not row.holds.startswith("Not decided")]
    assert [row.clause.name for row in decided if not (row.holds and row.fails)] == []
    # A program that decided nothing would pass too.
    assert len(decided) > 0.8 * len(rows)
    assert set(entries(family.name)["clause"]) <= {row.clause.name for row in rows}


@pytest.mark.parametrize(("family", "name", "side"), CASES)
def test_what_an_entry_names_is_so(family: str, name: str, side: str) -> None:
    """A record is legal to its last line, and that one legal or refused; a claim has the verdict; the others exist."""
    entry = entries(family)["clause"][name]
    if isinstance(entry[side], list):
        assert bool(against_last(entry, family, side)) == (side == "fails")
        return
    kind, _, case = entry[side].partition(" ")
    if kind == "claim":
        assert clause_table.verdict_of(example(case)) == side
    elif kind == "dispute":
        assert case in clause_table.dispute_ids()
    elif kind == "scene":
        assert case in scene_ids()
    else:
        path, _, function = case.partition("::")
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_page_of_the_documents_is_current() -> None:
    assert clause_table.PAGE.read_text("utf-8") == clause_table.text()
