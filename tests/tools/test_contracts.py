"""Import rules that the contracts in pyproject.toml cannot express."""

import ast
import sys
import tomllib
from fnmatch import fnmatch

from tools.checks import ROOT

PURE = (
    "tournaments.game.logic",
    "tournaments.standings.logic",
    "tournaments.seasons.logic",
    "tournaments.results.logic",
    "tournaments.figures.logic",
    "tournaments.seating.logic",
    "tournaments.duplicate.logic",
    "tournaments.exchange.verification",
    "tournaments.fees.logic",
    "tournaments.core.text.numbers",
    "judging.law",
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


def test_the_engine_needs_nothing_but_the_standard_library():
    paths = (ROOT / "engine").rglob("*.py")
    foreign = {(str(path.relative_to(ROOT)), name) for path in paths for name in imported(path)}
    assert {one for one in foreign if one[1] not in sys.stdlib_module_names | {"engine"}} == set()


def test_every_pure_package_is_under_the_contract():
    contracts = {one["name"]: one for one in settings()["importlinter"]["contracts"]}
    assert contracts["Pure packages know no framework"]["source_modules"] == list(filter(exists, PURE))


def test_every_pure_package_and_the_engine_are_typed_strictly():
    strict = next(part["module"] for part in settings()["mypy"]["overrides"] if "disallow_untyped_defs" in part)
    lax = [module for module in (*PURE, "engine") if not any(fnmatch(f"{module}.any", typed) for typed in strict)]
    assert lax == []
