"""Form fields for facts: tiles, circumstances, kongs, events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.family import Ruleset
from engine.tiles.hand import Hand
from engine.tiles.tile import parse_tile, parse_tiles
from judging.cases.logic import form_answers
from tournaments.core.forms.fields import WholeField
from tournaments.core.text.language import reader
from tournaments.game.terms.circumstances import Circumstance

READ: Mapping[str, Callable[[str], Any]] = {"tile": parse_tile, "tiles": parse_tiles, "hand": Hand.parse}
MAX_LENGTH = 400


def problem(error: EngineError, name: str = "") -> str:
    """Describe the error in the reader's language; see `form_answers.problem`."""
    return form_answers.problem(error, reader(), name)


class TilesField(forms.CharField):
    """Tiles in notation: one tile, several or a hand (`kind` tile, tiles, hand). The value is the text."""

    def __init__(self, kind: str, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "class": "mono"}
        widget = forms.TextInput(attrs={**attributes, "data-tiles": kind})
        super().__init__(**{"required": False, "max_length": MAX_LENGTH, "widget": widget, **kwargs})
        self.kind = kind

    def validate(self, value: str) -> None:
        super().validate(value)
        if not value:
            return
        try:
            READ[self.kind](value)
        except EngineError as error:
            raise ValidationError(problem(error)) from error


def circumstance_field(one: Circumstance) -> forms.Field:
    if one.kind == "flag":
        return forms.BooleanField(label=one.label, required=False)
    if one.kind == "count":
        return WholeField(label=one.label, required=False, min_value=0, max_value=999)
    if one.kind in ("choice", "wind"):
        return forms.ChoiceField(label=one.label, required=False, choices=[("", "–"), *one.options])
    return TilesField(one.kind, label=one.label)


class KongsField(forms.CharField):
    """Lines ``2 direct 4 / 3``: seat, kind, feeder, earlier winners; seats count from 1, in the value from 0."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = _(
            "One a line: seat (1-4), concealed, direct, fresh or late, for a direct kong who fed it, and after a"
            " slash who had won before: 1 concealed / 3 4."
        )
        super().__init__(widget=forms.Textarea(attrs={"rows": 3, "data-lines": "kongs"}), help_text=help_text, **kwargs)

    def clean(self, value: Any) -> Any:
        try:
            return form_answers.parse_kongs(super().clean(value))
        except EngineError as error:
            raise ValidationError(problem(error, "kongs")) from error


class EventsField(forms.CharField):
    """Events, one line of the text log each; the value is their JSON list."""

    def __init__(self, rules: Ruleset, **kwargs: Any) -> None:
        help_text = _(
            "One a line, the players A to D in turn order: C discard 5m; D discard 9s; B pung 9s from D; B discard 1s."
            " A question mark stands for a tile that nobody knows."
        )
        given = kwargs.pop("help_text", help_text)
        super().__init__(
            widget=forms.Textarea(attrs={"rows": 4, "class": "mono", "data-lines": "events"}), help_text=given, **kwargs
        )
        self.rules = rules

    def clean(self, value: Any) -> Any:
        try:
            return form_answers.parse_events(super().clean(value), self.rules)
        except EngineError as error:
            raise ValidationError(problem(error)) from error
