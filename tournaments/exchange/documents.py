"""JSON documents of events and seasons: canonical writing, and reading with all problems, each at its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.bounded_json import JSONError, read_json
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words

Raw = dict[str, Any]


def make_problem(where: str, message: str, *, warning: bool = False) -> RowProblem:
    """Return a problem of a file without lines; `where` is a place such as "round 2, table 7"."""
    return RowProblem(0, where, message, warning)


def to_json(value: Any) -> bytes:
    """Serialise the value; the same value gives the same bytes."""
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def parse_json(content: bytes, where: str = "") -> tuple[Any, list[RowProblem]]:
    """Parse the value; return None with the problem for invalid JSON."""
    try:
        return read_json(content.decode("utf-8-sig")), []
    except UnicodeDecodeError as error:
        place = where or _("byte %(at)s") % {"at": error.start}
        return None, [make_problem(place, _("The file is not written in UTF-8."))]
    except JSONError as error:
        return None, [make_problem(where, in_words(error))]


class DocumentReader:
    """Collector of all problems of a file, which are reported at once."""

    def __init__(self) -> None:
        self.problems: list[RowProblem] = []

    def add_problem(self, where: str, message: str, *, warning: bool = False) -> None:
        self.problems.append(make_problem(where, message, warning=warning))

    def has_format(self, data: Mapping[str, Any], expected: str) -> bool:
        format_name = data.get("format")
        if format_name != expected:
            message = _("This program reads %(known)s, not %(found)s.")
            self.add_problem("format", message % {"known": expected, "found": format_name})
        return format_name == expected

    def refuse_unknown_names(self, where: str, values: Mapping[str, Any], names: set[str]) -> None:
        for name in sorted(set(values) - names):
            place = f"{where}, {name}" if where else name
            self.add_problem(place, _("This program knows no such field; a newer one may have written the file."))

    def read_list(self, value: object, where: str) -> list[Any]:
        if isinstance(value, list):
            return value
        self.add_problem(where, _("Expected a list, found %(found)s.") % {"found": type(value).__name__})
        return []

    def read_objects(self, value: object, where: str) -> Iterator[tuple[int, Raw]]:
        """Yield the objects of a list with their positions from 1."""
        for index, element in enumerate(self.read_list(value, where), 1):
            if isinstance(element, dict):
                yield index, element
            else:
                message = _("Expected an object, found %(found)s.") % {"found": type(element).__name__}
                self.add_problem(f"{where} {index}", message)
