"""PDF output: templates are filled here; a child process, which can be stopped, makes the PDF."""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
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
from tournaments.rounds.models import Round

WAIT: Final = 30.0
"""Seconds for a paper while a person waits; the seating of 1,000 players takes 5 s."""

AT_ONCE: Final = 2

LASTS: Final = 120.0
"""Seconds for which a child waits for the next paper; less than its own limit, so that none ends just then."""

NICENESS: Final = 10
"""Priority of a child, below that of the processes that take results."""

PANGO: Final = {
    "darwin": "brew install pango",
    "win32": "pacman -S mingw-w64-ucrt-x86_64-pango (MSYS2)",
}.get(sys.platform, "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")

_turns = threading.BoundedSemaphore(AT_ONCE)
_turn_during_play = threading.BoundedSemaphore(1)
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
    deadline = time.monotonic() + (WAIT if seconds is None else seconds)
    with _take_turn(deadline):
        # Nobody waits for the next paper of the background.
        return _print(fill_leaves(run), PAPERS[run.paper], progress, deadline, lasting=seconds is None)


@contextmanager
def _take_turn(deadline: float) -> Iterator[None]:
    """Wait until one of `AT_ONCE` children may print; while a round is being played, one in each process."""
    turns = [_turns]
    if Round.objects.filter(state=Round.State.PLAYING).exists():
        turns.insert(0, _turn_during_play)
    with ExitStack() as stack:
        for turn in turns:
            if not turn.acquire(timeout=max(0, deadline - time.monotonic())):
                raise PrintingError(_("Other papers are being printed; try again in a moment."))
            stack.callback(turn.release)
        yield


@cache
def can_make_pdf() -> bool:
    """Return True if PDF files can be made here; the first call tries it in a child process."""
    try:
        _print([], PAPERS["a4"], lambda done, total: None, time.monotonic() + WAIT)
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


class _Child:
    """Child process with the folder of its files, which loads while the paper is being filled in."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="mahjong-director-print-", ignore_cleanup_errors=True)
        self.pipe, theirs = _spawn.Pipe()
        self.process = _spawn.Process(target=work, args=(theirs, self.folder.name), daemon=True)
        self.process.start()
        theirs.close()
        self.free_since = time.monotonic()
        _lower_priority(self.process.pid)

    def is_ready(self) -> bool:
        return self.process.is_alive() and time.monotonic() - self.free_since < LASTS

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.folder.cleanup()


def _lower_priority(pid: int | None) -> None:
    import psutil

    with suppress(psutil.Error):
        psutil.Process(pid).nice(psutil.BELOW_NORMAL_PRIORITY_CLASS if psutil.WINDOWS else NICENESS)


_waiting: list[_Child] = []
"""At most one child that has made a paper, or was started for the next one, and waits."""
_access = threading.Lock()


def warm_up() -> None:
    """Start a child for the paper that a person is about to choose, unless one waits."""
    child = _take_waiting_child() or _Child()
    _keep(child)


def end_waiting_child() -> None:
    with _access:
        children, _waiting[:] = [*_waiting], []
    for child in children:
        child.end()


def _take_waiting_child() -> _Child | None:
    with _access:
        child = _waiting.pop() if _waiting else None
    if child is None or child.is_ready():
        return child
    child.end()
    return None


def _keep(child: _Child) -> None:
    with _access:
        if not _waiting:
            _waiting.append(child)
            return
    child.end()


def _print(
    sheets: list[FilledLeaf],
    size: str,
    progress: Callable[[int, int], None],
    deadline: float,
    *,
    lasting: bool = True,
) -> bytes:
    child = _take_waiting_child() or _Child()
    try:
        content = _send(child.pipe, sheets, size, progress, deadline)
    except BaseException:
        child.end()
        raise
    if lasting:
        child.free_since = time.monotonic()
        _keep(child)
    else:
        child.end()
    return content


def _send(
    pipe: Connection, sheets: list[FilledLeaf], size: str, progress: Callable[[int, int], None], deadline: float
) -> bytes:
    try:
        pipe.send((sheets, size))
        while pipe.poll(max(0, deadline - time.monotonic())):
            match pipe.recv():
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
    except (EOFError, ConnectionError) as error:
        raise PrintingError(_("Printing stopped before the paper was ready; try again.")) from error
