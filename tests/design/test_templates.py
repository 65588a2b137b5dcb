"""Tables and labelled fields are components, which fit phones and screen readers; static files are there."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def written_outside_components(markup: str) -> list[str]:
    """Templates that write the markup themselves."""
    return [
        path.relative_to(ROOT).as_posix()
        for path in TEMPLATES
        if path.parent.name != "components" and re.search(markup, path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("markup", [r"<table\b", r"<t[drh]\b", r"<label\b", r"data-label=\"{% translate"])
def test_tables_and_fields_are_components(markup):
    assert written_outside_components(markup) == []


def named_by(pattern: str) -> set[tuple[str, str]]:
    """Pairs of a template and what it names."""
    return {
        (path.relative_to(ROOT).as_posix(), name)
        for path in TEMPLATES
        for name in re.findall(pattern, path.read_text(encoding="utf-8"))
    }


def test_the_static_files_that_templates_name_are_there():
    named = named_by(r"""\bstatic ["']([^"']+)["']""")
    assert ({pair for pair in named if finders.find(pair[1]) is None}, len(named) > 50) == (set(), True)


def test_the_templates_that_others_name_are_there():
    named = named_by(r"""\{% (?:include|extends) ["']([^"']+)["']""")
    missing = {pair for pair in named if not (ROOT / "templates" / pair[1]).is_file()}
    assert (missing, len(named) > 200) == (set(), True)


def test_no_translated_literal_has_a_percent_sign() -> None:
    """Django doubles the sign in `_("…")` of a template, and shows it so where the language has no translation."""
    literals = re.compile(r"""_\((?:"[^"]*%[^"]*"|'[^']*%[^']*')\)""")
    wrong = [(str(path), text) for path in TEMPLATES for text in literals.findall(path.read_text("utf-8"))]
    assert wrong == []


def test_no_list_without_rows_says_only_that_there_are_none() -> None:
    """An empty list says in a sentence what comes there, and names the next step (`components/empty_line.html`)."""
    bare = re.compile(r"""(?:translate |_\()["'](?:None|Nobody|Nothing)\.["']""")
    assert [str(path) for path in TEMPLATES if bare.search(path.read_text("utf-8"))] == []


def test_a_fold_with_fields_is_open_where_they_have_errors() -> None:
    """The page without a server is never sent; its script checks it."""
    fold = re.compile(r"<details((?:[^>{]|\{%.*?%\}|\{\{.*?\}\})*)>((?:(?!</?details).)*)</details>", re.DOTALL)
    fields = re.compile(r"""components/(?:form|field)\.html["']""")
    folds = [(path, *match.groups()) for path in TEMPLATES for match in fold.finditer(path.read_text("utf-8"))]
    with_fields = [(path.name, attributes) for path, attributes, inside in folds if fields.search(inside)]
    closed = {name for name, attributes in with_fields if "open" not in attributes}
    assert (closed, len(with_fields) > 30) == ({"without_server.html"}, True)
