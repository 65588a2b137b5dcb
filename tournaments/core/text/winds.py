"""Winds in the language in force."""

from __future__ import annotations

from tournaments.core.text.game.winds import SHORT
from tournaments.core.text.language import reader


def wind_mark(wind: int | None) -> str:
    """The wind's short mark: E S W N, or its character; a dash where it is unknown."""
    return "–" if wind is None else reader().say(SHORT[wind])
