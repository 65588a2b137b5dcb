"""Columns of today for the `extra` of sheets and ledger lines: free JSON in files of earlier releases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypedDict

from engine.errors import EngineError
from engine.exact import read_stored
from tournaments.core.models.columns import name_exact_columns
from tournaments.exchange.document.sections import Added
from tournaments.results.models.results import ResultSeat

Columns = dict[str, Any]


class FormerColumns(TypedDict):
    removed: tuple[str, ...]
    added: Mapping[str, Added]


def read_sheet_columns(row: Mapping[str, Any]) -> Columns:
    return {"imported": bool(_copy_extra(row).get("imported"))}


def read_seat_columns(row: Mapping[str, Any]) -> Columns:
    bag = _copy_extra(row)
    official = bag.pop("official") if isinstance(bag.get("official"), dict) else {}
    columns = {
        **_split_amount("exact_points", bag.pop("exact_points", None)),
        **_split_amount("official_score", official.pop("score", None)),
        **_split_amount("official_table_points", official.pop("table_points", None)),
        "official_place": official.pop("place", None),
    }
    return columns | {"imported": bag | ({"official": official} if official else {})}


def read_line_columns(row: Mapping[str, Any]) -> Columns:
    bag = _copy_extra(row)
    if (row.get("kind"), row.get("unit")) != ("result", "score") or not bag.keys() & set(_OF_SCORE):
        return {"imported": bag}
    points, uma, place, shared = (bag.pop(name, default) for name, default in _OF_SCORE.items())
    return {
        **_split_amount("points", points),
        **_split_amount("uma", uma),
        "place": place,
        "shared": shared,
        "imported": bag,
    }


_OF_SCORE: Final = {"points": 0, "uma": 0, "place": None, "shared": False}


def _copy_extra(row: Mapping[str, Any]) -> Columns:
    bag = row.get("extra")
    items = (bag if isinstance(bag, dict) else {"extra": bag}).items()
    return {name: dict(value) if isinstance(value, dict) else value for name, value in items}


def _split_amount(name: str, value: Any) -> Columns:
    """Return both columns of an amount; a value that is no number stays as it is, and is refused later."""
    if value is None:
        return {}
    try:
        exact = read_stored(value)
    except EngineError:
        return dict(zip(name_exact_columns(name), (value, 1), strict=True))
    return dict(zip(name_exact_columns(name), (exact.numerator, exact.denominator), strict=True))


def _make_former_columns(columns_of: Callable[[Mapping[str, Any]], Columns], *names: str) -> FormerColumns:
    def read_former_value(name: str, _file: Mapping[str, Any], row: Mapping[str, Any]) -> Any:
        return columns_of(row).get(name) if row.get("extra") else None

    return {"removed": ("extra",), "added": {name: partial(read_former_value, name) for name in names}}


SHEET: Final = _make_former_columns(read_sheet_columns, "imported")
LINE: Final = _make_former_columns(
    read_line_columns, *name_exact_columns("points"), *name_exact_columns("uma"), "place", "shared", "imported"
)
SEAT: Final = _make_former_columns(read_seat_columns, *ResultSeat.FROM_FILE, "imported")
