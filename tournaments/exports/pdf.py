"""Printed pages as PDF, made by WeasyPrint in parts of some leaves, which pypdf joins.

A long pack tells how far it is, and takes no more memory than a short one: a laid-out sheet needs 16 MB until its part
is written.
"""

from __future__ import annotations

import atexit
import gc
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.exports import faces
from tournaments.exports.stencils import OWN, WHOLE, Stencil, Stencils, distinct, overprint
from tournaments.printing.papers import PAPERS, Leaf
from tournaments.services.errors import UserError
from tournaments.wording.language import language_tag
from tournaments.wording.printed import PrintedWords

LOADED_BEFORE = ("tournaments.site.printer",)
"""For the process whose children make papers (`tournaments.budgets`); everybody else imports it when it is needed."""

AT_ONCE: Final = 6
"""Leaves laid out in memory at a time: 100 score sheets take 350 MB with six, 400 with ten, 1.6 GB with all of them.
Each part brings its fonts along, which joining puts together again.
"""
WHOLE_WEIGHT: Final = 10
"""As many leaves of their own words over a stencil need the memory of one that is laid out whole: 100 score sheets of
one kind take 230 MB.
"""


class NoPrinterError(UserError):
    """This machine lacks the system libraries that PDF needs; pages can still be printed from the browser."""


def _weasyprint() -> Any:
    try:
        # Imported here: without Pango the import itself fails, and only printing may suffer from that.
        from tournaments.site.printer import weasyprint
    except OSError as error:
        raise NoPrinterError(
            _("PDF needs the system library Pango on the server: apt-get install libpango-1.0-0 libpangoft2-1.0-0.")
        ) from error
    return weasyprint


@lru_cache(maxsize=4)
def _style(paper: str) -> dict[str, Any]:
    """What sets a document: the house's faces, and the sheets for this size of paper."""
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    # Where nobody has prepared the site the first paper does it: every process would unpack them for itself.
    faces.unpack()
    folder = settings.BASE_DIR / "static" / "css"
    named = weasyprint.CSS(string=faces.rules(), font_config=fonts)
    sheets = [weasyprint.CSS(folder / name, font_config=fonts) for name in ("tokens.css", "paper.css")]
    size = weasyprint.CSS(string=f"@page {{ size: {PAPERS[paper]} }}")
    return {"stylesheets": [size, named, *sheets], "font_config": fonts}


# The faces are given back while the library that holds them is still there.
atexit.register(_style.cache_clear)


def filled(
    leaf: Leaf,
    *,
    title: str,
    language: str,
    labels: Mapping[str, PrintedWords],
    layer: str = WHOLE,
    slots: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """One leaf as HTML; whole, or a layer of it (`exports.stencils`)."""
    values = {"label": labels, **leaf.values, "title": title, "language": language_tag(language), "leaf": leaf}
    template = f"{leaf.template}_own" if layer == OWN else leaf.template
    values |= {"leaf_template": f"print/{template}.html", "layer": layer, "slots": slots}
    with translation.override(language):
        return render_to_string("print/document.html", values)


def laid_out(leaf: Leaf, *, paper: str, **values: Any) -> Any:
    """One leaf, `filled` with the values, as WeasyPrint's document, whose pages know where every word stands.

    Raises NoPrinterError.
    """
    weasyprint = _weasyprint()
    return weasyprint.HTML(string=filled(leaf, **values)).render(**_style(paper))


def render(
    leaves: Sequence[Leaf],
    *,
    title: str,
    paper: str,
    language: str,
    labels: Mapping[str, PrintedWords],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """The leaves as one PDF, each on a new page. ``progress`` is told after each. Raises NoPrinterError."""

    def lay_out(leaf: Leaf, layer: str, slots: Mapping[str, str]) -> Any:
        return laid_out(leaf, title=title, paper=paper, language=language, labels=labels, layer=layer, slots=slots)

    stencils = Stencils(lay_out)
    parts: list[bytes] = []
    done = 0
    while done < len(leaves):
        documents: list[Any] = []
        below: list[Stencil | None] = []
        weight = 0
        while done < len(leaves) and weight < AT_ONCE * WHOLE_WEIGHT:
            leaf = leaves[done]
            alone = len(leaves) == 1 or not leaf.own
            document, stencil = (lay_out(leaf, WHOLE, {}), None) if alone else stencils.page(leaf)
            documents.append(document)
            below += [stencil] * len(document.pages)
            weight += 1 if stencil else WHOLE_WEIGHT
            done += 1
            progress(done, len(leaves))
        pages = [page for document in documents for page in document.pages]
        pages += [stencil.page for stencil in distinct(below)]
        parts.append(documents[0].copy(pages).write_pdf(finisher=overprint(below)))
        if len(leaves) > AT_ONCE:
            # What was laid out holds itself in circles; left to itself it would stay for some parts more.
            del documents, pages
            gc.collect()
    return joined(parts)


def joined(parts: Sequence[bytes]) -> bytes:
    """The PDFs as one, with title and language of the first; fonts and pictures of several of them are in it once."""
    if len(parts) == 1:
        return parts[0]
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(parts[0])))
    for part in parts[1:]:
        writer.append(PdfReader(io.BytesIO(part)))
    writer.compress_identical_objects(remove_duplicates=True)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


@dataclass(frozen=True)
class PrintRun:
    """All that a PDF needs, as values that another process can be given; ``zone`` is the time zone of its times."""

    leaves: Sequence[Leaf]
    title: str
    paper: str
    language: str
    labels: Mapping[str, PrintedWords]
    zone: str


def render_run(run: PrintRun, progress: Callable[[int, int], None] = lambda done, total: None) -> bytes:
    """The PDF of a print run. Raises NoPrinterError."""
    with timezone.override(ZoneInfo(run.zone)):
        return render(
            run.leaves,
            title=run.title,
            paper=run.paper,
            language=run.language,
            labels=run.labels,
            progress=progress,
        )
