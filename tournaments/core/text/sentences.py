"""Sentences of the engine, the seating package and the law, and winds, in the language in force."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from engine.family import Ruleset
from tournaments.core.text.language import reader
from tournaments.game.terms import sentences
from tournaments.game.terms.hands import SHORT


def translated(text: str) -> str:
    """A text of the catalogues that is data: the title of a preset, the name of a metric."""
    return gettext(text)


def seat_word(seat: int) -> str:
    """A seat where no player's name is known, counted from 1 as on every page."""
    return sentences.seat_word(seat, reader())


def seat_title(seat: int) -> str:
    """The same at the beginning of a line."""
    return gettext("Seat %(seat)s") % {"seat": seat + 1}


def in_words(
    said: str | sentences.Told,
    seat_name: Callable[[int], str] | None = None,
    rules: Ruleset | None = None,
) -> str:
    """The sentence in the language in force; see `game.terms.sentences.say`."""
    return sentences.say(said, reader(), seat_name, rules)


def wind_mark(wind: int | None) -> str:
    """The wind's short mark: E S W N, or its character; a dash where it is unknown."""
    return "–" if wind is None else reader().say(SHORT[wind])
