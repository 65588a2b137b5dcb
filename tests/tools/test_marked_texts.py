"""User-visible texts are marked for translation where they are written, in errors and in sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOLD = {"UserError", "ValidationError", "JobError", "Sentence", "sentence", "join_sentences", "unsettled"}
TOLD |= {"APIException", "NotFound", "ParseError", "PermissionDenied"}
"""Errors of people's mistakes and sentences; errors of the engine and of the packages are found by their bases."""
PLACE = re.compile(r"%\(\w+\)[sd]")
BASES = {"EngineError", "SeatingError", "UserError", "JobError"}


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the program with its path; migrations speak to nobody."""
    return tuple(
        (str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8")))
        for package in ("engine", "tournaments", "judging")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    )


@pytest.fixture(scope="module", autouse=True)
def trees_of_these_tests() -> Iterator[None]:
    """A million objects, through which the garbage collector would look for the tests that follow."""
    yield
    modules.cache_clear()


@cache
def told_by_class() -> set[str]:
    """The classes whose first argument a person reads: the known ones and whatever is derived from them."""
    bases = {
        node.name: {name_of(base) for base in node.bases}
        for _path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = BASES | TOLD
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def name_of(function: ast.expr) -> str:
    """The last part of what is called: ``forms.ValidationError`` -> ``ValidationError``."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_bare(text: ast.expr) -> bool:
    """Return whether the expression is an unmarked text: a literal, filled in or not, or an f-string."""
    if isinstance(text, ast.Constant):
        return isinstance(text.value, str) and any(map(str.isalpha, PLACE.sub("", text.value)))
    if isinstance(text, ast.BinOp):
        return is_bare(text.left)
    return isinstance(text, ast.JoinedStr) and any(is_bare(part) for part in text.values)


def bare_texts(tree: ast.Module, told: set[str]) -> Iterator[int]:
    """Lines where an unmarked text is handed to one of the named."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and name_of(node.func) in told and is_bare(node.args[0]):
            yield node.lineno


def test_every_text_that_people_are_told_is_marked() -> None:
    told = told_by_class()
    assert [f"{path}:{line}" for path, tree in modules() for line in bare_texts(tree, told)] == []


BARE = """
raise UserError("Choose a player.")
raise UserError(f"Choose {n} players.")
raise UserError("Choose %s." % name)
raise forms.ValidationError("Too long.", code="long")
Sentence("%(n)s tiles", {"n": 3})
"""
MARKED = """
raise UserError(_("Choose a player."))
raise UserError(_("Choose %(n)s.") % {"n": 3})
Sentence(gettext_noop("%(n)s tiles"), {"n": 3})
Sentence("%(value)s: %(limit)s", {"value": 3, "limit": 8})
Sentence(stored[0])
raise LookupError("a bug of ours")
"""


def test_a_bare_text_is_found() -> None:
    bare, marked = (list(bare_texts(ast.parse(code), told_by_class())) for code in (BARE, MARKED))
    assert (sorted(bare), marked) == ([2, 3, 4, 5, 6], [])
