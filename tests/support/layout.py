"""Positions of words on laid-out papers, in millimetres, and layout faults.

`python -m tests.support.layout` checks every sample in every language on every paper; with `--write` it stores the
references of `CHECKED`, which a test compares.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from tournaments.core.printing.typesetting import Typesetter

STORED = Path(__file__).parents[1] / "data" / "paper-layout.json"
MILLIMETRE = 96 / 25.4
SLACK = 0.4
"""Millimetres by which two boxes may meet: a letter's box is larger than its ink."""
EDGE = 4
"""Millimetres at each edge that printers leave white."""


class WordBox(NamedTuple):
    """A run of text on a page: its left and upper edge, width and height."""

    text: str
    left: float
    top: float
    width: float
    height: float


def words_on(page: Any) -> list[WordBox]:
    """Every run of text of a page. The height is that of small letters and capitals, not of the line."""
    return [word_box(box) for box in texts(page._page_box) if box.text.strip()]


def word_box(box: Any) -> WordBox:
    """The place of a box of text."""
    return WordBox(
        box.text.strip(),
        box.position_x / MILLIMETRE,
        (box.position_y + 0.2 * box.height) / MILLIMETRE,
        box.width / MILLIMETRE,
        0.6 * box.height / MILLIMETRE,
    )


def texts(box: Any) -> Iterator[Any]:
    """The boxes of text in a box."""
    if getattr(box, "text", None):
        yield box
    for child in getattr(box, "children", ()):
        yield from texts(child)


def faults(page: Any) -> list[str]:
    """Return overlaps and words outside the page; empty for a sound one."""
    words = words_on(page)
    width, height = page.width / MILLIMETRE, page.height / MILLIMETRE
    found = [
        f"leaves the page: {one.text}"
        for one in words
        if min(one.left, one.top, width - one.left - one.width, height - one.top - one.height) < EDGE
    ]
    return found + [f"overlap: {one.text} | {other.text}" for one, other in combinations(words, 2) if _meet(one, other)]


def _meet(one: WordBox, other: WordBox) -> bool:
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > SLACK and down > SLACK


def lowest(page: Any) -> float:
    """Return the lower end of the content, from 0 at the page's top to 1."""
    return max(one.top + one.height for one in words_on(page)) * MILLIMETRE / float(page.height)


def summary(pages: list[Any]) -> list[list[list[Any]]]:
    """The pages as a reference keeps them: the beginning of each text in Latin letters, where it begins, how wide."""
    return [
        [
            [one.text[:12], round(one.left, 1), round(one.top, 1), round(one.width, 1)]
            for one in words_on(page)
            if one.text.isascii()
        ]
        for page in pages
    ]


def pages_of(name: str, language: str, paper: str) -> list[Any]:
    """The pages of a sample."""
    from django.utils import translation

    from tests.support import paper_samples

    with translation.override(language):
        leaves = paper_samples.SAMPLES[name]()
    return laid_out(leaves, name, language, paper)


def laid_out(leaves: list[Any], name: str, language: str, paper: str) -> list[Any]:
    """The pages of these leaves."""
    from tests.support import paper_samples
    from tournaments.core.printing import pdf
    from tournaments.core.printing.documents import PAPERS

    labels = paper_samples.words(language)
    sheets = pdf.fill_leaves(pdf.PrintRun(leaves, name, paper, language, labels, "UTC"))
    typesetter = typesetter_for(PAPERS[paper])
    return [page for sheet in sheets for page in typesetter.lay_out(sheet.html).pages]


@cache
def typesetter_for(size: str) -> Typesetter:
    """Return one typesetter for each size, because reading the fonts takes a quarter of a second."""
    return Typesetter(size)


# WeasyPrint gives the fonts back, which it can only while its library is loaded.
atexit.register(typesetter_for.cache_clear)


def main(arguments: list[str]) -> int:
    """Print the faults of all samples, or write the references."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    from tests.support.paper_samples import CHECKED, LANGUAGES, SAMPLES

    if arguments == ["--write"]:
        kept = {"/".join(each): summary(pages_of(*each)) for each in CHECKED}
        text = json.dumps(kept, ensure_ascii=False, indent=None, separators=(",", ":")).replace("]],[[", "]],\n[[")
        STORED.write_text(text + "\n", encoding="utf-8")
        return 0
    wrong = 0
    for name in arguments or SAMPLES:
        for language in LANGUAGES:
            for paper in ("a4", "letter"):
                pages = pages_of(name, language, paper)
                found = [fault for page in pages for fault in faults(page)]
                wrong += len(found)
                print(name, language, paper, len(pages), [f"{lowest(page):.2f}" for page in pages], found[:4])
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
