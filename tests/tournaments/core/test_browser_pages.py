"""Papers where the PDF library is missing: the same content and page breaks from the browser's print dialog."""

from __future__ import annotations

import io
import json

import pytest
from django.test import RequestFactory
from pypdf import PdfReader

from tests.support import layout, paper_samples
from tests.support.people import people, person, small_tournament
from tests.support.slices import in_slice
from tournaments.core.printing import pdf
from tournaments.core.printing.browser_pages import render_browser_page
from tournaments.core.printing.pdf import NoPdfError, PrintRun

KEPT = json.loads(layout.STORED.read_text(encoding="utf-8"))
SIZES = {"a4": (595, 842), "letter": (612, 792)}
"""Points."""
PAGES = [each for each in paper_samples.CHECKED if each[1] in ("en", "ja")]
"""Samples of each kind whose pages in PDF are on record; in two languages, for speed."""


@pytest.fixture
def without_pango(monkeypatch):
    def missing(*_given, **_options):
        raise NoPdfError("PDF needs the system library Pango on the server: install it.")

    monkeypatch.setattr(pdf, "_print", missing)
    pdf.can_make_pdf.cache_clear()
    yield
    pdf.can_make_pdf.cache_clear()


@pytest.mark.django_db
@pytest.mark.usefixtures("without_pango")
def test_papers_open_as_a_page_with_a_hint_how_to_get_pdf(client):
    tournament = small_tournament(32)
    people(tournament)
    client.force_login(person("olga"))
    asked = {"document": "badges", "paper": "letter"}
    answer = client.post(f"/t/{tournament.slug}/manage/print/", asked)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    page = answer.content.decode()
    assert "Pango on the server: install it." in page
    assert 'href="/help/install/#pdf-files"' in page
    assert "css/paper-letter" in page
    names = [entry.name for entry in tournament.entries.all()]
    assert [name for name in names if name not in page] == []


@pytest.mark.browser
def test_a_browser_prints_the_pages_of_the_pdf(live_site, new_page):
    """A run takes a third of the samples."""
    found, kept, served = {}, {}, {}
    page, address = new_page(), live_site.url("/print-dialog")
    page.route(address, lambda route: route.fulfill(**served))
    for name, language, paper in in_slice(PAGES, 3):
        run = PrintRun(paper_samples.SAMPLES[name](), name, paper, language, paper_samples.words(language), "UTC")
        answer = render_browser_page(RequestFactory().get("/"), run, "no PDF")
        policy = " ".join(["style-src 'self'", *answer._csp_update["style-src"]])
        served["body"] = answer.content
        served["headers"] = {"Content-Type": "text/html", "Content-Security-Policy": policy}
        page.goto(address, wait_until="networkidle")
        printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        sizes = {tuple(round(float(side)) for side in sheet.mediabox[2:]) for sheet in printed.pages}
        found[name, paper] = (len(printed.pages), sizes)
        kept[name, paper] = (len(KEPT["/".join((name, language, paper))]), {SIZES[paper]})
    assert found == kept
