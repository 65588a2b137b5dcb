"""Marks of an event's public state: values that change with its public pages, without an entry in the log."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.core import discovery

Mark = Callable[[int], object]

_marks: list[Mark] = []


def public_mark(mark: Mark) -> Mark:
    _marks.append(mark)
    return mark


def list_public_marks(tournament: int) -> list[object]:
    discovery.import_modules("public_marks")
    return [mark(tournament) for mark in _marks]
