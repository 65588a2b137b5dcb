"""JSON lists read as tables: a list of objects, of rows, or of names."""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.bounded_json import JSONError, read_json
from tournaments.core.text.sentences import in_words

_JSON: Final = re.compile(r'\s*(?:\{\s*"|\[\s*(?:[\[{"\]]))')
_LISTS: Final = ("players", "entries", "results", "rows", "data")


def is_like_json(text: str) -> bool:
    """Return True if the text begins as JSON does, and as no line of a table.

    >>> [is_like_json(text) for text in ('[{"name": "Anna"}]', '["Anna"]', "[1] Anna Berg", "name,club")]
    [True, True, False, False]
    """
    return _JSON.match(text) is not None


def parse_json_rows(text: str) -> tuple[list[list[str]], str]:
    try:
        value = read_json(text)
    except JSONError as error:
        return [], _("This is JSON, but it cannot be read: %(why)s") % {"why": in_words(error)}
    if isinstance(value, dict):
        value = next((value[name] for name in _LISTS if isinstance(value.get(name), list)), None)
    if isinstance(value, list) and value:
        if all(isinstance(row, dict) for row in value):
            names = list(dict.fromkeys(str(name) for row in value for name in row))
            rows = [[_format_cell(row.get(name)) for name in names] for row in value]
            if None not in [cell for row in rows for cell in row]:
                return [names, *([cell or "" for cell in row] for row in rows)], ""
        elif all(isinstance(row, list) for row in value):
            cells = [[_format_cell(cell) for cell in row] for row in value]
            if None not in [cell for row in cells for cell in row]:
                return [[cell or "" for cell in row] for row in cells], ""
        elif all(isinstance(row, str) for row in value):
            return [["name"], *([row] for row in value)], ""
    return [], _("This is JSON, but no list of rows. Send a list of objects, such as %(example)s.") % {
        "example": '[{"name": "Anna Berg", "country": "DK"}]'
    }


def _format_cell(value: Any) -> str | None:
    if value is None:
        return ""
    if isinstance(value, dict):
        value = next((value[name] for name in ("name", "code", "id") if isinstance(value.get(name), str | int)), value)
    if isinstance(value, list) and all(isinstance(row, str) for row in value):
        return ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else ""
    return None if isinstance(value, list | dict) else str(value)
