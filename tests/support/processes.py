"""Child processes: liveness, and waiting for their effects."""

import time
from collections.abc import Callable
from typing import TypeVar

import psutil

T = TypeVar("T")


def alive(process: psutil.Process) -> bool:
    """A zombie is dead; it waits for whatever adopted it to ask."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def wait_for(condition: Callable[[], T], seconds: float = 180) -> T:
    """Return the condition's first true value. Fails after so many seconds."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return found


def family(pid: int) -> list[psutil.Process]:
    return list(psutil.Process(pid).children(recursive=True))
