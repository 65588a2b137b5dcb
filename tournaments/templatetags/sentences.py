"""Sentences of the engine, the seating package and the law in templates."""

from __future__ import annotations

from django import template

from engine.sentences import Sentence
from tournaments.wording import sentences
from tournaments.wording.rules import game_title

register = template.Library()
register.filter(game_title)


@register.filter
def in_words(sentence: Sentence) -> str:
    """The sentence in the reader's language: `{{ sentence|in_words }}`."""
    return sentences.in_words(sentence)
