"""Files that go with the results to a federation, each made by a function under `@part` in the `files` of a subject."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.core import rooms
from tournaments.core.tabular.writing import SheetCell
from tournaments.events.models import Tournament

MakePart = Callable[[Tournament], Sequence[Sequence[SheetCell]]]

_parts: dict[str, MakePart] = {}


def part(name: str) -> Callable[[MakePart], MakePart]:
    """Register a table of the pack by the name of its file, without the ending."""

    def register(make: MakePart) -> MakePart:
        _parts[name] = make
        return make

    return register


def parts() -> dict[str, MakePart]:
    """All of them, by name."""
    rooms.read("files")
    return _parts
