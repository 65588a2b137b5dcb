"""Computations that the tests hand to another process; they must be importable there."""

import os
import time

from django.utils.translation import gettext


def double(number: int) -> int:
    """Twice the number."""
    return 2 * number


def forever() -> None:
    """Never comes back, and catches everything that Python raises."""
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - as stubborn as it can be
            pass


def within_c(size: int) -> int:
    """A computation inside the interpreter, where no signal handler of Python runs."""
    return (3 ** (10**size)).bit_length()


def sleep(seconds: float) -> None:
    """Waits without using the processor."""
    time.sleep(seconds)


def memory(size: int) -> int:
    """Fills so many bytes."""
    return len(bytearray(size))


def refuse(text: str) -> None:
    """Says that something is wrong with the input."""
    raise ValueError(text)


def die() -> None:
    """Ends its process as a crash does."""
    os._exit(3)


def said() -> str:
    """A word in the language in force."""
    return gettext("English")
