"""Templates can be read: short lines, and each piece of markup in one place."""

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
