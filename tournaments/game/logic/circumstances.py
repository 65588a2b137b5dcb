"""Circumstances of a win under a ruleset, as a form asks for them; `core.text.circumstances` has their words."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.family import Ruleset
from engine.parameters import meets
from engine.records.hand_cases import TileType, circumstance_types
from engine.tiles.seats import Wind
from engine.tiles.tile import is_flower

PLACES: Final = ("hand", "win", "chow", "pung", "kong", "akong", "ckong")
"""Destinations of a pressed tile. Flowers always go to the flowers, tiles of a circumstance to its field."""


@dataclass(frozen=True)
class Circumstance:
    """Field of the form. `kind`: flag, count, choice, wind, tile or tiles."""

    name: str
    kind: str
    default: Any
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> Any:
        """Return the value in the format of the engine's cases; None for an empty or impossible one."""
        if self.kind == "flag":
            return True if text else None
        if self.kind == "count":
            return int(text) if text.isdecimal() and len(text) < 4 and int(text) != self.default else None
        if self.kind in ("choice", "wind"):
            return text if text in self.choices else None
        return text or None


def list_circumstances(rules: Ruleset) -> list[Circumstance]:
    """Return the fields that a win under these rules may need: common ones, then the family's."""
    flowers = any(map(is_flower, rules.tile_set.tiles))
    common = ["last_tile", "replacement", *(["flower_replacement"] if flowers else []), "first_turn"]
    flags = [Circumstance(name, "flag", False) for name in common]
    return [*flags, *_list_own_circumstances(rules), Circumstance("visible", "tiles", "")]


def list_places(fields: Iterable[Circumstance]) -> list[str]:
    return [*PLACES, *(field.name for field in fields if field.kind in ("tile", "tiles"))]


def _list_own_circumstances(rules: Ruleset) -> list[Circumstance]:
    family = rules.family
    hints = circumstance_types(family.circumstances)
    defaults = family.circumstances._field_defaults
    return [
        _make_circumstance(name, hint, defaults[name])
        for name, hint in hints.items()
        if meets(rules.parameters, family.circumstances_when.get(name, {}))
    ]


def _make_circumstance(name: str, hint: Any, default: Any) -> Circumstance:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _make_circumstance(name, inner, default)
    if origin is Literal:
        return Circumstance(name, "choice", default, tuple(map(str, arguments)))
    if origin is tuple:
        return Circumstance(name, "tiles", "")
    if hint is Wind:
        return Circumstance(name, "wind", default, tuple("ESWN"))
    kinds = {bool: "flag", int: "count", TileType: "tile"}
    return Circumstance(name, kinds[hint], default)
