"""Errors of typed facts in words, for the field that they stand at."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.errors import EngineError, NotationError
from engine.sentences import Sentence
from judging.cases.logic.form_answers import LineError, TypedError
from tournaments.core.text.sentences import in_words

PUNCTUATION = " :："


def describe_problem(error: EngineError, name: str = "") -> str:
    """Return the error in the reader's language without the fact's name, as the page has its label."""
    if isinstance(error, LineError):
        words = {"number": error.number, "problem": describe_problem(error.inner, name)}
        return gettext("Line %(number)s: %(problem)s") % words
    if isinstance(error, TypedError):
        return in_words(error)
    if isinstance(error, NotationError) and isinstance(error.at, int):
        words = {"problem": in_words(error.reason), "number": error.at + 1}
        return _capitalize(gettext("%(problem)s (character %(number)s)") % words)
    return _capitalize(_remove_field(error.message, name))


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _remove_field(message: Sentence, name: str) -> str:
    if isinstance(inner := message.values.get("problem"), Sentence):
        return in_words(inner)
    if "field" in message.values:
        return in_words(Sentence(message.template, {**message.values, "field": ""})).lstrip(PUNCTUATION)
    text = in_words(message)
    part = next((part for part in (name, "facts", "log", "event") if part and text.startswith(part)), "")
    remainder = text.removeprefix(part)
    return remainder.lstrip(PUNCTUATION) if remainder[:1] in PUNCTUATION else text
