"""What the seating package says, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.seating.sentences import SeatingError, Sentence


def in_words(said: Sentence | SeatingError) -> str:
    """The sentence in the active language, its values filled in; values that are sentences are translated too."""
    sentence = said.sentence if isinstance(said, SeatingError) else said
    text = gettext(sentence.text)
    if not sentence.values:
        return text
    return text % {
        name: in_words(value) if isinstance(value, Sentence) else value for name, value in sentence.values.items()
    }
