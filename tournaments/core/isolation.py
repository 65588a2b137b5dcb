"""Isolation of failures in loops over rows or files."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def isolate_failure(step: str, **about: object) -> Iterator[None]:
    """Log an exception of the block and go on. A block that writes to the database has a transaction of its own."""
    try:
        yield
    except Exception:
        log.exception("%s failed; the others go on", step, extra=about)
