"""The one limit of everything that a test waits for. No machine is that busy, and what is right is not waited for.

Durations are reported (`--durations`) and never compared. A test of time has a clock of its own.
"""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SECONDS = 180
MILLISECONDS = 1000 * SECONDS
GRACE = 15
"""Seconds for a process to end by itself before it is killed; whether it does is no test's matter."""


def wait_for(condition: Callable[[], T], more: Callable[[], object] = str) -> T:
    """Return the condition's first true value. Fails after the limit, with what `more` tells."""
    deadline = time.monotonic() + SECONDS
    while not (value := condition()):
        assert time.monotonic() < deadline, more()
        time.sleep(0.05)
    return value
