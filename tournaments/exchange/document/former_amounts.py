"""Columns of today for the `extra` of sheets and ledger lines: free JSON in files of earlier releases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypedDict

from engine.errors import EngineError
from engine.exact import read_stored
from tournaments.core.models.columns import exact_columns
from tournaments.exchange.document.sections import Added
from tournaments.results.models.results import ResultSeat

Columns = dict[str, Any]


class FormerColumns(TypedDict):
    removed: tuple[str, ...]
    added: Mapping[str, Added]


def was_imported(row: Mapping[str, Any]) -> Columns:
    return {"imported": bool(_bag(row).get("imported"))}


def seat_columns(row: Mapping[str, Any]) -> Columns:
    bag = _bag(row)
    official = bag.pop("official") if isinstance(bag.get("official"), dict) else {}
    columns = {
        **_amount("exact_points", bag.pop("exact_points", None)),
        **_amount("official_score", official.pop("score", None)),
        **_amount("official_table_points", official.pop("table_points", None)),
        "official_place": official.pop("place", None),
    }
    return columns | {"imported": bag | ({"official": official} if official else {})}


def line_columns(row: Mapping[str, Any]) -> Columns:
    bag = _bag(row)
    if (row.get("kind"), row.get("unit")) != ("result", "score") or not bag.keys() & set(_OF_SCORE):
        return {"imported": bag}
    points, uma, place, shared = (bag.pop(name, default) for name, default in _OF_SCORE.items())
    return {**_amount("points", points), **_amount("uma", uma), "place": place, "shared": shared, "imported": bag}


_OF_SCORE: Final = {"points": 0, "uma": 0, "place": None, "shared": False}


def _bag(row: Mapping[str, Any]) -> Columns:
    bag = row.get("extra")
    items = (bag if isinstance(bag, dict) else {"extra": bag}).items()
    return {name: dict(value) if isinstance(value, dict) else value for name, value in items}


def _amount(name: str, value: Any) -> Columns:
    """Return both columns of an amount; a value that is no number stays as it is, and is refused later."""
    if value is None:
        return {}
    try:
        exact = read_stored(value)
    except EngineError:
        return dict(zip(exact_columns(name), (value, 1), strict=True))
    return dict(zip(exact_columns(name), (exact.numerator, exact.denominator), strict=True))


def _of_bag(columns_of: Callable[[Mapping[str, Any]], Columns], *names: str) -> FormerColumns:
    def value(name: str, _file: Mapping[str, Any], row: Mapping[str, Any]) -> Any:
        return columns_of(row).get(name) if row.get("extra") else None

    return {"removed": ("extra",), "added": {name: partial(value, name) for name in names}}


SHEET: Final = _of_bag(was_imported, "imported")
LINE: Final = _of_bag(line_columns, *exact_columns("points"), *exact_columns("uma"), "place", "shared", "imported")
SEAT: Final = _of_bag(seat_columns, *ResultSeat.FROM_FILE, "imported")
