"""A sheet of a pack looks as it does alone, though what the sheets have in common is laid out once."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from engine.family import ruleset
from tests.support import layout
from tests.support.paper_samples import EVENT, words
from tournaments.exports import pdf
from tournaments.exports.stencils import Stencils
from tournaments.printing.papers import Leaf
from tournaments.printing.scoresheet import PrintedSeat, PrintedSheet, pages

LONG = "Wolfeschlegelsteinhausenbergerdorff, Maximiliane"


def sheet(called: str, *names: str) -> Leaf:
    """The sheet of a table in a game whose players have narrow columns."""
    chairs = [PrintedSeat(wind, wind + 1, name, "髙橋 﨑子") for wind, name in enumerate(names)]
    table = PrintedSheet(called, chairs, f"https://example.org/e/{called}/")
    return pages(EVENT, ruleset("sichuan-world-championship").sheet, [table])[0]


PACK = [
    sheet("1", "Anna", "Bo", "Cleo", "Dan"),
    sheet("2", "Ed", "Fay", "Gil", "Hu"),
    sheet("3", "Ann", LONG, "Cy", "Dee"),
    sheet("4", "Bob", "Cat", LONG, "Eve"),
    sheet("Restaurantküchentisch", "Anna", "Bo", "Cleo", "Dan"),
]
HOW = {"title": "Sheets", "paper": "a4", "language": "en", "labels": words("en")}


@pytest.fixture(scope="module")
def laid() -> list[tuple[object, object]]:
    stencils = Stencils(lambda leaf, layer, slots: pdf.laid_out(leaf, layer=layer, slots=slots, **HOW))
    return [stencils.page(leaf) for leaf in PACK]


def seen(page: object) -> list[layout.WordBox]:
    """Every word that is drawn, by its text and place."""
    drawn = [box for box in layout.texts(page._page_box) if box.style["visibility"] == "visible"]
    return [word for word in map(layout.word_box, drawn) if word.text]


@pytest.mark.parametrize("number", [1, 2], ids=["of the same height", "higher"])
def test_every_word_stands_where_it_stands_on_the_sheet_alone(laid, number):
    document, stencil = laid[number]
    alone = sorted(seen(pdf.laid_out(PACK[number], **HOW).pages[0]))
    in_pack = sorted(seen(document.pages[0]) + seen(stencil.page))
    assert [word.text for word in in_pack] == [word.text for word in alone]
    assert [word[1:] for word in in_pack] == [pytest.approx(word[1:], abs=0.05) for word in alone]


def test_sheets_of_one_height_share_a_stencil(laid):
    below = [id(stencil) for _document, stencil in laid]
    assert [below.index(each) for each in below] == [0, 0, 2, 2, 4]


def test_in_the_file_each_page_has_its_own_words_and_those_that_all_have(monkeypatch):
    monkeypatch.setattr(pdf, "WHOLE_WEIGHT", 1)
    monkeypatch.setattr(pdf, "AT_ONCE", 2)
    content = pdf.render(PACK[:4], **HOW)
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
    assert [[word in text for word in ("Anna", "Fay", "Ann\n", "Bob", "Signature")] for text in texts] == [
        [number == at for number in range(4)] + [True] for at in range(4)
    ]
