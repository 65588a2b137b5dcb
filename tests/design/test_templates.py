"""Tables and labelled fields come from the components, which make them fit phones and screen readers."""

import re
from pathlib import Path

import pytest
from django.conf import settings

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
