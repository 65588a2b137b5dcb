"""Pages of the site made pages of a copy: links are relative, and what needs the site is taken out."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from typing import Final

EMPTIED: Final = frozenset({"button", "dialog", "form", "iframe", "input", "script", "select", "textarea"})
"""Elements that are nothing without the site or its modules; a script of the copy itself is marked."""
VOID: Final = frozenset({"input"})
OWN: Final = "data-copy"
LIVE: Final = "data-live"
NOTHING: Final = ""
"""Link to something that is nothing in a copy: its words go, too. Without a link the words stay."""
LIVE_LINKS: Final = frozenset({"alternate", "canonical", "manifest", "modulepreload", "preload"})
LIVE_METAS: Final = ("htmx-config", "og:", "twitter:")
LIVE_ATTRIBUTES: Final = ("hx-", "data-follow")

Attributes = list[tuple[str, str | None]]


class PageRewriter(HTMLParser):
    """Rewriter of one page. What it does not change stays as it is, letter by letter."""

    def __init__(self, find_link: Callable[[str], str | None], find_file: Callable[[str], str | None]) -> None:
        super().__init__(convert_charrefs=False)
        self.find_link, self.find_file = find_link, find_file
        self.pieces: list[str] = []
        self.skipped: list[str] = []
        self.pictures: dict[str, str] = {}

    def rewrite(self, page: str, load_drawing: Callable[[str, str], str]) -> str:
        """Return the page of the copy. It has its drawings within it, since a file may not use those of another.

        `load_drawing` takes the address of a drawing in a sprite and its id in the page.
        """
        self.feed(page)
        self.close()
        drawings = "".join(load_drawing(address, name) for address, name in self.pictures.items())
        text = "".join(self.pieces)
        if not drawings:
            return text
        before, end, after = text.rpartition("</body>")
        return f'{before}<svg hidden aria-hidden="true">{drawings}</svg>{end}{after}'

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.skipped:
            if tag == self.skipped[-1]:
                self.skipped.append(tag)
            return
        values = dict(attrs)
        if LIVE in values or (tag in EMPTIED and OWN not in values):
            if tag not in VOID:
                self.skipped.append(tag)
            return
        if tag == "link" and LIVE_LINKS.intersection((values.get("rel") or "").split()):
            return
        if tag == "meta" and (values.get("name") or values.get("property") or "").startswith(LIVE_METAS):
            return
        if tag == "a" and values.get("href"):
            link = self.find_link(values["href"] or "")
            if link == NOTHING or (link is None and "button" in (values.get("class") or "").split()):
                self.skipped.append(tag)
                return
        self._write_tag(tag, attrs, "")

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        if not self.skipped and (tag not in EMPTIED or OWN in dict(attrs)):
            self._write_tag(tag, attrs, "/")

    def handle_endtag(self, tag: str) -> None:
        if self.skipped:
            if tag == self.skipped[-1]:
                self.skipped.pop()
        elif tag not in EMPTIED or tag == "script":
            self.pieces.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._write(f"<!{decl}>")

    def _write(self, text: str) -> None:
        if not self.skipped:
            self.pieces.append(text)

    def _write_tag(self, tag: str, attrs: Attributes, ending: str) -> None:
        changed: Attributes = []
        for name, text in attrs:
            if name.startswith(LIVE_ATTRIBUTES):
                continue
            if text and (
                name == "src" or (name == "href" and text[0] != "#" and tag in ("a", "link", "use", "image", "area"))
            ):
                address = self._find(tag, name, text)
                if address is not None:
                    changed.append((name, address))
            else:
                changed.append((name, text))
        if changed == attrs:
            self.pieces.append(self.get_starttag_text() or "")
            return
        written = "".join(f" {name}" if text is None else f' {name}="{escape(text)}"' for name, text in changed)
        self.pieces.append(f"<{tag}{written}{ending}>")

    def _find(self, tag: str, name: str, text: str) -> str | None:
        if tag == "use":
            return f"#{self.pictures.setdefault(text, f'drawing-{len(self.pictures)}')}"
        if tag in ("a", "area"):
            return self.find_link(text)
        return text if text.startswith("data:") else self.find_file(text)
