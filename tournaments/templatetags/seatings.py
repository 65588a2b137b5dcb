"""Sentences of the seating package in templates."""

from __future__ import annotations

from django import template

from tournaments.seating.sentences import Sentence
from tournaments.selectors import seating_words

register = template.Library()


@register.filter
def in_words(sentence: Sentence) -> str:
    """The sentence in the reader's language: `{{ sentence|in_words }}`."""
    return seating_words.in_words(sentence)
