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


def test_the_static_files_that_templates_name_are_there():
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in TEMPLATES
        for name in re.findall(r"""\bstatic ["']([^"']+)["']""", path.read_text(encoding="utf-8"))
    }
    missing = {(template, name) for template, name in named if finders.find(name) is None}
    assert (missing, len(named) > 50) == (set(), True)
