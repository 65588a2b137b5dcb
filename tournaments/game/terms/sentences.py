"""Sentences of the engine, the seating package and the law in a reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from engine.family import Ruleset
from engine.sentences import Sentence, plain_value
from tournaments.game.terms import events
from tournaments.game.terms.numbers import MINUS
from tournaments.game.terms.reader import Reader
from tournaments.game.terms.rules import is_pattern, pattern_name


class HasSentence(Protocol):
    """An error that holds a sentence, as those of the engine and the seating package do."""

    @property
    def message(self) -> Sentence: ...


WORDS = {"end": events.ENDS, "cause": events.CAUSES}
"""Place of a sentence that holds a code -> its words."""


def say(
    said: str | HasSentence,
    reader: Reader,
    seat_name: Callable[[int], str] | None = None,
    rules: Ruleset | None = None,
) -> str:
    """Translate the sentence and fill in its values; values that are sentences are translated too.

    Typed text is returned unchanged. ``seat_name`` returns the player's name of a seat from 0. With ``rules`` the ids
    of patterns become names.
    """
    sentence = said if isinstance(said, str) else said.message
    if not isinstance(sentence, Sentence):
        return sentence

    def number(seat: int) -> str:
        return seat_word(seat, reader)

    def value_in_words(place: str, value: Any) -> Any:
        if place in WORDS:
            return reader.word_or_text(WORDS[place], str(value))
        if rules is not None and isinstance(value, str) and is_pattern(rules, value):
            return pattern_name(rules, value, reader)
        shown = plain_value(place, value, seat_name or number)
        return f"{MINUS}{-shown}" if isinstance(shown, int) and shown < 0 else shown

    return sentence.render(reader.gettext, value_in_words)


def seat_word(seat: int, reader: Reader) -> str:
    """Return the words for a seat without a known player, counted from 1 as on every page."""
    return reader.gettext("seat %(seat)s") % {"seat": seat + 1}
