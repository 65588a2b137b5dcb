"""Stored sentences: translatable text that is shown later in each reader's language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext

from engine.sentences import Sentence

PLACE = re.compile(r"%\((\w+)\)s")
MAX_LENGTH, MAX_DEPTH = 500, 4

MARK = "\x1e"
"""Start of a stored sentence. No keyboard types it, and typed text loses it."""


def encode_sentence(text: str) -> str:
    """Return the text for its column: a sentence as the mark and JSON, typed text unchanged.

    >>> encode_sentence("ill")
    'ill'
    """
    if isinstance(text, Sentence):
        return MARK + json.dumps(
            _build_plain_sentence(text),
            ensure_ascii=False,
            sort_keys=True,
            separators=(",", ":"),
            cls=DjangoJSONEncoder,
        )
    return text.replace(MARK, "")


def decode_sentence(text: str) -> str:
    """Return the original `Sentence` or typed text; the inverse of `encode_sentence`."""
    return Sentence.from_dict(json.loads(text[1:])) if text.startswith(MARK) else text


def as_json(value: Any) -> Any:
    if isinstance(value, Sentence):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: as_json(part) for name, part in value.items()}
    return [as_json(part) for part in value] if isinstance(value, list | tuple) else value


def as_reason(text: str) -> dict[str, Any]:
    """Return the reason for a file: its English text and, for a sentence of the program, its parts."""
    if not isinstance(text, Sentence):
        return {"reason": text}
    return {"reason": str(text), "sentence": as_json(text)}


def read_reason(row: Mapping[str, Any]) -> str:
    """Return the reason; the inverse of `as_reason`. An unknown or edited sentence becomes plain text."""
    text, stored = str(row.get("reason") or ""), row.get("sentence")
    if stored is None or not is_sentence(stored):
        return text
    sentence = Sentence.from_dict(stored)
    return sentence if str(sentence) == text else text


def is_sentence(stored: Any, depth: int = 0, *, longest: int = MAX_LENGTH) -> bool:
    """Return True for a safe sentence: known placeholders, each with a short value or a sentence."""
    if not isinstance(stored, Mapping) or depth > MAX_DEPTH:
        return False
    template, values = stored.get("template"), stored.get("values")
    if not isinstance(template, str) or not isinstance(values, Mapping) or len(template) > MAX_LENGTH:
        return False
    if "%" in PLACE.sub("", template) or set(PLACE.findall(template)) != set(values):
        return False
    return all(
        is_sentence(value, depth + 1, longest=longest)
        if isinstance(value, Mapping)
        else value is None or isinstance(value, int | float) or (isinstance(value, str) and len(value) <= longest)
        for value in values.values()
    )


def render_text(text: str) -> str:
    """Return a stored text in the active language; typed text unchanged."""
    return text.render(gettext) if isinstance(text, Sentence) else text


def _build_plain_sentence(sentence: Sentence) -> dict[str, Any]:
    values = {
        name: _build_plain_sentence(value) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    return {"template": sentence.template, "values": values}


class _HoldsSentences(models.Field):
    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return None if value is None else decode_sentence(value)

    def get_prep_value(self, value: Any) -> Any:
        return encode_sentence(value) if isinstance(value, str) else super().get_prep_value(value)


class SentenceField(_HoldsSentences, models.TextField):
    """Sentence or typed text of any length."""


class ShortSentenceField(_HoldsSentences, models.CharField):
    """Sentence or typed text of one line; `max_length` counts the stored form."""
