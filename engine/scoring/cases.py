"""Plain values, as JSON has them, to hands and wins: what the batch commands and the web API read.

Every mistake is a CaseError or another EngineError whose message begins with the name of the field.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.errors import EngineError, NotationError
from engine.exact import NUMBERS, shown
from engine.family import RuleFamily, Ruleset, families, ruleset
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy, check_hand
from engine.tiles.melds import Meld, parse_melds
from engine.tiles.seats import Wind
from engine.tiles.tile import Tile, is_flower, parse_tile, parse_tiles

Case = Mapping[str, Any]
Read = Callable[[str, object], Any]
"""(field, value) -> the value in the type that the engine wants."""


class CaseError(EngineError):
    """A case that is no object, lacks a field or has a value of the wrong type; ``at`` is the field."""

    kind = "case"


class ScoreCase(NamedTuple):
    """A hand with the manner of its win under a ruleset."""

    hand: Hand
    win: Win
    ruleset: Ruleset


class WaitsCase(NamedTuple):
    """A hand without winning tile under a ruleset; ``special`` as ``Win.special``."""

    hand: Hand
    special: object
    ruleset: Ruleset


def read_score_case(case: Case) -> ScoreCase:
    """The case of a ``score`` line. Raises EngineError; the hand is a possible one."""
    rules = read_ruleset(case)
    hand = Hand(
        read_tiles("hand", case.get("hand")),
        read_meld_list("melds", given(case, "melds", ())),
        read_flowers(case),
        read_tile("win", case.get("win")),
    )
    check_hand(hand, rules.tile_set, rules.family.sets)
    return ScoreCase(hand, read_win(case, rules.family), rules)


def read_waits_case(case: Case) -> WaitsCase:
    """The case of a ``waits`` line. Raises EngineError; the hand is a possible one."""
    rules = read_ruleset(case)
    hand = Hand(
        read_tiles("hand", case.get("hand")),
        read_meld_list("melds", given(case, "melds", ())),
        read_flowers(case),
    )
    check_hand(hand, rules.tile_set, rules.family.sets)
    readers = _special_readers(rules.family.name)
    special = {name: reader(name, case[name]) for name, reader in readers.items() if name in case}
    return WaitsCase(hand, rules.family.circumstances(**special) if special else None, rules)


def given(case: Case, field: str, default: object) -> Any:
    """The value of a field that may be missing or null."""
    value = case.get(field)
    return default if value is None else value


def read_ruleset(case: Case) -> Ruleset:
    """The ruleset of a case with its ``parameters``."""
    name = read_text("ruleset", case.get("ruleset"))
    parameters = given(case, "parameters", {})
    if not isinstance(parameters, Mapping):
        raise CaseError(
            _("parameters: an object of values by name is expected, not %(parameters)s", parameters=repr(parameters)),
            at="parameters",
        )
    return ruleset(name, parameters) if parameters else ruleset(name)


def read_win(case: Case, family: RuleFamily) -> Win:
    """How the hand was won: ``by``, the winds, and the circumstances in ``context``."""
    by = _BY.get(read_text("by", case.get("by")))
    if by is None:
        raise CaseError(
            _("by: one of %(known)s is expected, not %(value)s", known=", ".join(_BY), value=repr(case.get("by"))),
            at="by",
        )
    seat_wind = read_wind("seat_wind", given(case, "seat_wind", "E"))
    values: dict[str, Any] = {"dealer": seat_wind is Wind.EAST}
    special = None
    context = given(case, "context", {})
    if not isinstance(context, Mapping):
        raise CaseError(
            _("context: an object of circumstances is expected, not %(context)s", context=repr(context)),
            at="context",
        )
    if context:
        own = _special_readers(family.name)
        found = {}
        for name, value in context.items():
            if name in _COMMON:
                values[name] = _COMMON[name](f"context.{name}", value)
            elif name in own:
                found[name] = own[name](f"context.{name}", value)
            else:
                known = ", ".join((*_COMMON, *own))
                raise CaseError(
                    _(
                        "context: %(family)s has no circumstance %(name)s; there are %(known)s",
                        family=family.name,
                        name=repr(name),
                        known=known,
                    ),
                    at=f"context.{name}",
                )
        special = family.circumstances(**found) if found else None
    return Win(
        by, read_wind("prevalent_wind", given(case, "prevalent_wind", "E")), seat_wind, special=special, **values
    )


_BY: Final[dict[str, WinBy]] = {by.value: by for by in WinBy}


def read_text(field: str, value: object) -> str:
    """A word or notation."""
    if not isinstance(value, str):
        raise CaseError(
            _("%(field)s: a text is expected, not %(value)s", field=field, value=repr(value))
            if value is not None
            else _("%(field)s is missing", field=field),
            at=field,
        )
    return value


def read_flag(field: str, value: object) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise CaseError(
            _("%(field)s: true or false is expected, not %(value)s", field=field, value=repr(value)), at=field
        )
    return value


def read_count(field: str, value: object) -> int:
    """A whole number from 0 on."""
    if not isinstance(value, int) or isinstance(value, bool) or not NUMBERS.holds(value):
        raise CaseError(
            _("%(field)s: a whole number from 0 on is expected, not %(value)s", field=field, value=shown(value)),
            at=field,
        )
    return value


def read_wind(field: str, value: object) -> Wind:
    """E, S, W or N."""
    try:
        return _wind(read_text(field, value))
    except NotationError as error:
        raise _named(field, error) from None


_wind = lru_cache(maxsize=64)(Wind.parse)


def read_tile(field: str, value: object) -> Tile:
    """Exactly one tile."""
    text = read_text(field, value)
    try:
        return parse_tile(text)
    except NotationError as error:
        raise _named(field, error) from None


def read_tiles(field: str, value: object) -> tuple[Tile, ...]:
    """Tiles written as one text or as a list of texts."""
    try:
        return tuple([tile for text in _texts(value) for tile in parse_tiles(read_text(field, text))])
    except NotationError as error:
        raise _named(field, error) from None


def _texts(value: object) -> Sequence[object]:
    """The texts of a list of texts, or the one text; not yet looked at."""
    return value if isinstance(value, list | tuple) else (value,)


def read_flowers(case: Case) -> tuple[Tile, ...]:
    """The flowers laid out; none when the field is missing."""
    value = given(case, "flowers", ())
    flowers = read_tiles("flowers", value)
    if not all(map(is_flower, flowers)):
        raise CaseError(_("flowers: %(value)s are not all flowers (1f-8f)", value=repr(value)), at="flowers")
    return flowers


def read_meld_list(field: str, value: object) -> tuple[Meld, ...]:
    """Melds written as a list of texts or as one text."""
    try:
        return tuple([meld for text in _texts(value) for meld in _melds(read_text(field, text))])
    except NotationError as error:
        raise _named(field, error) from None


_melds = lru_cache(maxsize=4096)(parse_melds)


def _named(field: str, error: NotationError) -> NotationError:
    """The same error with the field before its message."""
    return NotationError(
        _("%(field)s: %(reason)s", field=field, reason=error.reason),
        error.text,
        error.at if isinstance(error.at, int) else 0,
    )


_COMMON: Final[dict[str, Read]] = {
    "last_tile": read_flag,
    "replacement": read_flag,
    "flower_replacement": read_flag,
    "first_turn": read_flag,
    "dealer": read_flag,
    "visible": read_tiles,
}
"""Circumstances of every family."""


class _TileType:
    """Stands in for the alias ``Tile`` when a field's type is read, because an int may be a number too."""


@cache
def _special_readers(family: str) -> dict[str, Read]:
    """Readers for the fields of a family's circumstances, made from their types."""
    hints = typing.get_type_hints(families()[family].circumstances, localns={"Tile": _TileType})
    return {name: _reader(hint) for name, hint in hints.items()}


def _reader(hint: Any) -> Read:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        read = _reader(inner)
        return lambda field, value: None if value is None else read(field, value)
    if origin is typing.Literal:
        return lambda field, value: _read_choice(field, value, arguments)
    if origin is tuple and arguments[0] is _TileType:
        return read_tiles
    readers: dict[Any, Read] = {bool: read_flag, int: read_count, str: read_text, _TileType: read_tile, Wind: read_wind}
    return readers[hint]


def _read_choice(field: str, value: object, choices: tuple[object, ...]) -> object:
    """One of a few words."""
    if value not in choices:
        raise CaseError(
            _(
                "%(field)s: one of %(known)s is expected, not %(value)s",
                field=field,
                known=", ".join(map(str, choices)),
                value=repr(value),
            ),
            at=field,
        )
    return value
