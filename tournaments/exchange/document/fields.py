"""How a stored value is written in the file, read back and described: one answer for each kind of column."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from engine.sentences import Sentence
from tournaments.accounts.models import User
from tournaments.core.models.sentences import SentenceField, ShortSentenceField, is_sentence, restored, stored
from tournaments.core.one_line import complaint, is_one_line

RowKey = int | str
RowKeys = Mapping[type[models.Model], Mapping[Any, RowKey]]
"""Model -> key of the database -> key of the file."""

LONGEST_TEXT = 2_000_000
_LARGEST = {
    "SmallIntegerField": 2**15 - 1,
    "PositiveSmallIntegerField": 2**15 - 1,
    "IntegerField": 2**31 - 1,
    "PositiveIntegerField": 2**31 - 1,
    "BigIntegerField": 2**63 - 1,
    "PositiveBigIntegerField": 2**63 - 1,
}


class FieldError(ValueError):
    """A value of the file does not fit; the message is a sentence in the reader's language."""


def kind_of(column: models.Field) -> str:
    """ref, person, sentence, text, whole, flag, moment, day, uuid, json, file, picture or address."""
    if isinstance(column, models.ForeignKey):
        return "person" if column.related_model is User else "ref"
    kinds: list[tuple[type[models.Field], str]] = [
        (models.FileField, "file"),
        (models.BinaryField, "picture"),
        (SentenceField, "sentence"),
        (ShortSentenceField, "sentence"),
        (models.BooleanField, "flag"),
        (models.IntegerField, "whole"),
        (models.DateTimeField, "moment"),
        (models.DateField, "day"),
        (models.UUIDField, "uuid"),
        (models.JSONField, "json"),
        (models.GenericIPAddressField, "address"),
        (models.CharField, "text"),
        (models.TextField, "text"),
    ]
    for known, kind in kinds:
        if isinstance(column, known):
            return kind
    raise TypeError(f"{column}: no way to write a {type(column).__name__} is known")


