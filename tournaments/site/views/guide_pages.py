"""Guides in `docs/` as pages of the site: in the reader's language if available, else in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.urls import reverse

from tournaments.core.installation import get_program_folder

PAGES = (
    "install",
    "organiser",
    "scorer",
    "referee",
    "player",
    "roles",
    "settings",
    "personal-data",
    "formats",
    "seating",
    "duplicate",
    "deals",
    "venue",
    "deploy",
    "checking",
    "event-files",
    "mirror",
    "seasons",
    "translating",
    "api",
    "pay",
    "judging",
    "clauses",
)


class GuidePage(NamedTuple):
    """Guide; `html` is safe: its text has no HTML of its own."""

    name: str
    title: str
    html: str
    language: str


def get_folder() -> Path:
    return get_program_folder("docs")


def find_source(name: str, language: str) -> tuple[Path, str]:
    translated = get_folder() / language / f"{name}.md"
    return (translated, language) if translated.exists() else (get_folder() / f"{name}.md", "en")


def list_guide_pages(language: str) -> list[GuidePage]:
    return [read(name, language) for name in PAGES if find_source(name, language)[0].exists()]


def read(name: str, language: str) -> GuidePage:
    path, page_language = find_source(name, language)
    if name not in PAGES or not path.exists():
        raise LookupError(name)
    return _read(name, str(path), page_language, path.stat().st_mtime_ns)


def get_image(name: str) -> Path:
    """Return a picture's path. Raises LookupError for an unknown name."""
    path = get_folder() / "images" / name
    if not re.fullmatch(r"[a-z0-9-]+\.webp", name) or not path.exists():
        raise LookupError(name)
    return path


def get_schema(name: str) -> Path:
    path = get_folder() / name
    if not re.fullmatch(r"[a-z0-9-]+\.schema\.json", name) or not path.exists():
        raise LookupError(name)
    return path


def make_anchor(heading: str) -> str:
    """Return a heading's anchor.

    >>> make_anchor("A call, a case, a ruling")
    'a-call-a-case-a-ruling'
    """
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.strip().lower()))


@lru_cache(maxsize=64)
def _read(name: str, path: str, language: str, _changed: int) -> GuidePage:
    # Imported here, because only pages of the guide need the library.
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(Path(path).read_text(encoding="utf-8"))
    # A translation has the sections of the English guide, and links lead to them by the English headings.
    anchors = iter(
        () if language == "en" else _list_anchors(parser.parse((get_folder() / f"{name}.md").read_text("utf-8")))
    )
    title = name
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            text = tokens[index + 1].content
            token.attrSet("id", next(anchors, None) or _make_plain_anchor(text))
            if token.tag == "h1":
                title = text
        for child in token.children or ():
            _rewrite_address(child)
    _mark_tables(tokens)
    return GuidePage(name, title, parser.renderer.render(tokens, parser.options, {}), language)


def _make_plain_anchor(heading: str) -> str:
    return make_anchor(re.sub(r"[`*_]|\[|\]\([^)]*\)", "", heading))


def _list_anchors(tokens: Sequence[Any]) -> list[str]:
    return [
        _make_plain_anchor(tokens[index + 1].content)
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def _rewrite_address(token: Any) -> None:
    if token.type == "image":
        source = str(token.attrGet("src"))
        token.attrSet("src", reverse("guide_image", args=[source.rpartition("/")[2]]))
    if token.type == "link_open":
        target, _hash, anchor = str(token.attrGet("href")).partition("#")
        file = target.rpartition("/")[2]
        page = file.removesuffix(".md")
        if file.endswith(".schema.json"):
            token.attrSet("href", reverse("guide_schema", args=[file]))
        if target.endswith(".md") and page in PAGES:
            token.attrSet("href", reverse("guide_page", args=[page]) + (f"#{anchor}" if anchor else ""))


def _mark_tables(tokens: Sequence[Any]) -> None:
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("class", "guide-table")
