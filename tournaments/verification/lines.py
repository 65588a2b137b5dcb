"""What the verifier says: one line a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

CHECKED, FAILED, UNKNOWN = "checked", "failed", "cannot be known"

UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What a value of another form can raise on its way through a check."""


class CheckLine(NamedTuple):
    """``outcome`` is one of the three; ``place`` is where in the bundle, ``text`` what was found or why not."""

    outcome: str
    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.outcome:16}{self.place}: {self.text}"


def guarded(place: str, check: Callable[[], Iterable[CheckLine]]) -> Iterator[CheckLine]:
    """The lines of a check; a value of another form fails at its place instead of stopping the rest."""
    try:
        yield from list(check())
    except UNREADABLE as error:
        yield CheckLine(FAILED, place, f"has another form than a bundle's: {_said(error)}")


def _said(error: BaseException) -> str:
    text = f'"{error.args[0]}" is missing' if isinstance(error, KeyError) and error.args else str(error)
    return text[:200] or type(error).__name__


def compared(place: str, stated: Any, found: Any, good: str) -> Iterator[CheckLine]:
    """One line: whether what is stated is what was computed."""
    if stated == found:
        yield CheckLine(CHECKED, place, good)
    else:
        yield CheckLine(FAILED, place, f"{_short(found)} was computed, {_short(stated)} is stated")


def holds(place: str, true: bool, good: str, bad: str) -> Iterator[CheckLine]:
    """One line: whether something is so."""
    yield CheckLine(CHECKED, place, good) if true else CheckLine(FAILED, place, bad)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."
