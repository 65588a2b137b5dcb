"""Sentences of the engine, the seating package and the law, and winds, in the active language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from django.utils.translation import gettext

from engine.family import Ruleset
from engine.sentences import Sentence, plain_value
from tournaments.core.text import play
from tournaments.core.text.hands import SHORT
from tournaments.core.text.numbers import MINUS
from tournaments.core.text.rules import format_pattern_name, is_pattern
from tournaments.core.text.words import describe_term_or_text


class HasSentence(Protocol):
    @property
    def message(self) -> Sentence: ...


WORDS = {"end": play.ENDS, "cause": play.CAUSES}


def translate_text(text: str) -> str:
    """Translate a text that is data: the title of a preset, the name of a metric."""
    return gettext(text)


def format_seat_word(seat: int) -> str:
    """Return the words for a seat without a known player, counted from 1."""
    return gettext("seat %(seat)s") % {"seat": seat + 1}


def format_seat_title(seat: int) -> str:
    return gettext("Seat %(seat)s") % {"seat": seat + 1}


def in_words(
    message: str | HasSentence,
    seat_name: Callable[[int], str] = format_seat_word,
    rules: Ruleset | None = None,
) -> str:
    """Translate the sentence and its values; typed text is returned unchanged. `seat_name` takes seats from 0."""
    sentence = message if isinstance(message, str) else message.message
    if not isinstance(sentence, Sentence):
        return sentence

    def value_in_words(place: str, value: Any) -> Any:
        if place in WORDS:
            return describe_term_or_text(WORDS[place], str(value))
        if rules is not None and isinstance(value, str) and is_pattern(rules, value):
            return format_pattern_name(rules, value)
        text = plain_value(place, value, seat_name)
        return f"{MINUS}{-text}" if isinstance(text, int) and text < 0 else text

    return sentence.render(gettext, value_in_words)


def format_wind(wind: int | None) -> str:
    return "–" if wind is None else str(SHORT[wind])
