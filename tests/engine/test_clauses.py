"""Clauses by edition: in force under their conditions, and never beside their replacement."""

from __future__ import annotations

import dataclasses
import re

import pytest

from engine.clauses import Clause, cite, find_clause, in_force
from engine.family import RuleFamily, families, ruleset, ruleset_names
from engine.parameters import meets
from engine.rules.taiwan.parameters import Parameters
from engine.tiles.tile import LANGUAGES

EDITION = re.compile(r"[A-Z]+-E\d+")
FAMILIES = list(families().values())


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_each_clause_of_an_edition_says_when_it_is_in_force(family: RuleFamily) -> None:
    """A clause MCR-E1 belongs to an edition; without a condition it would be cited in all of them."""
    editions = [clause for clause in family.clauses.values() if EDITION.fullmatch(clause.name)]
    assert editions
    assert [clause.name for clause in editions if not clause.when] == []


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_conditions_name_parameters_and_values_that_some_ruleset_can_have(family: RuleFamily) -> None:
    """A misspelt value would leave the clause out of force for ever."""
    default = family.parameters()
    for clause in family.clauses.values():
        meets(default, clause.when)
    presets = [family.preset(name) for name in family.presets]
    never = {clause.name for clause in family.clauses.values() if not any(meets(each, clause.when) for each in presets)}
    # No published rulebook plays Taiwanese liability or riichi without further dora; houses do.
    assert never == {"TW-E10", "RI-E22"} & set(family.clauses)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_what_a_clause_replaces_is_a_clause(family: RuleFamily) -> None:
    replaced = {name for clause in family.clauses.values() for name in clause.instead_of}
    assert replaced <= set(family.clauses)


@pytest.mark.parametrize("name", ruleset_names())
def test_no_clause_is_in_force_beside_its_replacement(name: str) -> None:
    rules = ruleset(name)
    assert [each.name for each in rules.clauses.values() if set(each.instead_of) & set(rules.clauses)] == []
    for clause in rules.family.clauses:
        cited = rules.cite(clause)
        if clause in rules.clauses:
            assert cited == clause
        elif cited != clause:
            assert cited in rules.clauses


@pytest.mark.parametrize("name", ruleset_names())
def test_infractions_in_force_cite_clauses_in_force(name: str) -> None:
    rules = ruleset(name)
    rows = [row for row in rules.family.infractions if meets(rules.parameters, row.get("when", {}))]
    assert [row for row in rows if find_clause(rules.clauses, rules.cite(row["clause"])) is None] == []
    codes = [row["code"] for row in rows]
    assert sorted(codes) == sorted(set(codes))
    # Editions of riichi have two kinds of false win, each its own.
    assert rules.family.name != "riichi" or len({"false_win", "rcr_false_win"} & set(codes)) == 1


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_patterns_parameters_and_infractions_cite_clauses_and_name_values_of_the_family(family: RuleFamily) -> None:
    presets = [family.preset(name) for name in family.presets]
    fields = {field.name: field.metadata["clause"] for field in dataclasses.fields(family.parameters)}
    patterns = {row.clause for name in family.presets for row in ruleset(f"{family.name}-{name}").patterns}
    cited = {*patterns, *fields.values(), *(row["clause"] for row in family.infractions)}
    # The table of fans of MCR-4 has a row for each.
    unknown = {clause for clause in cited if find_clause(family.clauses, clause) is None}
    assert {clause for clause in unknown if not clause.startswith("MCR-4/")} == set()
    for row in family.infractions:
        assert {*row.get("when", {}), *([row["amount"]] if isinstance(row.get("amount"), str) else [])} <= set(fields)
        # Taiwanese houses forbid more than any published rulebook.
        assert family.name == "taiwan" or any(meets(preset, row.get("when", {})) for preset in presets), row["code"]
        assert row["penalty"] not in row.get("options", ())
    assert [name for name, texts in family.names.items() if not all(map(texts.get, LANGUAGES))] == []


def test_a_row_or_letter_is_cited_with_its_clause() -> None:
    """The row goes with its table; a clause that takes its place has other rows."""
    clauses = {
        each.name: each
        for each in (Clause("X-1", "old"), Clause("X-2", "both"), Clause("X-E1", "new", {"xueliu": [True]}, ("X-1",)))
    }
    with_edition = in_force(clauses.values(), ruleset("sichuan-xueliu").parameters)
    without = in_force(clauses.values(), ruleset("sichuan-unlimited").parameters)
    assert (list(with_edition), list(without)) == (["X-2", "X-E1"], ["X-1", "X-2"])
    assert cite(clauses, with_edition, "X-1 row 3") == "X-E1"
    assert cite(clauses, without, "X-1 row 3") == "X-1 row 3"
    assert cite(clauses, without, "X-E1") == "X-1"
    assert cite(clauses, without, "X-9") == "X-9"


def test_nothing_and_anything_are_conditions_too() -> None:
    assert meets(Parameters(), {"tai_cap": ["nothing"]})
    assert not meets(Parameters(tai_cap=20), {"tai_cap": ["nothing"]})
    assert not meets(Parameters(), {"liability": ["anything"]})
    assert meets(Parameters(liability=frozenset({"big_winds"})), {"liability": ["anything"]})
