"""No word of a paper leaves the page or lies on another, and papers look as they did when somebody last looked."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.support import layout, paper_samples
from tests.support.paper_samples import CHECKED
from tests.support.slices import in_slice
from tournaments.core.printing.registry import place_of
from tournaments.results.papers.round_results import make_result_pages
from tournaments.standings.papers import standings_list
from tournaments.templatetags.printing import unbroken

MOVED = 1.5
"""Millimetres that a word may stand elsewhere: machines have other faces for Chinese and Japanese."""

OF_RUN = in_slice(CHECKED, 2)
KEPT = json.loads(layout.STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "language", "paper"), OF_RUN, ids=[" ".join(each) for each in OF_RUN])
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


def standings_of(names: list[str]) -> list:
    """Pages of standings with these names, whose first two share the first place."""
    lines = [
        replace(line, name=name, native="", place=place_of(max(1, at), at < 2))
        for at, (name, line) in enumerate(zip(names, paper_samples.lines(len(names)), strict=True))
    ]
    leaves = standings_list.build_standings_pages(paper_samples.EVENT, 4, (["TP", "Points"], lines), (["TP"], []))
    return layout.laid_out(leaves, "standings", "en", "a4")


def test_no_row_of_a_list_stands_alone_on_the_last_page():
    """A list one row too long for a page takes another row along."""

    def rows(count: int) -> list[int]:
        words = [layout.words_on(page) for page in standings_of([f"Player{at}" for at in range(count)])]
        return [sum(word.text[-1].isdigit() and word.text.startswith("Player") for word in page) for page in words]

    fitting, *_rest = rows(60)
    longer = next(pages for count in range(fitting, 60) if len(pages := rows(count)) > 1)
    assert longer == [sum(longer) - 2, 2]


def test_papers_mark_shared_places_as_pages_do_and_keep_names_of_characters_whole():
    (page,) = standings_of(["Ada", "Bo", "欧阳娜娜", "한지민"])
    words = [word.text for word in layout.words_on(page)]
    assert [word for word in words if word.endswith("=")] == ["1=", "1="]
    assert {"欧阳娜娜", "한지민"} <= set(words)
    assert (
        str(unbroken("欧阳 <b> 東京麻雀倶楽部連合")) == '<span class="whole">欧阳</span> &lt;b&gt; 東京麻雀倶楽部連合'
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_numbers_of_results_stand_whole_beside_a_long_name(paper):
    row = ["東", "Maximiliane Featherstonehaugh-Wolfeschlegelstein", "−113,200", "4", "−1,132.75"]
    columns = ["Wind", "Player", "Points", "Place", "Score"]
    leaves = make_result_pages(paper_samples.EVENT, columns, [("1", [row] * 4), ("2", [row] * 4)])
    (page,) = layout.laid_out(leaves, "results", "en", paper)
    words = [word.text for word in layout.words_on(page)]
    assert [words.count(number) for number in ("−113,200", "−1,132.75")] == [8, 8]
    assert layout.faults(page) == []


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
