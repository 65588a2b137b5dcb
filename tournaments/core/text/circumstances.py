"""Circumstances of a win in words: their labels and choices, and the places of the hand checker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.family import Ruleset
from engine.tiles.hand import WinBy
from tournaments.core.text.rules import FamilyWords
from tournaments.core.text.words import describe_term
from tournaments.game.logic import circumstances as logic

WORDS = FamilyWords(
    "circumstances",
    {
        "last_tile": _("Last tile or last discard"),
        "replacement": _("Replacement after a kong"),
        "flower_replacement": _("Replacement after a flower"),
        "first_turn": _("Uninterrupted first turn"),
        "visible": _("Other visible tiles"),
    },
)

WAYS_TO_WIN: Final = {
    WinBy.SELF_DRAW: _("Self-draw"),
    WinBy.DISCARD: _("On a discard"),
    WinBy.ROBBED_KONG: _("Robbed kong"),
}

PLACES: Final = {
    "hand": _("Hand"),
    "win": _("Winning tile"),
    "chow": _("Chow"),
    "pung": _("Pung"),
    "kong": _("Kong, claimed"),
    "akong": _("Kong, added"),
    "ckong": _("Kong, concealed"),
}


@dataclass(frozen=True)
class LabelledCircumstance(logic.Circumstance):
    label: str = ""
    options: tuple[tuple[str, str], ...] = ()


def list_circumstances(rules: Ruleset) -> list[LabelledCircumstance]:
    return [_label_circumstance(circumstance) for circumstance in logic.list_circumstances(rules)]


def list_places(fields: Iterable[LabelledCircumstance]) -> list[tuple[str, str]]:
    labels = {field.name: field.label for field in fields}
    return [(place, str(PLACES[place]) if place in PLACES else labels[place]) for place in logic.list_places(fields)]


def _label_circumstance(circumstance: logic.Circumstance) -> LabelledCircumstance:
    options = tuple(
        (choice, str(WORDS[choice]) if choice in WORDS else gettext(choice)) for choice in circumstance.choices
    )
    return LabelledCircumstance(
        circumstance.name,
        circumstance.kind,
        circumstance.default,
        circumstance.choices,
        describe_term(WORDS, circumstance.name),
        options,
    )
