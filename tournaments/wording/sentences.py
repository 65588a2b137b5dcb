"""What the engine, the seating package and the law say, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from engine.errors import EngineError
from engine.family import Ruleset
from engine.sentences import Sentence, plain_value
from tournaments.seating.errors import SeatingError
from tournaments.wording import replays
from tournaments.wording.rules import is_pattern, pattern_name

WORDS = {"end": replays.ENDS, "cause": replays.CAUSES}
"""Place of a sentence that holds a code -> its words."""


def seat_word(seat: int) -> str:
    """A seat where no player's name is known, counted from 1 as on every page."""
    return gettext("seat %(seat)s") % {"seat": seat + 1}


def in_words(
    said: str | EngineError | SeatingError,
    seat_name: Callable[[int], str] = seat_word,
    rules: Ruleset | None = None,
) -> str:
    """The sentence in the active language, its values filled in; values that are sentences are translated too.

    Text that is no sentence was typed by a person and stays as it is.

    ``seat_name`` gives the player's name of a seat from 0. With ``rules`` the ids of patterns have their names.
    """
    sentence = said if isinstance(said, str) else said.message
    if not isinstance(sentence, Sentence):
        return sentence

    def say(place: str, value: Any) -> Any:
        if place in WORDS:
            return replays.word(WORDS[place], str(value))
        if rules is not None and isinstance(value, str) and is_pattern(rules, value):
            return pattern_name(rules, value)
        return plain_value(place, value, seat_name)

    return sentence.render(gettext, say)


def values_in_words(value: Any) -> Any:
    """Values as JSON has them, with each stored sentence (see `tournaments.models.sentences.as_json`) in words."""
    if isinstance(value, dict):
        if set(value) == {"text", "template", "values"}:
            return in_words(Sentence.from_dict(value))
        return {name: values_in_words(each) for name, each in value.items()}
    return [values_in_words(each) for each in value] if isinstance(value, list) else value
