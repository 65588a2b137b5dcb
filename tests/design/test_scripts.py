"""Scripts fill the placeholders of translated sentences."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_ALONE = re.compile(r"""\.replace\(\s*["'`](?:\{|%\()""")


def test_every_place_of_a_placeholder_is_filled():
    """A translation may name it twice; `replace` fills the first place alone."""
    scripts = sorted((ROOT / "static" / "js").rglob("*.js"))
    assert scripts != []
    assert [path.name for path in scripts if FIRST_ALONE.search(path.read_text(encoding="utf-8"))] == []
