"""Winds in the language in force."""

from __future__ import annotations

from tournaments.core.text.language import reader
from tournaments.game.terms.winds import SHORT


def wind_mark(wind: int | None) -> str:
    """The wind's short mark: E S W N, or its character; a dash where it is unknown."""
    return "–" if wind is None else reader().say(SHORT[wind])
