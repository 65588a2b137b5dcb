"""Fields of a case: JSON values converted to the engine's types. Every error begins with the name of the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from engine.errors import EngineError, NotationError
from engine.exact import COUNTS, quote_value
from engine.sentences import sentence as _
from engine.tiles.melds import Meld, parse_melds
from engine.tiles.notations import parse_any_tile, parse_any_tiles
from engine.tiles.seats import Wind
from engine.tiles.tile import Tile, is_flower

JsonCase = Mapping[str, Any]
Read = Callable[[str, object], Any]
"""(field, value) -> value in the engine's type."""


class CaseError(EngineError):
    """Case that is not an object, lacks a field or has a value of the wrong type; ``at`` is the field."""

    kind: ClassVar[str] = "case"


def optional_field(case: JsonCase, field: str, default: object) -> Any:
    """Value of an optional field; the default when missing or null."""
    value = case.get(field)
    return default if value is None else value


def read_text(field: str, value: object) -> str:
    if not isinstance(value, str):
        raise CaseError(
            _("%(field)s: expected text, found %(value)s", field=field, value=repr(value))
            if value is not None
            else _("%(field)s is missing", field=field),
            at=field,
        )
    return value


def read_flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise CaseError(
            _("%(field)s: expected true or false, found %(value)s", field=field, value=repr(value)), at=field
        )
    return value


def read_count(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not COUNTS.holds(value):
        raise CaseError(
            _("%(field)s: expected a whole number from 0, found %(value)s", field=field, value=quote_value(value)),
            at=field,
        )
    return value


def read_wind(field: str, value: object) -> Wind:
    try:
        return _wind(read_text(field, value))
    except NotationError as error:
        raise _name_field(field, error) from None


_wind = lru_cache(maxsize=64)(Wind.parse)


def read_tile(field: str, value: object) -> Tile:
    text = read_text(field, value)
    try:
        return parse_any_tile(text)
    except NotationError as error:
        raise _name_field(field, error) from None


def read_tiles(field: str, value: object) -> tuple[Tile, ...]:
    try:
        if isinstance(value, str):
            return parse_any_tiles(value)
        return tuple([tile for text in _as_texts(value) for tile in parse_any_tiles(read_text(field, text))])
    except NotationError as error:
        raise _name_field(field, error) from None


def _as_texts(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else (value,)


def read_flowers(case: JsonCase) -> tuple[Tile, ...]:
    value = case.get("flowers")
    if value is None:
        return ()
    flowers = read_tiles("flowers", value)
    if not all(map(is_flower, flowers)):
        raise CaseError(_("flowers: expected flowers (1f-8f), found %(value)s", value=repr(value)), at="flowers")
    return flowers


def read_meld_list(field: str, value: object) -> tuple[Meld, ...]:
    try:
        return tuple([meld for text in _as_texts(value) for meld in _melds(read_text(field, text))])
    except NotationError as error:
        raise _name_field(field, error) from None


_melds = lru_cache(maxsize=4096)(parse_melds)


def _name_field(field: str, error: NotationError) -> NotationError:
    return NotationError(
        _("%(field)s: %(reason)s", field=field, reason=error.reason),
        error.text,
        error.at if isinstance(error.at, int) else 0,
    )


def read_choice(field: str, value: object, choices: tuple[object, ...]) -> object:
    if value not in choices:
        raise CaseError(
            _(
                "%(field)s: expected one of %(known)s, found %(value)s",
                field=field,
                known=", ".join(map(str, choices)),
                value=repr(value),
            ),
            at=field,
        )
    return value
