"""Guides in `docs/` as pages of the site: in the reader's language if available, else in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.core.installation import get_program_folder

TASKS: Final = {
    gettext_lazy("Play"): ("player",),
    gettext_lazy("Organise an event"): ("install", "organiser", "settings", "formats"),
    gettext_lazy("Seat players and deal boards"): ("seating", "duplicate", "deals"),
    gettext_lazy("Run the day in the hall"): ("venue", "mirror", "webhooks", "scorer", "referee"),
    gettext_lazy("Keep results and people"): ("seasons", "event-files", "checking", "personal-data"),
    gettext_lazy("Host a site"): ("deploy", "roles", "translating"),
    gettext_lazy("Write programs"): ("api", "pay", "judging", "clauses"),
}
PAGES: Final = tuple(name for names in TASKS.values() for name in names)


class Section(NamedTuple):
    """Second heading of a guide, with the text down to the next one, for searching."""

    anchor: str
    title: str
    text: str


class GuidePage(NamedTuple):
    """Guide; `html` is safe: its text has no HTML of its own."""

    name: str
    title: str
    html: str
    language: str
    sections: tuple[Section, ...]


class Match(NamedTuple):
    """Section with the words of a search, and its text around the first of them."""

    guide: GuidePage
    section: Section
    before: str
    words: str
    after: str


def get_folder() -> Path:
    return get_program_folder("docs")


def find_source(name: str, language: str) -> tuple[Path, str]:
    translated = get_folder() / language / f"{name}.md"
    return (translated, language) if translated.exists() else (get_folder() / f"{name}.md", "en")


def list_guide_pages(language: str) -> list[GuidePage]:
    return [guide for _task, guides in list_tasks(language) for guide in guides]


def list_tasks(language: str) -> list[tuple[str, list[GuidePage]]]:
    return [
        (str(task), [read(name, language) for name in names if find_source(name, language)[0].exists()])
        for task, names in TASKS.items()
    ]


def search_sections(query: str, language: str) -> list[Match]:
    """Return the sections that have all words: a word in the title first, then in the order of the guides."""
    words = query.casefold().split()
    matches = [
        _make_match(guide, section, words)
        for guide in (list_guide_pages(language) if words else ())
        for section in guide.sections
        if all(word in f"{section.title} {section.text}".casefold() for word in words)
    ]
    return sorted(matches, key=lambda match: not any(word in match.section.title.casefold() for word in words))


def _make_match(guide: GuidePage, section: Section, words: Sequence[str]) -> Match:
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    match = pattern.search(section.text)
    if match is None:
        return Match(guide, section, section.text[:160], "", "")
    start, end = max(0, match.start() - 60), match.end() + 100
    before = ("… " if start else "") + section.text[start : match.start()]
    after = section.text[match.end() : end] + (" …" if end < len(section.text) else "")
    return Match(guide, section, before, match.group(), after)


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
    sections: list[Section] = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            text = tokens[index + 1].content
            token.attrSet("id", next(anchors, None) or _make_plain_anchor(text))
            if token.tag == "h1":
                title = text
            else:
                sections.append(Section(str(token.attrGet("id")), _strip_marks(text), ""))
        elif token.type == "inline" and sections and tokens[index - 1].type != "heading_open":
            words = "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())
            sections[-1] = sections[-1]._replace(text=f"{sections[-1].text} {words}".strip())
        for child in token.children or ():
            _rewrite_address(child)
    _mark_tables(tokens)
    return GuidePage(name, title, parser.renderer.render(tokens, parser.options, {}), language, tuple(sections))


def _make_plain_anchor(heading: str) -> str:
    return make_anchor(_strip_marks(heading))


def _strip_marks(heading: str) -> str:
    return re.sub(r"[`*_]|\[|\]\([^)]*\)", "", heading)


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
