"""Where a text may stand: selectors have none, tables of words have a room (docs/architecture.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.test_marked_texts import modules, name_of

MARKS = {
    "_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy",
    "pgettext_noop", "npgettext", "sentence",
}  # fmt: skip
OWN_WORDS = {"wording", "forms", "models", "law", "seating", "duplicate", "standings"}
"""Rooms whose tables of words are their own: choices of forms and models, and the vocabulary of pure packages."""


def is_marked(node: ast.expr) -> bool:
    """Whether the expression is a text marked for the catalogues."""
    return (
        isinstance(node, ast.Call)
        and name_of(node.func) in MARKS
        and any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in node.args)
    )


def texts(tree: ast.AST) -> Iterator[int]:
    """Lines of marked texts."""
    return (node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr) and is_marked(node))


def tables(tree: ast.AST) -> Iterator[int]:
    """Lines of displays that hold two marked texts or more: ids on one side, words on the other."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            inside = node.values
        elif isinstance(node, (ast.List, ast.Set)):
            inside = node.elts
        elif isinstance(node, ast.Tuple) and all(isinstance(each, ast.Tuple) for each in node.elts):
            inside = [each.elts[-1] for each in node.elts if isinstance(each, ast.Tuple) and len(each.elts) == 2]
        else:
            continue
        if sum(map(is_marked, inside)) > 1:
            yield node.lineno


def rooms(path: str) -> set[str]:
    """The folders of a module."""
    return set(Path(path).parts[:-1])


def test_selectors_return_values() -> None:
    found = [f"{path}:{line}" for path, tree in modules() if "selectors" in rooms(path) for line in texts(tree)]
    assert found == []


def test_tables_of_words_stand_in_wording() -> None:
    outside = [
        (path, tree) for path, tree in modules() if not path.startswith("engine") and not rooms(path) & OWN_WORDS
    ]
    assert [f"{path}:{line}" for path, tree in outside for line in tables(tree)] == []


@pytest.mark.parametrize(
    ("code", "texts_found", "tables_found"),
    [
        ('raise UserError(_("No."))', 1, 0),
        ('WORDS = {"a": _("A"), "b": pgettext("x", "B")}', 2, 1),
        ('def words():\n    return [_("A"), gettext_lazy("B")]', 2, 1),
        ('CHOICES = (("a", _("A")), ("b", _("B")))', 2, 1),
        ('page(title=_("A"), heading=_("B"))', 2, 0),
        ('{"page_title": _("A"), "rows": rows}', 1, 0),
        ("_(option.label)", 0, 0),
        ('say = {"a": (run, _("A")), "b": (stop, _("B"))}', 2, 0),
    ],
)
def test_a_text_and_a_table_are_told_apart(code: str, texts_found: int, tables_found: int) -> None:
    tree = ast.parse(code)
    assert (len(list(texts(tree))), len(list(tables(tree)))) == (texts_found, tables_found)
