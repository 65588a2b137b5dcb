"""A family is its folders: nothing else in the program knows a family by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.family import families, ruleset_names
from tools.checks import ROOT

NAMES = sorted(families())
PREFIXES = sorted(family.clause_prefix for family in families().values())

FOLDERS = tuple(f"{folder}/{name}" for folder in ("engine/rules", "judging/law") for name in NAMES)
"""Places that may name a family: its own folders."""

ASIDE = (
    *FOLDERS,
    # Data of demonstrations: real events and hands of real games.
    "tournaments/exchange/demo",
    "tournaments/management/commands/demo_duplicate.py",
    # Work without this program and therefore hold a table of the rulesets, which their own tests keep true.
    "static/offline/verify-deals.html",
    "static/offline/mahjong-verify.py",
    # Answers of earlier releases by ruleset: like a migration, they never change.
    "tournaments/events/former_options.py",
)

DECLARATION = "riichi"
"""Also what players of that family declare, in the formats of records and of declared hands: alone it is that word."""

NAMED = re.compile(
    rf"(?<![\w-])(?:{'|'.join((*map(re.escape, sorted(ruleset_names())), *(set(NAMES) - {DECLARATION})))})(?![\w-])",
    re.IGNORECASE,
)
"""A family, or one of its rulesets, as a word."""

OF_FAMILY = re.compile(rf"family\b.{{0,20}}?(?:{'|'.join(NAMES)})\b")
"""A family where something asks for the family."""

CLAUSE = re.compile(rf"(?<![\w-])(?:{'|'.join(PREFIXES)})-(?:E?\d|$)")
"""A clause of a family's rulebook, or the beginning of one."""

SOURCES = ("engine", "tournaments", "judging", "templates", "static", "tools")
KINDS = (".py", ".html", ".js", ".css", ".toml", ".txt")


def files() -> Iterator[tuple[str, Path]]:
    """Every source outside the families' folders, with its name."""
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        aside = {"migrations", "__pycache__"} & set(path.parts) or is_in(name, ASIDE)
        if path.suffix in KINDS and not aside:
            yield name, path


def is_in(name: str, places: tuple[str, ...]) -> bool:
    return any(name == place or name.startswith(f"{place}/") for place in places)


def docstrings(tree: ast.AST) -> set[int]:
    """The string nodes that explain instead of doing something: they may give examples and cite clauses."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def named_in_code(text: str) -> Iterator[tuple[int, str]]:
    """(line, what) of every family that a module knows: in its strings, its imports and its own names."""
    tree = ast.parse(text)
    explaining = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explaining:
            if NAMED.search(node.value) or CLAUSE.search(node.value):
                yield node.lineno, node.value
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            for module in modules:
                if re.search(rf"\.(?:{'|'.join(NAMES)})(?:\.|$)", module):
                    yield node.lineno, module
        elif isinstance(node, ast.Compare) and OF_FAMILY.search(ast.unparse(node)):
            yield node.lineno, ast.unparse(node)


def named_in_text(text: str) -> Iterator[tuple[int, str]]:
    """(line, what) of every family in a template, script, style or table of data; comments may give examples."""
    bare = re.sub(r"\{#.*?#\}|/\*.*?\*/|<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(bare.splitlines(), 1):
        line = re.sub(r"(^|\s)(?:#|//) .*", "", line)
        if NAMED.search(line) or CLAUSE.search(line) or OF_FAMILY.search(line):
            yield number, line.strip()


def named(path: Path) -> list[tuple[int, str]]:
    """(line, what) of every family that a file names."""
    text = path.read_text(encoding="utf-8")
    return sorted(set(named_in_code(text) if path.suffix == ".py" else named_in_text(text)))


def test_no_family_is_named_outside_its_folders() -> None:
    assert {name: places for name, path in files() if (places := named(path))} == {}


CODE = """
family == "mcr"
table = {"taiwan": 1}
if family.name in ("riichi", "sichuan"): pass
if tournament.family == "riichi": pass
ruleset("riichi-tenhou")
clause = "MCR-6.8"
name.startswith("RI-")
help = "such as mcr-2006"
from engine.rules.mcr.play.procedure import compose
import engine.rules.sichuan
"""
TEXT = """
{% if tournament.family == "riichi" %}
<p>Taiwan</p>
{% translate 'MCR' %}
.family-riichi {}
"""


def test_the_guard_sees() -> None:
    assert [line for line in CODE.strip().splitlines() if not list(named_in_code(line))] == []
    assert [line for line in TEXT.strip().splitlines() if not list(named_in_text(line))] == []


@pytest.mark.parametrize("line", ['"""As mcr-2006 has it (MCR-3.1)."""', "# riichi", 'word = "riichi"', "x = 'mcrx'"])
def test_the_guard_lets_pass(line: str) -> None:
    assert not list(named_in_code(line))
