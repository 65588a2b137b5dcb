"""The seating as PDF for everybody: made once for a version and a language, known again, never made twice at once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournaments.core.printing import pdf, public_papers
from tournaments.core.printing.pdf import PrintingError, PrintRun

pytestmark = pytest.mark.django_db

RUN = PrintRun([], "", "a4", "en", {}, "UTC")


@pytest.fixture
def made(monkeypatch):
    """Count how often a paper is made; making waits for the fixture's `go`."""
    calls, go = [], threading.Event()

    def render_run(run):
        calls.append(run)
        go.wait(5)
        return b"%PDF-1.7 seating"

    monkeypatch.setattr(pdf, "render_run", render_run)
    return calls, go


def ask(key="one"):
    return public_papers.cached_pdf(key, lambda: RUN)


def test_it_is_made_once_however_many_ask_at_the_same_time(monkeypatch, made):
    calls, go = made
    with ThreadPoolExecutor(8) as visitors:
        asked = [visitors.submit(ask) for _ in range(8)]
        go.set()
        assert {each.result(10) for each in asked} == {b"%PDF-1.7 seating"}
    assert calls == [RUN]
    assert ask() == b"%PDF-1.7 seating"
    assert calls == [RUN]
    monkeypatch.setattr(public_papers, "MAX_CACHED_BYTES", 4)
    for _time in range(2):
        ask("large")
    assert calls == [RUN] * 3, "large papers are not kept"


def test_a_paper_that_could_not_be_made_is_tried_again(monkeypatch, made):
    _calls, go = made
    go.set()

    def fails(*arguments, **named):
        raise PrintingError("no")

    with monkeypatch.context() as broken:
        broken.setattr(pdf, "render_run", fails)
        with pytest.raises(PrintingError):
            ask()
    assert ask() == b"%PDF-1.7 seating"


def test_who_waits_too_long_is_asked_to_come_back(monkeypatch):
    monkeypatch.setattr(public_papers, "PATIENCE", 0.3)
    with public_papers._lock("one"), pytest.raises(PrintingError):
        ask()
