"""Circumstances of a win under a ruleset, as a form asks for them and a page repeats them."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.family import Ruleset
from engine.parameters import meets
from engine.records.hand_cases import TileType, circumstance_types
from engine.sentences import gettext_noop as _
from engine.tiles.hand import WinBy
from engine.tiles.seats import Wind
from engine.tiles.tile import is_flower
from tournaments.game.terms.reader import Reader
from tournaments.game.terms.rules import FamilyWords

WORDS = FamilyWords(
    "circumstances",
    {
        "last_tile": _("Last tile or last discard"),
        "replacement": _("Replacement after a kong"),
        "flower_replacement": _("Replacement after a flower"),
        "first_turn": _("Uninterrupted first turn"),
        "visible": _("Other visible tiles"),
    },
)
"""Names of the engine's circumstances; one that is missing here shows its id."""


WAYS_TO_WIN: Final = {
    WinBy.SELF_DRAW: _("Self-draw"),
    WinBy.DISCARD: _("On a discard"),
    WinBy.ROBBED_KONG: _("Robbed kong"),
}


PLACES: Final = {
    "hand": _("Hand"),
    "win": _("Winning tile"),
    "chow": _("Chow"),
    "pung": _("Pung"),
    "kong": _("Kong, claimed"),
    "akong": _("Kong, added"),
    "ckong": _("Kong, concealed"),
}
"""Destinations of a pressed tile. Flowers always go to the flowers, tiles of a circumstance to its field."""


@dataclass(frozen=True)
class Circumstance:
    """A field of the form, with its label. `kind`: flag, count, choice, wind, tile or tiles."""

    name: str
    kind: str
    default: Any
    label: str
    options: tuple[tuple[str, str], ...] = ()
    """The choices with their words."""

    def read(self, text: str) -> Any:
        """Return the value in the format of the engine's cases; None for an empty or impossible one."""
        if self.kind == "flag":
            return True if text else None
        if self.kind == "count":
            return int(text) if text.isdecimal() and len(text) < 4 and int(text) != self.default else None
        if self.kind in ("choice", "wind"):
            return text if text in dict(self.options) else None
        return text or None


def circumstances(rules: Ruleset, reader: Reader) -> list[Circumstance]:
    """Return the fields that a win under these rules may need: common ones, then the family's."""
    flowers = any(map(is_flower, rules.tile_set.tiles))
    common = ["last_tile", "replacement", *(["flower_replacement"] if flowers else []), "first_turn"]
    flags = [_field(reader, name, "flag", False) for name in common]
    return [*flags, *_own(rules, reader), _field(reader, "visible", "tiles", "")]


def places(fields: Iterable[Circumstance], reader: Reader) -> list[tuple[str, str]]:
    """Return the places where a pressed tile may go, with labels."""
    own = [(one.name, one.label) for one in fields if one.kind in ("tile", "tiles")]
    return [*((place, reader.gettext(words)) for place, words in PLACES.items()), *own]


def _field(reader: Reader, name: str, kind: str, default: Any, choices: tuple[str, ...] = ()) -> Circumstance:
    options = tuple((choice, reader.say(WORDS.get(choice, choice))) for choice in choices)
    return Circumstance(name, kind, default, reader.word(WORDS, name), options)


def _own(rules: Ruleset, reader: Reader) -> list[Circumstance]:
    family = rules.family
    hints = circumstance_types(family.circumstances)
    defaults = family.circumstances._field_defaults
    return [
        _circumstance(reader, name, hint, defaults[name])
        for name, hint in hints.items()
        if meets(rules.parameters, family.circumstances_when.get(name, {}))
    ]


def _circumstance(reader: Reader, name: str, hint: Any, default: Any) -> Circumstance:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _circumstance(reader, name, inner, default)
    if origin is Literal:
        return _field(reader, name, "choice", default, tuple(map(str, arguments)))
    if origin is tuple:
        return _field(reader, name, "tiles", "")
    if hint is Wind:
        return _field(reader, name, "wind", default, tuple("ESWN"))
    kinds = {bool: "flag", int: "count", TileType: "tile"}
    return _field(reader, name, kinds[hint], default)
