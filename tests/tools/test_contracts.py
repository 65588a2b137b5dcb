"""Import rules that the contracts in pyproject.toml cannot express."""

import ast
import sys
import tomllib

import pytest

from tests.run import ROOT

PURE = (
    "tournaments.game.logic",
    "tournaments.standings.logic",
    "tournaments.seasons.logic",
    "tournaments.results.logic",
    "tournaments.seating.logic",
    "tournaments.duplicate.logic",
    "tournaments.exchange.verification",
    "tournaments.game.terms",
    "judging.law",
    "judging.rulebook.logic",
    "judging.cases.logic",
)


def settings():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]


def exists(module):
    path = ROOT / module.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def imported(path):
    """The top-level names that a module imports; relative imports stay inside their package."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


@pytest.mark.parametrize("folder", ["engine"])
def test_this_package_needs_nothing_but_the_standard_library(folder):
    allowed = sys.stdlib_module_names | {"engine"} if folder == "engine" else sys.stdlib_module_names | {"tools"}
    foreign = {
        (str(path.relative_to(ROOT)), name)
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path)
        if name not in allowed
    }
    assert foreign == set()


def test_every_pure_package_is_under_the_contract():
    (contract,) = (
        contract
        for contract in settings()["importlinter"]["contracts"]
        if contract["name"] == "Pure packages know no framework"
    )
    assert contract["source_modules"] == [module for module in PURE if exists(module)]


def test_every_pure_package_and_the_engine_are_typed_strictly():
    strict = next(part["module"] for part in settings()["mypy"]["overrides"] if "disallow_untyped_defs" in part)
    assert {f"{module}.*" for module in (*PURE, "engine")} <= set(strict)
