"""PDF typesetting: WeasyPrint lays out sheets, pypdf joins the pages.

Runs in a child process, which starts quickly because it does not import Django.
"""

from __future__ import annotations

import gc
import io
import re
import signal
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from functools import cached_property
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

from tournaments.core.installation import get_program_folder

FORM_ONLY: Final = ".variable { visibility: hidden }"
OVERLAY_ONLY: Final = "body { visibility: hidden } .variable { visibility: visible }"
AT_ONCE: Final = 60  # pages over a form in memory; a page that is laid out whole needs as much as ten of them, 16 MB


FLAG: Final = re.compile(r'<span class="flag" aria-hidden="true">([A-Z]{2})</span>')


def flag_of(letters: str) -> str:
    """Return the flag of a country's code of two letters, as `static/js/flags.js` does.

    >>> flag_of("FI")
    '🇫🇮'
    """
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in letters)


def _draw_flag(code: re.Match[str]) -> str:
    return f'<span class="flag drawn">{flag_of(code[1])}</span>'


class FilledLeaf(NamedTuple):
    """Leaf as HTML; sheets of one `kind` differ only in elements of the class `variable`, `overlay` ends after them."""

    html: str
    overlay: str = ""
    kind: int = 0


class Typesetter:
    def __init__(self, size: str) -> None:
        import weasyprint
        from pypdf import PdfWriter
        from weasyprint.text.fonts import FontConfiguration

        self._weasyprint, self._file = weasyprint, PdfWriter()
        # Shared by all documents, because each configuration unpacks the fonts in a quarter of a second.
        self._fonts = FontConfiguration()
        paths = [get_program_folder("static") / "css" / name for name in ("fonts.css", "tokens.css", "paper.css")]
        self._styles = [weasyprint.CSS(path, font_config=self._fonts) for path in paths]
        self._styles.append(weasyprint.CSS(string=f"@page {{ size: {size} }}"))
        # Page until it is written, then its reference in the file; None if the rest of the sheet does not fit.
        self._forms: dict[str, Any] = {}

    def lay_out(self, html: str, more: str = "") -> Any:
        styles = [*self._styles, self._weasyprint.CSS(string=more)]
        if FLAG.search(html) and self.draws_flags:
            html = FLAG.sub(_draw_flag, html)
        return self._weasyprint.HTML(string=html).render(stylesheets=styles, font_config=self._fonts)

    @cached_property
    def draws_flags(self) -> bool:
        """True if a font of this computer draws flags in about the size of the text."""
        texts = [f'<p><a id="start"></a>{flag_of(letters)}<a id="end"></a></p>' for letters in ("FI", "F")]
        places = [self.lay_out(text, "p { font-size: 10px }").pages[0].anchors for text in texts]
        both, single = (anchors["end"][0] - anchors["start"][0] for anchors in places)
        return bool(both < min(1.5 * single, 30))

    def add(self, sheets: Sequence[FilledLeaf]) -> Iterator[int]:
        pages: list[tuple[Any, str]] = []
        for number, sheet in enumerate(sheets, 1):
            document, form = self._over_form(sheet) if sheet.overlay else (self.lay_out(sheet.html), "")
            pages += [(page, form) for page in document.pages]
            yield number
            if number == len(sheets) or sum(1 if form else 10 for _page, form in pages) >= AT_ONCE:
                self._write(document, pages)
                document, pages = None, []
                gc.collect()  # boxes refer to each other in circles, and `work` turns the automatic collection off

    def _over_form(self, sheet: FilledLeaf) -> tuple[Any, str]:
        overlay = self.lay_out(sheet.overlay, OVERLAY_ONLY)
        places = [page.anchors for page in overlay.pages]
        form = f"{sheet.kind} {places}"
        if form not in self._forms:
            pages = self.lay_out(sheet.html, FORM_ONLY).pages
            pages[0].bookmarks.clear()
            self._forms[form] = pages[0] if len(pages) == 1 and [pages[0].anchors] == places else None
        return (overlay, form) if self._forms[form] else (self.lay_out(sheet.html), "")

    def _write(self, document: Any, pages: list[tuple[Any, str]]) -> None:
        from pypdf import PdfWriter
        from pypdf.generic import DictionaryObject, IndirectObject, NameObject

        new = {form: page for form, page in self._forms.items() if page and not isinstance(page, IndirectObject)}
        part = io.BytesIO(document.copy([page for page, _form in pages] + [*new.values()]).write_pdf())
        if before := len(self._file.pages):
            self._file.append(part)
        else:
            self._file = PdfWriter(clone_from=part)
        written: list[Any] = [*self._file.pages][before:]
        for form, page in zip(new, written[len(pages) :], strict=True):
            page["/Contents"].update({NameObject("/Subtype"): NameObject("/Form"), NameObject("/BBox"): page.mediabox})
            page["/Contents"][NameObject("/Resources")] = page.raw_get("/Resources")
            self._forms[form] = page.raw_get("/Contents")
            self._file.remove_page(page)
        for (_page, form), page in zip(pages, written, strict=False):
            if form:
                name = NameObject(f"/Form{self._forms[form].idnum}")
                page["/Resources"].setdefault(NameObject("/XObject"), DictionaryObject())[name] = self._forms[form]
                page["/Contents"].set_data(f"{name} Do\n".encode() + page["/Contents"].get_data())

    def content(self) -> bytes:
        self._file.compress_identical_objects()
        self._file.write(written := io.BytesIO())
        return written.getvalue()


def work(parent: Connection, sheets: Sequence[FilledLeaf], size: str, folder: str) -> None:
    """Typeset in a child process. Sends the number of each laid-out sheet; then the file, or an exception."""
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the parent decides
    gc.disable()
    try:
        typesetter = Typesetter(size)
    except OSError as error:
        return parent.send(error)  # WeasyPrint does not find Pango
    try:
        for number in typesetter.add(sheets):
            parent.send(number)
        parent.send(typesetter.content())
    except Exception:  # noqa: BLE001 - raised in the parent
        parent.send(RuntimeError(traceback.format_exc()))
