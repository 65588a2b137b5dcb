"""The referee's guide names buttons and pages by the words that stand on them."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]


def test_words_of_the_guide_are_words_of_the_pages() -> None:
    with (ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po").open("rb") as file:
        shown = {str(message.id) for message in read_po(file)}
    named = re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", (ROOT / "docs" / "referee.md").read_text("utf-8"))
    assert {"Open a case", "Record the facts", "Rule"} <= set(named)
    assert [words for words in named if words not in shown] == []