def written(column: models.Field, value: Any, keys: RowKeys, people: Mapping[int, str]) -> Any:
    """The value as JSON has it; a row that it names by its key in the file, an account by its name."""
    if value is None:
        return None
    kind = kind_of(column)
    if kind == "person":
        return people[value]
    if kind == "ref":
        return keys[column.related_model][value]  # type: ignore[index]
    if kind == "sentence":
        return value.to_dict() if isinstance(value, Sentence) else str(value)
    if kind == "moment":
        return value.astimezone(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    if kind == "day":
        return value.isoformat()
    if kind == "uuid":
        return str(value)
    if kind == "picture":
        return ""  # a file of its own; the writer puts its place here
    return value.name if kind == "file" else value


def read(column: models.Field, value: Any) -> Any:
    """The stored value; a row or an account is still named as in the file. Raises `FieldError`."""
    if value is None:
        if column.null:
            return None
        raise FieldError(_("A value is missing."))
    kind = kind_of(column)
    found = _READERS[kind](column, value)
    if kind in ("text", "whole") and column.choices and found not in _choices(column):
        raise FieldError(_("“%(found)s” is none of %(known)s.") % {"found": found, "known": _known(column)})
    if kind in ("text", "whole"):
        try:
            column.run_validators(found)
        except ValidationError as error:
            raise FieldError(" ".join(error.messages)) from None
    return found


def _choices(column: models.Field) -> list[Any]:
    found = [value for value, _label in column.flatchoices]
    return found if kind_of(column) == "whole" or "" in found else [*found, ""]


def _known(column: models.Field) -> str:
    return ", ".join(str(value) for value in _choices(column) if value != "")


def _text(column: models.Field, value: Any) -> str:
    if not isinstance(value, str):
        raise FieldError(_("Expected a text, found %(found)s.") % {"found": type(value).__name__})
    longest = column.max_length or LONGEST_TEXT
    if len(value) > longest:
        raise FieldError(_("The text is longer than %(longest)s characters.") % {"longest": longest})
    if "\x00" in value or (isinstance(column, models.CharField) and not is_one_line(value)):
        raise FieldError(complaint())
    return value


def _sentence(column: models.Field, value: Any) -> str:
    if isinstance(value, dict):
        if not is_sentence(value, longest=LONGEST_TEXT):
            raise FieldError(_("This is no sentence: its places and its values do not fit."))
        found: str = Sentence.from_dict(value)
    else:
        text = value if isinstance(value, str) else None
        if text is None or "\x00" in text or len(text) > LONGEST_TEXT:
            raise FieldError(_("Expected a text, found %(found)s.") % {"found": type(value).__name__})
        found = restored(stored(text))
    if column.max_length and len(stored(found)) > column.max_length:
        raise FieldError(_("The text is longer than %(longest)s characters.") % {"longest": column.max_length})
    return found


def _whole(column: models.Field, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise FieldError(_("“%(found)s” is not a whole number.") % {"found": value})
    largest = _LARGEST[column.get_internal_type()]
    smallest = 0 if column.get_internal_type().startswith("Positive") else -largest
    if not smallest <= value <= largest:
        bounds = {"smallest": smallest, "largest": largest}
        raise FieldError(_("Expected a number from %(smallest)s to %(largest)s.") % bounds)
    return value


def _flag(_column: models.Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise FieldError(_("Expected true or false, found %(found)s.") % {"found": value})
    return value


def _moment(_column: models.Field, value: Any) -> datetime.datetime:
    try:
        found = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise FieldError(_("“%(found)s” is no time like 2026-05-02T09:30:00Z.") % {"found": value})
    return found


def _day(_column: models.Field, value: Any) -> datetime.date:
    try:
        found = parse_date(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None:
        raise FieldError(_("“%(found)s” is no day like 2026-05-02.") % {"found": value})
    return found


def _uuid(_column: models.Field, value: Any) -> uuid.UUID:
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise FieldError(_("“%(found)s” is no UUID.") % {"found": value}) from None


def _address(column: models.Field, value: Any) -> str:
    try:
        found: str = column.clean(value, None)
    except ValidationError as error:
        raise FieldError(" ".join(error.messages)) from None
    return found


def _key(_column: models.Field, value: Any) -> RowKey:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise FieldError(_("“%(found)s” names no row of the file.") % {"found": value})
    return value


_READERS: dict[str, Callable[[models.Field, Any], Any]] = {
    "text": _text,
    "sentence": _sentence,
    "whole": _whole,
    "flag": _flag,
    "moment": _moment,
    "day": _day,
    "uuid": _uuid,
    "address": _address,
    "json": lambda _column, value: value,
    "ref": _key,
    "person": _text,
    "file": _text,
    "picture": _text,
}


def described(column: models.Field) -> dict[str, Any]:
    """The column as JSON Schema."""
    kind = kind_of(column)
    found: dict[str, Any]
    if kind in ("text", "person", "file", "picture", "address"):
        found = {"type": "string"}
        if kind == "text" and column.max_length:
            found |= {"maxLength": column.max_length}
    elif kind == "sentence":
        found = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/sentence"}]}
    elif kind == "whole":
        largest = _LARGEST[column.get_internal_type()]
        smallest = 0 if column.get_internal_type().startswith("Positive") else -largest
        found = {"type": "integer", "minimum": smallest, "maximum": largest}
    elif kind == "ref":
        found = {"type": ["integer", "string"]}
    else:
        found = {
            "flag": {"type": "boolean"},
            "moment": {"type": "string", "format": "date-time"},
            "day": {"type": "string", "format": "date"},
            "uuid": {"type": "string", "format": "uuid"},
            "json": {},
        }[kind]
    if column.choices and kind in ("text", "whole"):
        found = {"enum": _choices(column)}
    if kind == "person":
        found |= {"maxLength": 150}
    if column.null and found:
        found = {"enum": [*found["enum"], None]} if "enum" in found else {"anyOf": [found, {"type": "null"}]}
    return found
