"""JSON documents of events and seasons: written alike, read with all their problems, each at its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.bounded_json import JSONError, read_json
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words

Raw = dict[str, Any]


def problem_at(where: str, message: str, *, warning: bool = False) -> RowProblem:
    """A problem of a file without lines: `column` says where, e.g. "round 2, table 7"."""
    return RowProblem(0, where, message, warning)


def dumps(value: Any) -> bytes:
    """The value as files hold it, byte for byte the same for the same value."""
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def loads(content: bytes, where: str = "") -> tuple[Any, list[RowProblem]]:
    """The value, None with the problem of what is no JSON."""
    try:
        return read_json(content.decode("utf-8-sig")), []
    except UnicodeDecodeError as error:
        place = where or _("byte %(at)s") % {"at": error.start}
        return None, [problem_at(place, _("The file is not written in UTF-8."))]
    except JSONError as error:
        return None, [problem_at(where, in_words(error))]


class DocumentReader:
    """Collects problems while it reads, so that a file's mistakes are all told at once."""

    def __init__(self) -> None:
        self.problems: list[RowProblem] = []

    def problem(self, where: str, message: str, *, warning: bool = False) -> None:
        self.problems.append(problem_at(where, message, warning=warning))

    def has_format(self, data: Mapping[str, Any], known: str) -> bool:
        """True for the known format."""
        found = data.get("format")
        if found != known:
            told = _("This program reads %(known)s, not %(found)s.")
            self.problem("format", told % {"known": known, "found": found})
        return found == known

    def unknown(self, where: str, values: Mapping[str, Any], known: set[str]) -> None:
        """Refuse fields that no reader knows."""
        for name in sorted(set(values) - known):
            place = f"{where}, {name}" if where else name
            self.problem(place, _("This program knows no such field; a newer one may have written the file."))

    def items(self, value: object, where: str) -> list[Any]:
        """The list; empty for another value."""
        if isinstance(value, list):
            return value
        self.problem(where, _("Expected a list, found %(found)s.") % {"found": type(value).__name__})
        return []

    def mappings(self, value: object, where: str) -> Iterator[tuple[int, Raw]]:
        """The objects of a list with their positions from 1."""
        for index, one in enumerate(self.items(value, where), 1):
            if isinstance(one, dict):
                yield index, one
            else:
                told = _("Expected an object, found %(found)s.") % {"found": type(one).__name__}
                self.problem(f"{where} {index}", told)
