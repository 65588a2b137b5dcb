"""Sentences of the engine, the seating package and the law in templates."""

from __future__ import annotations

from django import template

from engine.family import ruleset
from tournaments.core.text import sentences
from tournaments.core.text.language import reader
from tournaments.core.text.rules import game_title, title_of
from tournaments.game.terms import rules as names
from tournaments.standings.queries.metric_names import metrics_in_words

register = template.Library()
register.filter(game_title)
register.filter(title_of)
register.filter(metrics_in_words)


@register.filter
def in_words(text: str | None) -> str:
    """Render a sentence in the reader's language, typed text unchanged: `{{ line.reason|in_words }}`."""
    return sentences.in_words(text or "")


@register.filter
def worth_heading(ruleset_name: str) -> str:
    """Return the heading of the patterns' values: `{% column page.name|worth_heading %}`."""
    return names.worth_heading(ruleset(ruleset_name), reader())
