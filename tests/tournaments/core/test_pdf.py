"""Packs of papers are printed in a child process: all pages in order, progress, an end to what takes too long."""

import io
import multiprocessing
import tempfile
import time

import pytest
from pypdf import PdfReader

from tests.support import patience, work
from tournaments.core.printing import pdf, typesetting
from tournaments.core.printing.documents import PaperHeading
from tournaments.core.printing.registry import translate_labels
from tournaments.standings.papers.standings_list import StandingLine, build_standings_pages

pytestmark = pytest.mark.usefixtures("garbage_of_papers_alone")


def run(count: int, name: str = "Player {}") -> pdf.PrintRun:
    heading = PaperHeading("Spring Open", "Lyon", "2 May 2026")
    leaves = [
        leaf
        for n in range(count)
        for leaf in build_standings_pages(heading, 1, (["TP"], [StandingLine("1", name.format(n), ["4"])]), ([], []))
    ]
    return pdf.PrintRun(leaves, "Places", "a4", "ja", translate_labels(["en"]), "UTC")


def in_parts(printed: pdf.PrintRun) -> bytes:
    typesetter = typesetting.Typesetter("A4")
    assert len([*typesetter.add(pdf.fill_leaves(printed))]) == len(printed.leaves)
    return typesetter.content()


@pytest.mark.parametrize("pages_at_once", [1, 20, 60], ids=["one page", "two pages", "all"])
def test_a_pack_in_parts_has_all_pages_in_order_with_title_and_language(monkeypatch, pages_at_once):
    monkeypatch.setattr(typesetting, "AT_ONCE", pages_at_once)
    whole = PdfReader(io.BytesIO(in_parts(run(5))))
    texts = [page.extract_text() for page in whole.pages]
    assert [f"Player {number}" in text for number, text in enumerate(texts)] == [True] * 5
    assert (whole.metadata.title, whole.trailer["/Root"]["/Lang"]) == ("Places", "ja")


def test_fonts_that_parts_have_in_common_are_in_the_file_once(monkeypatch):
    monkeypatch.setattr(typesetting, "AT_ONCE", 1)
    assert streams(in_parts(run(4, "Anna"))) == streams(in_parts(run(1, "Anna")))


def streams(content: bytes) -> int:
    """Count fonts, pictures and drawings of pages."""
    return sum(b"stream" in each for each in content.split(b"endobj"))


def test_a_child_process_tells_of_each_leaf_and_leaves_no_files(monkeypatch, tmp_path):
    # As a site starts it: in this test's folder, not in that of the process from which other tests fork theirs.
    monkeypatch.setattr(pdf, "_spawn", multiprocessing.get_context("spawn"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    told = []
    content = pdf.render_run(run(3), lambda *done: told.append(done))
    assert len(PdfReader(io.BytesIO(content)).pages) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]

    def cancelled(done, total):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        pdf.render_run(run(3), cancelled)
    assert (multiprocessing.active_children(), [*tmp_path.iterdir()]) == ([], [])


def test_what_takes_too_long_is_stopped_and_the_next_paper_has_its_turn():
    for _ in range(pdf.AT_ONCE + 1):
        with pytest.raises(pdf.PrintingError, match="took too long"):
            pdf.render_run(run(1), seconds=0.01)
    assert multiprocessing.active_children() == []


def test_who_finds_too_many_at_the_printer_is_asked_to_come_back():
    for _ in range(pdf.AT_ONCE):
        pdf._turns.acquire()
    try:
        with pytest.raises(pdf.PrintingError, match="Other papers are being printed"):
            pdf.render_run(run(1), seconds=0.01)
    finally:
        pdf._turns.release(pdf.AT_ONCE)


def test_a_fault_in_the_child_is_raised_here_with_its_traceback(tmp_path):
    with pytest.raises(RuntimeError, match=r"typesetting.py"):
        pdf._in_child([None], "A4", str(tmp_path), lambda done, total: None, time.monotonic() + patience.SECONDS)


@pytest.mark.parametrize(
    ("child", "sentence"),
    [(work.die, "stopped before the paper was ready"), (work.miss_pango, "apt-get install libpango")],
)
def test_the_reader_is_told_why_there_is_no_paper(monkeypatch, child, sentence):
    monkeypatch.setattr(pdf, "work", child)
    with pytest.raises(pdf.PrintingError, match=sentence):
        pdf.render_run(run(1))
