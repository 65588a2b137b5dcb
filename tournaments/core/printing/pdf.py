"""PDF output: templates are filled here; a child process, which can be stopped, makes the PDF."""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.core.printing.documents import PAPERS, Leaf
from tournaments.core.printing.typesetting import FilledLeaf, work
from tournaments.core.text.language import format_language_tag
from tournaments.core.text.printed import PrintedWords

WAIT: Final = 30.0
"""Seconds for a paper while a person waits; the seating of 1,000 players takes 5 s."""

AT_ONCE: Final = 2

PANGO: Final = {
    "darwin": "brew install pango",
    "win32": "pacman -S mingw-w64-ucrt-x86_64-pango (MSYS2)",
}.get(sys.platform, "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")

_turns = threading.BoundedSemaphore(AT_ONCE)
_spawn = multiprocessing.get_context("spawn")


class PrintingError(UserError):
    """Failure to make a PDF; pages can still be printed from the browser."""


class NoPdfError(PrintingError):
    """Failure because a library is missing; the message explains its installation."""


@dataclass(frozen=True)
class PrintRun:
    leaves: Sequence[Leaf]
    title: str
    paper: str
    language: str
    labels: Mapping[str, PrintedWords]
    zone: str


def render_run(
    run: PrintRun, progress: Callable[[int, int], None] = lambda done, total: None, *, seconds: float | None = None
) -> bytes:
    """Return the PDF, within `WAIT` by default; `progress` is called after each leaf. Raises PrintingError."""
    seconds = WAIT if seconds is None else seconds
    deadline = time.monotonic() + seconds
    if not _turns.acquire(timeout=seconds):
        raise PrintingError(_("Other papers are being printed; try again in a moment."))
    try:
        with tempfile.TemporaryDirectory(prefix="mahjong-director-print-") as folder:
            return _in_child(fill_leaves(run), PAPERS[run.paper], folder, progress, deadline)
    finally:
        _turns.release()


@cache
def can_make_pdf() -> bool:
    """Return True if PDF files can be made here; the first call tries it in a child process."""
    try:
        with tempfile.TemporaryDirectory(prefix="mahjong-director-print-") as folder:
            _in_child([], PAPERS["a4"], folder, lambda done, total: None, time.monotonic() + WAIT)
    except NoPdfError:
        return False
    except PrintingError:
        # The machine is busy; the paper itself will raise the error.
        return True
    return True


def fill_leaves(run: PrintRun) -> list[FilledLeaf]:
    kinds: list[tuple[str, dict[str, Any]]] = []
    sheets = []
    with timezone.override(ZoneInfo(run.zone)), translation.override(run.language):
        for leaf in run.leaves:
            values = {
                "label": run.labels,
                **leaf.values,
                "title": run.title,
                "language": format_language_tag(run.language),
            }
            values |= {"leaf": leaf, "leaf_template": f"print/{leaf.template}.html"}
            html = render_to_string("print/document.html", values)
            if not leaf.variable or len(run.leaves) == 1:
                sheets.append(FilledLeaf(html))
                continue
            kind = (leaf.template, {name: value for name, value in leaf.values.items() if name not in leaf.variable})
            if kind not in kinds:
                kinds.append(kind)
            overlay = render_to_string("print/document.html", {**values, "overlay_only": True})
            sheets.append(FilledLeaf(html, overlay, kinds.index(kind)))
    return sheets


def _in_child(
    sheets: list[FilledLeaf], size: str, folder: str, progress: Callable[[int, int], None], deadline: float
) -> bytes:
    ours, theirs = _spawn.Pipe(duplex=False)
    child = _spawn.Process(target=work, args=(theirs, sheets, size, folder), daemon=True)
    child.start()
    theirs.close()
    try:
        while ours.poll(max(0, deadline - time.monotonic())):
            match ours.recv():
                case bytes(content):
                    return content
                case int(done):
                    progress(done, len(sheets))
                case OSError():
                    raise NoPdfError(
                        _("PDF needs the system library Pango on the server: %(command)s.") % {"command": PANGO}
                    )
                case fault:
                    raise fault
        raise PrintingError(_("This paper took too long to make; print fewer pages, or try again later."))
    except EOFError as error:
        raise PrintingError(_("Printing stopped before the paper was ready; try again.")) from error
    finally:
        child.kill()
        child.join()
        ours.close()
