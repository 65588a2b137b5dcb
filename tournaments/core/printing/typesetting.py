"""PDF typesetting: WeasyPrint lays out sheets, pypdf joins the pages.

Runs in a child process, which starts quickly because it does not import Django.
"""

from __future__ import annotations

import gc
import hashlib
import io
import re
import shutil
import signal
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tournaments.core.installation import get_data_folder, get_program_folder

FORM_ONLY: Final = ".variable { visibility: hidden }"
OVERLAY_ONLY: Final = "body { visibility: hidden } .variable { visibility: visible }"
AT_ONCE: Final = 60  # pages over a form in memory; a page that is laid out whole needs as much as ten of them, 16 MB
IDLE: Final = 150.0
"""Seconds after which a child that has nothing to do ends."""
MAX_LEAVES_OF_LASTING_CHILD: Final = 20
"""Limit of a pack after which a child goes on; one of more leaves ends and gives its memory back."""


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


def read_unpacked_font(path: Path) -> bytes:
    """Return a WOFF2 font as TrueType, which takes a tenth of a second to unpack: the data folder keeps it."""
    packed = path.read_bytes()
    unpacked = get_data_folder() / "fonts" / f"{path.stem}-{hashlib.sha256(packed).hexdigest()[:12]}.ttf"
    with suppress(OSError):
        return unpacked.read_bytes()

    from fontTools.ttLib import woff2

    woff2.decompress(io.BytesIO(packed), written := io.BytesIO())
    # Without room for the file each child unpacks the font.
    with suppress(OSError):
        unpacked.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=unpacked.parent, suffix=".new", delete=False) as draft:
            draft.write(written.getvalue())
        # Renamed when complete: a second child that reads it meanwhile never gets a part.
        Path(draft.name).replace(unpacked)
    return written.getvalue()


class Styles(NamedTuple):
    weasyprint: Any
    fonts: Any
    sheets: list[Any]


@cache
def load_styles() -> Styles:
    """Return fonts and style sheets of papers, shared by all documents of a process. Raises OSError without Pango."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class FontFetcher(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("file:") and url.endswith(".woff2"):
                return URLFetcherResponse(url, read_unpacked_font(Path(url2pathname(urlsplit(url).path))))
            return super().fetch(url, headers)

    fonts, fetcher = FontConfiguration(), FontFetcher()
    paths = [get_program_folder("static") / "css" / name for name in ("fonts.css", "tokens.css", "paper.css")]
    return Styles(weasyprint, fonts, [weasyprint.CSS(path, font_config=fonts, url_fetcher=fetcher) for path in paths])


class Typesetter:
    def __init__(self, size: str) -> None:
        self._weasyprint, self._fonts, sheets = load_styles()
        from pypdf import PdfWriter

        self._file = PdfWriter()
        self._styles = [*sheets, self._weasyprint.CSS(string=f"@page {{ size: {size} }}")]
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


def work(parent: Connection, folder: str, idle: float = IDLE) -> None:
    """Typeset in a child process the runs that the parent sends, until it sends none for `idle` seconds.

    Each run is its sheets and the size of paper. Sends the number of each laid-out sheet; then the file, or an
    exception.
    """
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the parent decides
    gc.disable()
    try:
        with suppress(EOFError, OSError):  # the parent has ended
            _work_through(parent, idle)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _work_through(parent: Connection, idle: float) -> None:
    try:
        load_styles()
        fault = None
    except OSError as error:
        fault = error  # WeasyPrint does not find Pango
    while parent.poll(idle):
        sheets, size = parent.recv()
        if fault:
            parent.send(fault)
            continue
        try:
            typesetter = Typesetter(size)
            for number in typesetter.add(sheets):
                parent.send(number)
            parent.send(typesetter.content())
        except (BrokenPipeError, EOFError):
            return
        except Exception:  # noqa: BLE001 - raised in the parent
            parent.send(RuntimeError(traceback.format_exc()))
            return
        if len(sheets) > MAX_LEAVES_OF_LASTING_CHILD:
            return
        del typesetter, sheets
        gc.collect()
