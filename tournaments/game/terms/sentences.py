"""What the engine, the seating package and the law say, in the language of the reader who is handed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from engine.family import Ruleset
from engine.sentences import Sentence, plain_value
from tournaments.game.terms import events
from tournaments.game.terms.numbers import MINUS
from tournaments.game.terms.reader import Reader
from tournaments.game.terms.rules import is_pattern, pattern_name


class Told(Protocol):
    """An error that holds what is said, as those of the engine and of the seating package do."""

    @property
    def message(self) -> Sentence: ...


WORDS = {"end": events.ENDS, "cause": events.CAUSES}
"""Place of a sentence that holds a code -> its words."""


def say(
    said: str | Told,
    reader: Reader,
    seat_name: Callable[[int], str] | None = None,
    rules: Ruleset | None = None,
) -> str:
    """The sentence with its values filled in; values that are sentences are translated too.

    Text that is no sentence was typed by a person and stays as it is.

    ``seat_name`` gives the player's name of a seat from 0. With ``rules`` the ids of patterns have their names.
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
    """A seat where no player's name is known, counted from 1 as on every page."""
    return reader.gettext("seat %(seat)s") % {"seat": seat + 1}
