"""No word of a paper leaves the page or lies on another, and papers look as they did when somebody last looked."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from tests.support import layout
from tests.support.paper_samples import CHECKED

MOVED = 1.5
"""Millimetres that a word may stand elsewhere: machines have other faces for Chinese and Japanese."""

KEPT = json.loads(layout.STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "language", "paper"), CHECKED, ids=[" ".join(each) for each in CHECKED])
def test_nothing_overlaps_or_leaves_the_page_and_all_stands_where_it_stood(name, language, paper):
    pages = layout.pages_of(name, language, paper)
    assert [fault for page in pages for fault in layout.faults(page)] == []
    now, kept = layout.summary(pages), KEPT["/".join((name, language, paper))]
    assert [[word[0] for word in page] for page in now] == [[word[0] for word in page] for page in kept]
    moved = [
        (then, here)
        for page, before in zip(now, kept, strict=True)
        for here, then in zip(page, before, strict=True)
        if max(abs(one - other) for one, other in zip(here[1:], then[1:], strict=True)) > MOVED
    ]
    assert moved == []


def run(text: str, left: float, top: float, width: float = 100, height: float = 20) -> SimpleNamespace:
    """A run of text in pixels, as WeasyPrint keeps it."""
    return SimpleNamespace(text=text, position_x=left, position_y=top, width=width, height=height)


@pytest.mark.parametrize(
    ("runs", "faults"),
    [
        ([run("East", 100, 100), run("South", 210, 100), run("West", 100, 115)], []),
        ([run("East", 100, 100), run("South", 190, 104)], ["overlap: East | South"]),
        ([run("East", 720, 100)], ["leaves the page: East"]),
        ([run("East", 100, 1108)], ["leaves the page: East"]),
    ],
    ids=["side by side", "one on another", "too far right", "too low"],
)
def test_a_fault_of_layout_is_found(runs, faults):
    page = SimpleNamespace(width=794, height=1123, _page_box=SimpleNamespace(children=runs))
    assert layout.faults(page) == faults
