"""Sentences about what was made from inputs that have changed since."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sentences import Sentence
from engine.sentences import sentence as _


def of_draw(number: int) -> Sentence:
    return _("Round %(round)s was drawn from standings that have changed", round=number)


def of_cut(stage: str, comes: Sequence[str], goes: Sequence[str]) -> Sentence:
    """Return who would come in and go out by the standings of today."""
    names = {"stage": stage, "comes": ", ".join(comes), "goes": ", ".join(goes)}
    if comes and goes:
        return _("Cut for “%(stage)s”: by today's standings %(comes)s would come in, and %(goes)s go out", **names)
    if comes:
        return _("Cut for “%(stage)s”: by today's standings %(comes)s would come in", **names)
    if goes:
        return _("Cut for “%(stage)s”: by today's standings %(goes)s would go out", **names)
    return _("Cut for “%(stage)s”: places of those who qualified have changed", **names)
