"""Sentences of the engine, the seating package and the law, and winds, in the active language."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from engine.family import Ruleset
from tournaments.core.text.language import reader
from tournaments.game.terms import sentences
from tournaments.game.terms.hands import SHORT


def translated(text: str) -> str:
    """Translate a text that is data: the title of a preset, the name of a metric."""
    return gettext(text)


def seat_word(seat: int) -> str:
    """Return the words for a seat without a known player, counted from 1 as on every page."""
    return sentences.seat_word(seat, reader())


def seat_title(seat: int) -> str:
    """Return the words for a seat at the beginning of a line."""
    return gettext("Seat %(seat)s") % {"seat": seat + 1}


def in_words(
    said: str | sentences.HasSentence,
    seat_name: Callable[[int], str] | None = None,
    rules: Ruleset | None = None,
) -> str:
    """Render the sentence in the active language; see `game.terms.sentences.say`."""
    return sentences.say(said, reader(), seat_name, rules)


def wind_mark(wind: int | None) -> str:
    """Return the wind's letter, E S W N, or its character; a dash if it is unknown."""
    return "–" if wind is None else reader().say(SHORT[wind])
