"""Packs of papers are printed in a child process: all pages in order, progress, an end to what takes too long."""

import gc
import io
import multiprocessing
import signal
import tempfile
import time

import psutil
import pytest
from fontTools.ttLib import TTFont, woff2
from pypdf import PdfReader

from tests.support import patience, work
from tests.support.tables import playing
from tournaments.core.installation import get_program_folder
from tournaments.core.printing import pdf, typesetting
from tournaments.core.printing.documents import PaperHeading
from tournaments.core.printing.registry import translate_labels
from tournaments.standings.papers.standings_list import StandingLine, build_standings_pages

pytestmark = [pytest.mark.usefixtures("garbage_of_papers_alone", "no_waiting_child"), pytest.mark.django_db]


@pytest.fixture
def no_waiting_child():
    pdf.end_waiting_child()
    yield
    pdf.end_waiting_child()


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


def test_a_child_makes_the_next_paper_too_with_a_lower_priority():
    pdf.warm_up()
    (child,) = multiprocessing.active_children()
    assert psutil.Process(child.pid).nice() == min(19, psutil.Process().nice() + pdf.NICENESS)
    pdf.warm_up()
    first, second = (pdf.render_run(run(1, name)) for name in ("Anna", "Bo"))
    assert ["Anna" in PdfReader(io.BytesIO(content)).pages[0].extract_text() for content in (first, second)] == [
        True,
        False,
    ]
    assert [process.pid for process in multiprocessing.active_children()] == [child.pid]
    assert pdf.render_run(run(1), seconds=patience.SECONDS).startswith(b"%PDF")
    assert multiprocessing.active_children() == []


def test_a_child_that_waited_for_too_long_is_replaced(monkeypatch):
    pdf.warm_up()
    (former,) = multiprocessing.active_children()
    monkeypatch.setattr(pdf, "LASTS", 0.0)
    assert pdf.render_run(run(1)).startswith(b"%PDF")
    (later,) = multiprocessing.active_children()
    assert later.pid != former.pid


@pytest.mark.parametrize("end", ["nobody prints", "parent has ended", "large pack"])
def test_a_child_ends_and_removes_its_files(monkeypatch, tmp_path, end):
    ours, theirs = multiprocessing.Pipe()
    folder = tmp_path / "child"
    folder.mkdir()
    if end == "parent has ended":
        ours.close()
    if end == "large pack":
        monkeypatch.setattr(typesetting, "MAX_LEAVES_OF_LASTING_CHILD", 1)
        ours.send((pdf.fill_leaves(run(2)), "A4"))
    former = tempfile.tempdir
    try:
        typesetting.work(theirs, str(folder), idle=0.0 if end == "nobody prints" else patience.SECONDS)
    finally:
        tempfile.tempdir = former
        gc.enable()
        signal.signal(signal.SIGINT, signal.default_int_handler)
    assert [*tmp_path.iterdir()] == []


def test_fonts_are_unpacked_once_for_a_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MAHJONG_DIRECTOR_DATA", str(tmp_path))
    path = get_program_folder("static") / "fonts" / "source-sans-3-400.woff2"
    unpacked = typesetting.read_unpacked_font(path)
    (kept,) = (tmp_path / "fonts").iterdir()
    assert (kept.suffix, kept.read_bytes(), TTFont(io.BytesIO(unpacked)).flavor) == (".ttf", unpacked, None)
    assert TTFont(io.BytesIO(unpacked)).getGlyphOrder() == TTFont(path).getGlyphOrder()
    monkeypatch.setattr(woff2, "decompress", work.refuse)
    assert typesetting.read_unpacked_font(path) == unpacked


def test_fonts_are_unpacked_where_the_data_folder_takes_no_file(monkeypatch, tmp_path):
    (tmp_path / "fonts").write_text("in the way")
    monkeypatch.setenv("MAHJONG_DIRECTOR_DATA", str(tmp_path))
    path = get_program_folder("static") / "fonts" / "source-sans-3-400.woff2"
    assert TTFont(io.BytesIO(typesetting.read_unpacked_font(path))).flavor is None


def test_who_finds_too_many_at_the_printer_is_asked_to_come_back():
    for _ in range(pdf.AT_ONCE):
        pdf._turns.acquire()
    try:
        with pytest.raises(pdf.PrintingError, match="Other papers are being printed"):
            pdf.render_run(run(1), seconds=0.01)
    finally:
        pdf._turns.release(pdf.AT_ONCE)


def test_one_paper_at_a_time_is_printed_while_a_round_is_being_played():
    with pdf._take_turn(0), pdf._take_turn(0):
        pass
    playing()
    with pdf._take_turn(0), pytest.raises(pdf.PrintingError, match="Other papers are being printed"), pdf._take_turn(0):
        raise AssertionError
    with pdf._take_turn(0):
        pass


def test_a_fault_in_the_child_is_raised_here_with_its_traceback():
    with pytest.raises(RuntimeError, match=r"typesetting.py"):
        pdf._print([None], "A4", lambda done, total: None, time.monotonic() + patience.SECONDS)


@pytest.mark.parametrize(
    ("child", "sentence"),
    [(work.die, "stopped before the paper was ready"), (work.miss_pango, "apt-get install libpango")],
)
def test_the_reader_is_told_why_there_is_no_paper(monkeypatch, child, sentence):
    monkeypatch.setattr(pdf, "work", child)
    with pytest.raises(pdf.PrintingError, match=sentence):
        pdf.render_run(run(1))
