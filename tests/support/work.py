"""Functions that run in child processes; they load quickly."""

import os
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


def double(number: int) -> int:
    return 2 * number


def forever() -> None:
    """Never return, and catch everything that Python raises."""
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - as stubborn as it can be
            pass


def wait_for_file(begun: Path, over: Path) -> None:
    """Make the one file, and return when there is the other."""
    begun.touch()
    while not over.exists():
        time.sleep(0.02)


def refuse(text: str) -> None:
    raise ValueError(text)


def die(*_given: Any) -> None:
    os._exit(3)


def miss_pango(parent: Connection, *_rest: Any) -> None:
    """Stand in for `core.printing.typesetting.work`."""
    parent.recv()
    parent.send(OSError("cannot load library 'libgobject-2.0-0'"))
