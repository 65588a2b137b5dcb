"""Conversion of stored values to and from the file, and their schema, for each kind of column."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from engine.sentences import Sentence
from tournaments.accounts.models import User
from tournaments.core.models.columns import FIRST_DAY, FIRST_MOMENT, LAST_DAY, LAST_MOMENT, SealedMomentField
from tournaments.core.models.sentences import (
    SentenceField,
    ShortSentenceField,
    decode_sentence,
    encode_sentence,
    is_sentence,
)
from tournaments.core.one_line import describe_line_break_error, is_one_line

RowKey = int | str
RowKeys = Mapping[type[models.Model], Mapping[Any, RowKey]]

MAX_TEXT = 2_000_000
_MAX = {
    "SmallIntegerField": 2**15 - 1,
    "PositiveSmallIntegerField": 2**15 - 1,
    "IntegerField": 2**31 - 1,
    "PositiveIntegerField": 2**31 - 1,
    "BigIntegerField": 2**63 - 1,
    "PositiveBigIntegerField": 2**63 - 1,
}


class FieldError(ValueError):
    """Value of the file that does not fit; the message is in the reader's language."""


def make_column_writer(column: models.Field, keys: RowKeys, people: Mapping[int, str]) -> Callable[[Any], Any] | None:
    """Return the function that turns a stored value, not None, into one for JSON; None if it stays as it is.

    A referenced row is written by its key in the file, an account by its name.
    """
    kind = get_kind(column)
    if kind == "person":
        return people.__getitem__
    if kind == "ref":
        return lambda value: keys[column.related_model][value]  # type: ignore[index]
    return KINDS[kind].write


def write_column(column: models.Field, value: Any, keys: RowKeys, people: Mapping[int, str]) -> Any:
    write = make_column_writer(column, keys, people)
    return value if value is None or write is None else write(value)


def read_column(column: models.Field, value: Any) -> Any:
    """Return the stored value, but rows and accounts by their keys in the file. Raises `FieldError`."""
    if value is None:
        if column.null:
            return None
        raise FieldError(_("A value is missing."))
    kind = get_kind(column)
    parsed = KINDS[kind].read(column, value)
    if kind in ("text", "whole") and column.choices and parsed not in _list_choices(column):
        raise FieldError(_("“%(found)s” is none of %(known)s.") % {"found": parsed, "known": _describe_choices(column)})
    if kind in ("text", "whole", "json"):
        try:
            column.run_validators(parsed)
        except ValidationError as error:
            raise FieldError(" ".join(error.messages)) from None
    return parsed


def _list_choices(column: models.Field) -> list[Any]:
    choices = [value for value, _label in column.flatchoices]
    return choices if get_kind(column) == "whole" or "" in choices else [*choices, ""]


def _describe_choices(column: models.Field) -> str:
    return ", ".join(str(value) for value in _list_choices(column) if value != "")


def _read_text(column: models.Field, value: Any) -> str:
    if not isinstance(value, str):
        raise FieldError(_("Expected a text, found %(found)s.") % {"found": type(value).__name__})
    longest = column.max_length or MAX_TEXT
    if len(value) > longest:
        raise FieldError(_("The text is longer than %(longest)s characters.") % {"longest": longest})
    if "\x00" in value or (isinstance(column, models.CharField) and not is_one_line(value)):
        raise FieldError(describe_line_break_error())
    return value


def _read_sentence(column: models.Field, value: Any) -> str:
    if isinstance(value, dict):
        if not is_sentence(value, longest=MAX_TEXT):
            raise FieldError(_("This is not a sentence: its places and its values do not fit."))
        sentence: str = Sentence.from_dict(value)
    else:
        text = value if isinstance(value, str) else None
        if text is None or "\x00" in text or len(text) > MAX_TEXT:
            raise FieldError(_("Expected a text, found %(found)s.") % {"found": type(value).__name__})
        sentence = decode_sentence(encode_sentence(text))
    if column.max_length and len(encode_sentence(sentence)) > column.max_length:
        raise FieldError(_("The text is longer than %(longest)s characters.") % {"longest": column.max_length})
    return sentence


def _get_bounds(column: models.Field) -> tuple[int, int]:
    largest = _MAX[column.get_internal_type()]
    return 0 if column.get_internal_type().startswith("Positive") else -largest, largest


