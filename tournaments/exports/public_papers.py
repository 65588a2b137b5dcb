"""Papers for the public: made once for each version of the event and language, and kept.

Everybody opens the seating in the same minute. The first request has it made; those that come meanwhile wait for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from django.core.cache import cache, caches
from django.utils.translation import gettext as _

from tournaments.exports import pdf

KEPT: Final = 24 * 3600
LARGEST_KEPT: Final = 4_000_000
"""Bytes; the seating of a thousand players has a quarter of it."""

MAKING: Final = 60
"""Seconds after which somebody else makes a paper whose maker has died."""

PATIENCE: Final = pdf.WAIT
"""Seconds that others wait for it."""

_turn = threading.BoundedSemaphore(1)
"""One public paper at a time: the organisers of an event find the next child process free (`pdf.AT_ONCE`)."""


def kept(key: str, run: Callable[[], pdf.PrintRun]) -> bytes:
    """Return the PDF kept under ``key``, which must change with its content and language; make it where it is missing.

    Raises what ``run`` raises, and PrintingError where it cannot be made in time.
    """
    name, deadline, counts = f"paper/{key}", time.monotonic() + PATIENCE, caches["counts"]
    while time.monotonic() < deadline:
        found: bytes | None = cache.get(name)
        if found is not None:
            return found
        # Where one who counts is never another: the cache of files lets two be the first.
        if counts.add(f"{name}/making", 1, MAKING):
            try:
                # Whoever made it may have been done between the two looks.
                if (found := cache.get(name)) is not None:
                    return found
                if not _turn.acquire(timeout=max(0, deadline - time.monotonic())):
                    break
                try:
                    made = pdf.render_run(run())
                finally:
                    _turn.release()
                if len(made) <= LARGEST_KEPT:
                    cache.set(name, made, KEPT)
                return made
            finally:
                counts.delete(f"{name}/making")
        time.sleep(0.1)
    raise pdf.PrintingError(_("This paper is being made; open it again in a moment."))
