"""Templates can be read: short lines, and each piece of markup in one place."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
LONGEST = 160


@pytest.mark.parametrize(
    "pattern", ["templates/**/*.html", "static/css/*.css", "static/js/*.js"], ids=["templates", "styles", "scripts"]
)
def test_no_line_is_too_long_to_read(pattern):
    files = sorted(ROOT.glob(pattern))
    assert files
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert long == []


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
