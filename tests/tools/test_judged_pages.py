"""`accessibility_faults` finds what axe finds by itself, in every document of a visitor."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.support.browser import COLOURS, accessibility_faults

pytestmark = pytest.mark.browser

FAULTY = """data:text/html,<!doctype html><html lang="en"><title>Faults</title>
<style>
  body { color-scheme: light dark; background: light-dark(white, black); color: light-dark(black, white) }
  .pale { color: rgb(0 150 0) }
  .board { background: rgb(0 0 0) }
  .glass { background: rgb(200 0 0 / .4); color: light-dark(black, rgb(60 60 60)) }
</style>
<main><h1>Faults</h1>
<p class="pale board">clear</p><p class="pale">pale</p><p class="glass">dark on <b>dark</b></p>
<input name="nameless"><div role="checkbox" aria-checked="perhaps" tabindex="0">so</div></main>"""
ALL = {"aria-valid-attr-value", "color-contrast", "label", "target-size"}


def by_itself(page: Any, **options: Any) -> list[str]:
    """The faults that the package finds when nobody helps it, in the same words."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return sorted(f"{fault['id']}: {fault['help']} ({fault['nodes'][0]['html'][:200]})" for fault in found)


def test_every_document_of_a_visitor_is_judged_as_axe_judges_it(new_page: Any) -> None:
    tags = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    stranger, visitor = new_page(color_scheme="light"), new_page(color_scheme="light")
    stranger.goto(FAULTY)
    expected = by_itself(stranger, runOnly=tags)
    stranger.emulate_media(color_scheme="dark")
    in_the_dark = by_itself(stranger, runOnly=COLOURS)
    assert {fault.partition(":")[0] for fault in expected} == ALL
    assert [fault.partition("(")[2] for fault in in_the_dark] == ['<p class="glass">dark on <b>dark</b></p>)']
    # The first brings axe, the second axe for those that follow, the third has it.
    for _ in range(3):
        visitor.emulate_media(color_scheme="light")
        visitor.goto(FAULTY)
        assert sorted(accessibility_faults(visitor)) == expected
        visitor.emulate_media(color_scheme="dark")
        assert accessibility_faults(visitor, runOnly=COLOURS) == in_the_dark


SOUND = """data:text/html,<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1>
<p class="note">clear</p><label>Name <input></label>{more}</main>"""


@pytest.mark.parametrize(
    ("more", "faults"),
    [
        ('<p class="note">as clear</p>', []),
        ("<p><input></p>", ["label"]),
        ('<p class="note" style="color: rgb(200 200 200)">pale</p>', ["color-contrast"]),
        ('<div role="checkbox" aria-checked="perhaps" tabindex="0">so</div>', ["aria-valid-attr-value"]),
    ],
)
def test_an_element_like_none_before_is_judged_beside_known_ones(new_page: Any, more: str, faults: list[str]) -> None:
    page = new_page()
    for _ in range(2):
        page.goto(SOUND.format(more=""))
        assert accessibility_faults(page) == []
    page.goto(SOUND.format(more=more))
    assert [fault.partition(":")[0] for fault in accessibility_faults(page)] == faults
