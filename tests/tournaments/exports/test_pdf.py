"""Packs of papers are laid out in parts and joined: same pages, one title, fonts in it once."""

import io
from collections.abc import Sequence

from pypdf import PdfReader

from tournaments.exports import pdf
from tournaments.papers.registry import labels
from tournaments.printing import lists
from tournaments.printing.papers import Heading


def made(count: int, name: str = "Player {}") -> bytes:
    heading = Heading("Spring Open", "Lyon", "2 May 2026")
    leaves = [
        leaf
        for n in range(count)
        for leaf in lists.standings(heading, 1, (["TP"], [lists.StandingLine("1", name.format(n), ["4"])]), ([], []))
    ]
    told = []
    content = pdf.render(
        leaves,
        title="Places",
        paper="a4",
        language="ja",
        labels=labels(["en"]),
        progress=lambda *done: told.append(done),
    )
    assert told == [(number, count) for number in range(1, count + 1)]
    return content


def test_a_pack_in_parts_has_all_pages_in_order_with_title_and_language(monkeypatch):
    monkeypatch.setattr(pdf, "AT_ONCE", 2)
    whole = PdfReader(io.BytesIO(made(5)))
    texts = [page.extract_text() for page in whole.pages]
    assert [f"Player {number}" in text for number, text in enumerate(texts)] == [True] * 5
    assert (whole.metadata.title, whole.trailer["/Root"]["/Lang"]) == ("Places", "ja")


def test_what_parts_have_in_common_is_in_the_whole_once(monkeypatch):
    monkeypatch.setattr(pdf, "AT_ONCE", 1)
    joined: list[Sequence[bytes]] = []
    monkeypatch.setattr(pdf, "joined", lambda parts: joined.append(parts) or parts[0])
    made(4, "Anna")
    monkeypatch.undo()
    assert streams(pdf.joined(joined[0])) <= streams(joined[0][0])


def streams(content: bytes) -> int:
    """Fonts, pictures and the drawing of pages."""
    return sum(b"stream" in each for each in content.split(b"endobj"))