def _read_whole_number(column: models.Field, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise FieldError(_("“%(found)s” is not a whole number.") % {"found": value})
    smallest, largest = _get_bounds(column)
    if not smallest <= value <= largest:
        bounds = {"smallest": smallest, "largest": largest}
        raise FieldError(_("Expected a number from %(smallest)s to %(largest)s.") % bounds)
    return value


def _read_flag(_column: models.Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise FieldError(_("Expected true or false, found %(found)s.") % {"found": value})
    return value


def _read_moment(column: models.Field, value: Any) -> datetime.datetime:
    """Return the time, clipped to the bounds that earlier releases did not check; times of promises stay unchanged."""
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise FieldError(_("“%(found)s” is not a time such as 2026-05-02T09:30:00Z.") % {"found": value})
    if not isinstance(column, SealedMomentField):
        return min(max(moment, FIRST_MOMENT), LAST_MOMENT)
    try:
        return moment.astimezone(datetime.UTC)
    except OverflowError:
        raise FieldError(_("“%(found)s” is not a time such as 2026-05-02T09:30:00Z.") % {"found": value}) from None


def _read_day(_column: models.Field, value: Any) -> datetime.date:
    try:
        day = parse_date(value) if isinstance(value, str) else None
    except ValueError:
        day = None
    if day is None:
        raise FieldError(_("“%(found)s” is not a day such as 2026-05-02.") % {"found": value})
    return min(max(day, FIRST_DAY), LAST_DAY)


def _read_uuid(_column: models.Field, value: Any) -> uuid.UUID:
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise FieldError(_("“%(found)s” is not a UUID.") % {"found": value}) from None


def _read_address(column: models.Field, value: Any) -> str:
    try:
        address: str = column.clean(value, None)
    except ValidationError as error:
        raise FieldError(" ".join(error.messages)) from None
    return address


def _read_key(_column: models.Field, value: Any) -> RowKey:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise FieldError(_("“%(found)s” names no row of the file.") % {"found": value})
    return value


class FieldKind(NamedTuple):
    types: tuple[type[models.Field], ...]
    read: Callable[[models.Field, Any], Any]
    schema: dict[str, Any]
    write: Callable[[Any], Any] | None = None


def _write_moment(value: datetime.datetime) -> str:
    return value.astimezone(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


_TEXT: dict[str, Any] = {"type": "string"}
_SENTENCE: dict[str, Any] = {"anyOf": [_TEXT, {"$ref": "#/$defs/sentence"}]}
KINDS: dict[str, FieldKind] = {
    "person": FieldKind((), _read_text, _TEXT | {"maxLength": 150}),
    "ref": FieldKind((models.ForeignKey,), _read_key, {"type": ["integer", "string"]}),
    "file": FieldKind((models.FileField,), _read_text, _TEXT, lambda value: value.name),
    "picture": FieldKind((models.BinaryField,), _read_text, _TEXT, lambda _value: ""),
    "sentence": FieldKind(
        (SentenceField, ShortSentenceField),
        _read_sentence,
        _SENTENCE,
        lambda value: value.to_dict() if isinstance(value, Sentence) else str(value),
    ),
    "flag": FieldKind((models.BooleanField,), _read_flag, {"type": "boolean"}),
    "whole": FieldKind((models.IntegerField,), _read_whole_number, {"type": "integer"}),
    "moment": FieldKind((models.DateTimeField,), _read_moment, _TEXT | {"format": "date-time"}, _write_moment),
    "day": FieldKind((models.DateField,), _read_day, _TEXT | {"format": "date"}, datetime.date.isoformat),
    "uuid": FieldKind((models.UUIDField,), _read_uuid, _TEXT | {"format": "uuid"}, str),
    "json": FieldKind((models.JSONField,), lambda _column, value: value, {}),
    "address": FieldKind((models.GenericIPAddressField,), _read_address, _TEXT),
    "text": FieldKind((models.CharField, models.TextField), _read_text, _TEXT),
}


@cache
def get_kind(column: models.Field) -> str:
    if column.related_model is User:
        return "person"
    kind_name = next((name for name, kind in KINDS.items() if isinstance(column, kind.types)), None)
    if kind_name is None:
        raise TypeError(f"{column}: no way to write a {type(column).__name__} is known")
    return kind_name


def build_column_schema(column: models.Field) -> dict[str, Any]:
    kind = get_kind(column)
    schema = KINDS[kind].schema
    if kind == "text" and column.max_length:
        schema = schema | {"maxLength": column.max_length}
    elif kind == "whole":
        smallest, largest = _get_bounds(column)
        schema = schema | {"minimum": smallest, "maximum": largest}
    if column.choices and kind in ("text", "whole"):
        schema = {"enum": [*_list_choices(column), *([None] if column.null else [])]}
    elif column.null and schema:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return schema
