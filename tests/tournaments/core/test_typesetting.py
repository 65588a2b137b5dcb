"""A sheet of a pack looks as it does alone, though the pack has what its sheets share once."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from engine.family import ruleset
from tests.support.paper_samples import EVENT, words
from tournaments.core.printing import pdf
from tournaments.core.printing.documents import Leaf, PrintedSeat
from tournaments.core.printing.typesetting import FilledLeaf, Typesetter
from tournaments.results.papers.scoresheet import PrintedSheet, make_pages

pytestmark = pytest.mark.usefixtures("garbage_of_papers_alone")

LONG = "Wolfeschlegelsteinhausenbergerdorff, Maximiliane"


def sheet(called: str, *names: str) -> Leaf:
    """Return the sheet of a table in a game whose players have narrow columns."""
    chairs = [PrintedSeat(wind, wind + 1, name, "髙橋 﨑子") for wind, name in enumerate(names)]
    table = PrintedSheet(called, chairs, f"https://example.org/e/{called}/")
    return make_pages(EVENT, ruleset("sichuan-world-championship").sheet, [table])[0]


PACK = [
    sheet("1", "Anna", "Bo", "Cleo", "Dan"),
    sheet("2", "Ed", "Fay", "Gil", "Hu"),
    sheet("3", "Ann", LONG, "Cy", "Dee"),
    sheet("4", "Bob", "Cat", LONG, "Eve"),
    sheet("Restaurantküchentisch", "Anna", "Bo", "Cleo", "Dan"),
]


def made(sheets: list[FilledLeaf]) -> bytes:
    typesetter = Typesetter("A4")
    assert [*typesetter.add(sheets)] == [*range(1, len(sheets) + 1)]
    return typesetter.content()


def filled(*leaves: Leaf) -> list[FilledLeaf]:
    return pdf.fill_leaves(pdf.PrintRun(leaves, "Sheets", "a4", "en", words("en"), "UTC"))


@pytest.fixture(scope="module")
def pack() -> bytes:
    return made(filled(*PACK))


def pictures(content: bytes, folder: Path) -> list[bytes]:
    """Draw the pages of a PDF."""
    (folder / "paper.pdf").write_bytes(content)
    subprocess.run(["pdftoppm", "-r", "60", "-gray", "paper.pdf", "page"], cwd=folder, check=True)
    found = sorted(folder.glob("page-*.pgm"))
    return [path.read_bytes() for path in found]


def test_sheets_that_share_look_as_they_do_alone(pack, tmp_path):
    """The second of each two that share a form, and the one that shares none."""
    drawn, alone = [1, 3, 4], []
    for number in drawn:
        (folder := tmp_path / str(number)).mkdir()
        alone += pictures(made(filled(PACK[number])), folder)
    (tmp_path / "pack").mkdir()
    together = pictures(pack, tmp_path / "pack")
    assert ([together[number] for number in drawn], len(together)) == (alone, len(PACK))


def forms(content: bytes) -> list[list[int]]:
    """Return the numbers of the form objects below each page."""
    found = []
    for page in PdfReader(io.BytesIO(content)).pages:
        drawn = page.get_contents().get_data()
        objects = page["/Resources"]["/XObject"]
        found.append([objects.raw_get(name).idnum for name in objects if f"{name} Do".encode() in drawn])
    return found


def test_sheets_share_a_form_where_their_names_need_the_same_height(pack):
    below = [found for (found,) in forms(pack)]
    assert [below.index(each) for each in below] == [0, 0, 2, 2, 4]


def test_a_form_is_in_the_file_once_though_the_pack_is_written_in_parts(pack, monkeypatch):
    monkeypatch.setattr("tournaments.core.printing.typesetting.AT_ONCE", 2)
    content = made(filled(*PACK[:4]))
    assert len({found for (found,) in forms(content)}) == 2
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
    assert [[word in text for word in ("Anna", "Fay", "Ann\n", "Bob", "Signature")] for text in texts] == [
        [number == at for number in range(4)] + [True] for at in range(4)
    ]


def test_a_sheet_whose_rest_stands_elsewhere_is_laid_out_whole():
    def html(own: str) -> str:
        return f'<body class="paper scoresheet"><p class="variable">{own}</p><p id="rest">Signature</p></body>'

    content = made([FilledLeaf(html("Anna"), html("Anna")), FilledLeaf(html("Fay"), html("Fay<br>Gil"))])
    texts = [page.extract_text().split() for page in PdfReader(io.BytesIO(content)).pages]
    assert texts == [["Signature", "Anna"], ["Fay", "Signature"]]
