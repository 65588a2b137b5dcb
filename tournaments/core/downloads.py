"""Downloads of an event: one function each in the `files` module or package of a subject."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.http import QueryDict
from django.utils.functional import Promise

from tournaments.core import discovery
from tournaments.core.audit import Actor
from tournaments.events.models import Tournament

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

Make = Callable[[Tournament, QueryDict], bytes]


@dataclass(frozen=True)
class Export:
    """A download. `path` is relative to the organiser's pages, `name` is the URL name, `action` the permission."""

    path: str
    name: str
    title: str | Promise
    action: str
    make: Make
    taken: Callable[[Actor, Tournament], object] | None = None

    @property
    def content_type(self) -> str:
        return CONTENT_TYPES[self.path.rpartition(".")[2]]

    def file_name(self, tournament: Tournament) -> str:
        last = PurePosixPath(self.path)
        stem = last.parent.name if last.stem == "export" else last.stem
        return f"{tournament.slug}{f'-{stem}' if stem else ''}{last.suffix}"


_exports: list[Export] = []


def list_exports() -> list[Export]:
    discovery.import_modules("files")
    return _exports


def export(
    path: str,
    *,
    name: str,
    title: str | Promise,
    action: str,
    taken: Callable[[Actor, Tournament], object] | None = None,
) -> Callable[[Make], Make]:
    def register(make: Make) -> Make:
        _exports.append(Export(path, name, title, action, make, taken))
        return make

    return register
