"""Papers that anybody may open: made once for a version of the event and a language, and kept.

Everybody opens the seating in the same minute. The first to ask has it made, in a process of its own; whoever asks
meanwhile waits for that one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from django.core.cache import cache, caches
from django.utils.translation import gettext as _

from tournaments.budgets import Budget, BusyError, compute
from tournaments.exports import pdf

KEPT: Final = 24 * 3600
LARGEST_KEPT: Final = 4_000_000
"""Bytes; the seating of a thousand players has a quarter of it."""

MAKING: Final = 60
"""Seconds after which somebody else makes a paper whose maker has died."""

PATIENCE: Final = 30.0
"""Seconds that others wait for it."""

PAPER: Final = Budget(processor=20.0, clock=PATIENCE)
"""A seating of four hundred players takes 2 s, one of a thousand 5 s."""


def kept(key: str, run: Callable[[], pdf.PrintRun]) -> bytes:
    """The PDF kept under ``key``, which must change with its content and language; made where it is not there.

    Raises what ``run`` raises, NoPrinterError, and BudgetError where it cannot be made in time.
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
                made = compute(pdf.render_run, run(), budget=PAPER)
                if len(made) <= LARGEST_KEPT:
                    cache.set(name, made, KEPT)
                return made
            finally:
                counts.delete(f"{name}/making")
        time.sleep(0.1)
    raise BusyError(_("This paper is being made; open it again in a moment."))
