"""Search of events by words of their names, places and organisers."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import QuerySet

from tournaments.core.text.folding import fold_search_words
from tournaments.events.models import Tournament

E = TypeVar("E", bound=Tournament)


def filter_events(events: QuerySet[E], words: str) -> QuerySet[E]:
    """Return the events whose name, place or organiser contain every word, folded; all without words."""
    folded = fold_search_words(words).split()
    if words.strip() and not folded:
        return events.none()
    for word in folded:
        events = events.filter(search_key__contains=word)
    return events
