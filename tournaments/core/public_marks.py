"""Marks of an event's public state, by which its public version changes.

A mark is a function under `@public_mark` in the `public_marks` module of any subject. It gets the key of an event and
returns values that change whenever a public page of the subject may have changed, beside what the log tells.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.core import discovery

Mark = Callable[[int], object]

_marks: list[Mark] = []


def public_mark(mark: Mark) -> Mark:
    """Register a mark."""
    _marks.append(mark)
    return mark


def public_marks(tournament: int) -> list[object]:
    """Return the marks of all subjects."""
    discovery.import_modules("public_marks")
    return [mark(tournament) for mark in _marks]
