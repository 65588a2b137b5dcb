"""The files that leave an event: each is one function with its address, its title and who may have it.

A file is found by its place, the `files` module or package of a subject; the address, the permission and the name of
the file follow from its entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.http import QueryDict
from django.utils.functional import Promise

from tournaments.core import rooms
from tournaments.events.models import Tournament

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Ending of a file's name -> what it is."""

Make = Callable[[Tournament, QueryDict], bytes]
"""The event and what was asked for in the address -> the file."""


@dataclass(frozen=True)
class Export:
    """A file of an event. `path` below the event's pages of the organisers, `name` of the address, `action` the
    permission.
    """

    path: str
    name: str
    title: str | Promise
    action: str
    make: Make

    @property
    def content_type(self) -> str:
        """By the ending of the path."""
        return CONTENT_TYPES[self.path.rpartition(".")[2]]

    def file_name(self, tournament: Tournament) -> str:
        """What the file is called when it is saved."""
        last = PurePosixPath(self.path)
        stem = last.parent.name if last.stem == "export" else last.stem
        return f"{tournament.slug}{f'-{stem}' if stem else ''}{last.suffix}"


_exports: list[Export] = []


def exports() -> list[Export]:
    """Every file of every subject."""
    rooms.read("files")
    return _exports


def export(path: str, *, name: str, title: str | Promise, action: str) -> Callable[[Make], Make]:
    """Register the function that makes a file."""

    def register(make: Make) -> Make:
        _exports.append(Export(path, name, title, action, make))
        return make

    return register
