"""Words of a paper in several languages: the first leads, the others follow in small print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class PrintedWords(str):
    """Text in each language with its tag, joined by dots; in templates the later languages are in small print.

    >>> words = PrintedWords([("en", "Table"), ("ja", "卓")])
    >>> words, words.__html__()
    ('Table · 卓', '<span lang="en">Table</span> <small class="second" lang="ja">卓</small>')
    """

    parts: tuple[tuple[str, str], ...]

    def __new__(cls, parts: Iterable[tuple[str, str]]) -> Self:
        texts = tuple(parts)
        words = super().__new__(cls, " · ".join(text for _tag, text in texts))
        words.parts = texts
        return words

    def __getnewargs__(self) -> tuple[object]:  # type: ignore[override]
        return (self.parts,)

    def __str__(self) -> str:
        # Like a safe string, it survives `str()` on the way to a template.
        return self

    def __html__(self) -> SafeString:
        (tag, first), *others = self.parts
        small = format_html_join("", ' <small class="second" lang="{}">{}</small>', others)
        return format_html('<span lang="{}">{}</span>{}', tag, first, small)

    @property
    def first(self) -> str:
        return self.parts[0][1]

    def filled(self, **values: object) -> PrintedWords:
        return PrintedWords((tag, text % values) for tag, text in self.parts)
