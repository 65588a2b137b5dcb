"""Pure values as JSON and back: data classes by their fields, fractions as text (`7/3`), sets as sorted lists."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")


def encode(value: Any) -> Any:
    """Return the value for JSON.

    >>> encode({1: Fraction(7, 3)})
    {'1': '7/3'}
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): encode(member) for key, member in value.items()}
    if isinstance(value, frozenset | set):
        return sorted((encode(element) for element in value), key=str)
    return [encode(element) for element in value] if isinstance(value, list | tuple) else value


def decode(form: type[T], value: Any) -> T:
    """Return the data class of a JSON value. Raises TypeError, ValueError or LookupError for another form."""
    if not isinstance(value, dict):
        raise TypeError(f"an object is expected, not {value!r}"[:80])
    untyped_form: Any = form
    hints = _get_hints(untyped_form)
    if unknown := set(value) - set(hints):
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    return form(**{name: _decode_hint(hints[name], member) for name, member in value.items()})


@functools.cache
def _get_hints(form: Hashable) -> dict[str, Any]:
    return typing.get_type_hints(form)


def _decode_hint(hint: Any, value: Any) -> Any:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in inner:
            return None
        if isinstance(value, str) and str in inner:
            return value
        return _decode_hint(next(type_ for type_ in inner if type_ not in (type(None), str)), value)
    if hint is Fraction:
        return _decode_fraction(value)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return decode(hint, value)
    if origin in (tuple, frozenset):
        return origin(_decode_hint(inner[0], element) for element in _require_type(list, value))
    if origin is not None and issubclass(origin, Mapping):
        return {key: _decode_hint(inner[1], member) for key, member in _require_type(dict, value).items()}
    return _require_type(hint, value)


def _decode_fraction(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(f"a fraction is expected, not {value!r}"[:80])
    return Fraction(value)


def _require_type(form: Any, value: Any) -> Any:
    if not isinstance(value, form) or (form is int and isinstance(value, bool)):
        raise TypeError(f"{form.__name__} is expected, not {value!r}"[:80])
    return value
