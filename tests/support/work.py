"""Functions that the tests have computed in a child process."""

import os


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


def refuse(text: str) -> None:
    raise ValueError(text)


def die() -> None:
    os._exit(3)
