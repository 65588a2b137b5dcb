"""Lines of the verifier, one for each check, and the bundle's digest; nothing here needs numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.bounded_json import digest

CHECKED, FAILED, UNKNOWN = "checked", "failed", "cannot be known"

UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


class CheckLine(NamedTuple):
    """Line of a check; `place` is the place in the bundle, `text` the finding or reason."""

    outcome: str
    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.outcome:16}{self.place}: {self.text}"


def promise_name(kind: str, commitment: str, time: str) -> str:
    """Return a promise's name in lines: the first digits of its hash, as on paper, and its minute.

    >>> promise_name("boards", "3f09c1d2a4b5", "2026-11-22T23:44:10.662152+00:00")
    'boards 3f09c1d2 (2026-11-22 23:44 UTC)'
    """
    return f"{kind} {commitment[:8]} ({time[:16].replace('T', ' ')} UTC)"


def guard_check(place: str, check: Callable[[], Iterable[CheckLine]]) -> Iterator[CheckLine]:
    """Yield the lines of a check; an invalid value fails at its place instead of stopping the rest."""
    try:
        yield from list(check())
    except UNREADABLE as error:
        yield CheckLine(FAILED, place, f"has another form than a bundle's: {_format_error(error)}")


def _format_error(error: BaseException) -> str:
    text = f'"{error.args[0]}" is missing' if isinstance(error, KeyError) and error.args else str(error)
    return text[:200] or type(error).__name__


def compare_stated(place: str, stated: Any, computed: Any, good: str) -> Iterator[CheckLine]:
    """Return one line that compares the stated value with the computed one; equality makes `good` true."""
    if stated == computed:
        yield CheckLine(CHECKED, place, good)
    else:
        text = f"{_shorten(computed)} was computed, {_shorten(stated)} is stated"
        yield CheckLine(FAILED, place, f"{text}, where this should hold: {good}" if good else text)


def holds(place: str, true: bool, good: str, bad: str) -> Iterator[CheckLine]:
    yield CheckLine(CHECKED, place, good) if true else CheckLine(FAILED, place, bad)


def _shorten(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."


CheckPart = Callable[[Mapping[str, Any]], Iterator[CheckLine]]
"""Function from the facts of a bundle to the lines of another app's part."""


def compute_bundle_digest(bundle: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the bundle without its own digest, in canonical form (keys sorted, no spaces)."""
    return digest({name: value for name, value in bundle.items() if name != "digest"})
