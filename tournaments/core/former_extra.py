"""Columns for the keys of `extra`, a former column of JSON in earlier files and log entries."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple


class MovedKey(NamedTuple):
    key: str
    column: str
    default: Any
    kinds: tuple[type, ...]


MOVED: Final[Mapping[str, tuple[MovedKey, ...]]] = {
    "entry": (
        MovedKey("in_competition", "in_competition", False, (bool,)),
        MovedKey("unranked", "unranked", False, (bool,)),
        MovedKey("filler", "filler", False, (bool,)),
        MovedKey("lot", "lot", 0, (int,)),
    ),
    "gametable": (),
    "round": (MovedKey("alone", "alone", False, (bool,)),),
    "team": (),
    "tournament": (
        MovedKey("federation.federation", "federation", "ema", (str,)),
        MovedKey("federation.columns", "federation_columns", None, (list, type(None))),
        MovedKey("federation.limits", "federation_limits", None, (dict, type(None))),
        MovedKey("federation.qualification", "qualification", False, (bool,)),
        MovedKey("countries", "named_countries", {}, (dict,)),
        MovedKey("accepted_open_items", "accepted_open_items", {}, (dict,)),
        MovedKey("digest", "import_digest", "", (str,)),
    ),
}  # fmt: skip
"""Model -> keys of `extra` that have columns. The others are in its column `imported`."""


def map_to_columns(model: str, extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns for the values of `extra`. A value that does not fit stays in `imported`."""
    rest: dict[str, Any] = deepcopy(dict(extra))
    columns: dict[str, Any] = {}
    for key, column, default, kinds in MOVED[model]:
        above, _dot, name = key.rpartition(".")
        bag = rest.get(above, {}) if above else rest
        fits = isinstance(bag, dict) and name in bag and _fits(bag[name], kinds)
        columns[column] = bag.pop(name) if fits else deepcopy(default)
        if above and not bag:
            rest.pop(above, None)
    if columns.get("filler"):
        columns["unranked"] = True  # nobody has a place; a file edited by hand may leave it out
    return columns | {"imported": rest}


def _fits(value: Any, kinds: tuple[type, ...]) -> bool:
    return type(value) in kinds and (type(value) is not int or 0 <= value < 2**31)


def convert_former_facts(model: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    if model not in MOVED or "extra" not in facts:
        return dict(facts)
    rest = {name: value for name, value in facts.items() if name != "extra"}
    return map_to_columns(model, facts["extra"]) | rest if isinstance(facts["extra"], Mapping) else rest
