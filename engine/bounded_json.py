"""JSON from outside, read within limits on depth and length of numbers, and without NUL.

Python's parser recurses until the stack is full and reads numbers of any length; databases refuse NUL.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any, Final

from engine.errors import EngineError
from engine.sentences import sentence as _

MAX_DEPTH: Final = 32
"""Nesting of lists and objects; our deepest format, a record in a list of cases, has eight levels."""

MAX_NUMBER_LENGTH: Final = 40


class JSONError(EngineError):
    """Text that is not JSON or exceeds the limits; ``at`` is the line from 1 where one is known."""

    kind = "json"


class _NumberTooLong(ValueError):
    pass


def _parse_integer(text: str) -> int:
    if len(text) > MAX_NUMBER_LENGTH:
        raise _NumberTooLong
    return int(text)


def _parse_decimal(text: str) -> float:
    number = float(text) if len(text) <= MAX_NUMBER_LENGTH else math.inf
    if math.isinf(number):
        raise _NumberTooLong
    return number


def _refuse_constant(text: str) -> float:
    raise _NumberTooLong


DECODER: Final = json.JSONDecoder(parse_int=_parse_integer, parse_float=_parse_decimal, parse_constant=_refuse_constant)


def read_json(text: str) -> Any:
    """Parse a JSON text. Raises JSONError.

    >>> read_json('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
    ...
    engine.bounded_json.JSONError: lists and objects are nested too deeply
    """
    try:
        value = DECODER.decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise JSONError(
            _(
                "invalid JSON: %(problem)s in line %(line)s, character %(character)s",
                problem=error.msg,
                line=error.lineno,
                character=error.colno,
            ),
            at=error.lineno,
        ) from None
    except RecursionError:
        raise _depth_error() from None
    except ValueError:
        raise JSONError(_("a number is invalid or has more than %(most)s characters", most=MAX_NUMBER_LENGTH)) from None
    check_json(value)
    return value


def check_json(value: object) -> None:
    """Raise JSONError for a value nested too deeply or with text that cannot be stored."""
    waiting: list[tuple[object, int]] = [(value, 1)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, str):
            if "\x00" in part or (not part.isascii() and any("\ud800" <= char <= "\udfff" for char in part)):
                raise JSONError(_("text contains NUL or a lone surrogate"))
        elif isinstance(part, dict | list):
            if depth > MAX_DEPTH:
                raise _depth_error()
            waiting += [(inner, depth + 1) for inner in part]
            if isinstance(part, dict):
                waiting += [(inner, depth + 1) for inner in part.values()]


def _depth_error() -> JSONError:
    return JSONError(_("lists and objects are nested too deeply"))


def canonical_json(value: object) -> str:
    """Return the value in its canonical form: keys sorted, no spaces, letters as they are.

    >>> canonical_json({"rounds": [1], "format": "mjdraw/1"})
    '{"format":"mjdraw/1","rounds":[1]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: object) -> str:
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()
