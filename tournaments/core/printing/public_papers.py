"""Cache of public papers, one PDF per version of the event and language.

Everyone opens the seating in the same minute. The first request makes it; the others wait for it.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import gettext as _
from filelock import FileLock, Timeout

from tournaments.core.printing import pdf

KEPT: Final = 24 * 3600
MAX_CACHED_BYTES: Final = 4_000_000
"""Bytes; the seating of a thousand players has a quarter of it."""

LOCKS: Final = 64

PATIENCE: Final = pdf.WAIT
"""Seconds that others wait for it."""

_turn = threading.BoundedSemaphore(1)
"""One public paper at a time: the organisers of an event find the next child process free (`pdf.AT_ONCE`)."""


def cached_pdf(key: str, run: Callable[[], pdf.PrintRun]) -> bytes:
    """Return the PDF cached under `key`, which must change with content and language; make it if missing.

    Raises the errors of `run`, and PrintingError if it takes too long.
    """
    papers = caches["papers"]
    found: bytes | None = papers.get(f"paper/{key}")
    if found is not None:
        return found
    try:
        with _lock(key).acquire(timeout=PATIENCE):
            # Whoever held the lock may have made it.
            if (found := papers.get(f"paper/{key}")) is not None:
                return found
            if not _turn.acquire(timeout=PATIENCE):
                raise pdf.PrintingError(_("This paper is being made; open it again in a moment."))
            try:
                made = pdf.render_run(run())
            finally:
                _turn.release()
            if len(made) <= MAX_CACHED_BYTES:
                papers.set(f"paper/{key}", made, KEPT)
            return made
    except Timeout:
        raise pdf.PrintingError(_("This paper is being made; open it again in a moment.")) from None


def _lock(key: str) -> FileLock:
    """Return a paper's lock, shared by all processes of the machine and freed when one dies."""
    folder = Path(settings.DATA_DIR, "locks")
    folder.mkdir(exist_ok=True)
    return FileLock(folder / f"paper-{zlib.crc32(key.encode()) % LOCKS}.lock", thread_local=False)
