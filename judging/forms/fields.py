"""Fields for facts: tiles in notation, circumstances, kongs, events told. What cannot be read is said at the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError, NotationError
from engine.exact import whole_or
from engine.family import Ruleset
from engine.sentences import Sentence
from engine.tiles.hand import Hand
from engine.tiles.tile import parse_tile, parse_tiles
from judging.forms.records import read_told
from judging.law.fact_values import read_fact
from judging.law.kinds import facts
from tournaments.forms.hand import Circumstance
from tournaments.forms.numbers import WholeField
from tournaments.wording.sentences import in_words

READ: Mapping[str, Callable[[str], Any]] = {"tile": parse_tile, "tiles": parse_tiles, "hand": Hand.parse}
LONGEST = 400
BETWEEN = " :："
"""What stands between a field and what is wrong with it, in the four languages."""


def problem(error: EngineError, name: str = "") -> str:
    """What was wrong, in the reader's language: without the law's own name of the field, for the page has its label."""
    if isinstance(error, NotationError) and isinstance(error.at, int):
        words = {"problem": in_words(error.reason), "number": error.at + 1}
        return capfirst(gettext("%(problem)s (character %(number)s)") % words)
    return capfirst(_without_field(error.message, name))


def _without_field(message: Sentence, name: str) -> str:
    """The message without the field that it begins with, be it a value or a part of the claim (``log: ...``)."""
    if isinstance(inner := message.values.get("problem"), Sentence):
        return in_words(inner)
    if "field" in message.values:
        return in_words(Sentence(message.template, {**message.values, "field": ""})).lstrip(BETWEEN)
    text = in_words(message)
    part = next((part for part in (name, "facts", "log", "event") if part and text.startswith(part)), "")
    rest = text.removeprefix(part)
    return rest.lstrip(BETWEEN) if rest[:1] in BETWEEN else text


class TilesField(forms.CharField):
    """Tiles in notation: one tile, several or a whole hand (`kind` tile, tiles, hand). The value is the text."""

    def __init__(self, kind: str, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "class": "mono"}
        widget = forms.TextInput(attrs={**attributes, "data-tiles": kind})
        super().__init__(**{"required": False, "max_length": LONGEST, "widget": widget, **kwargs})
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
    """The field of a circumstance of the win."""
    if one.kind == "flag":
        return forms.BooleanField(label=one.label, required=False)
    if one.kind == "count":
        return WholeField(label=one.label, required=False, min_value=0, max_value=999)
    if one.kind in ("choice", "wind"):
        return forms.ChoiceField(label=one.label, required=False, choices=[("", "–"), *one.options])
    return TilesField(one.kind, label=one.label)


class KongsField(forms.CharField):
    """Lines such as ``1 concealed / 3`` and ``2 direct 4``: whose, which, who fed it, who had won before.

    Seats count from 1 on the page and from 0 in the value, a list as the law reads it.
    """

    def __init__(self, **kwargs: Any) -> None:
        help_text = _(
            "One a line: seat (1-4), concealed, direct, fresh or late, for a direct kong who fed it, and after a"
            " slash who had won before: 1 concealed / 3 4."
        )
        super().__init__(widget=forms.Textarea(attrs={"rows": 3, "data-lines": "kongs"}), help_text=help_text, **kwargs)

    def clean(self, value: Any) -> Any:
        kongs = []
        for number, line in enumerate(super().clean(value).splitlines(), 1):
            if not line.strip():
                continue
            kongs.append(_kong(line))
            try:
                read_fact(facts()["kongs"], kongs[-1:])
            except EngineError as error:
                raise ValidationError(
                    _("Line %(number)s: %(problem)s"),
                    params={"number": number, "problem": _kong_problem(kongs[-1], error)},
                ) from error
        return kongs


class EventsField(forms.CharField):
    """Events that were told, one a line of the text log; the value is the list of them as JSON has it."""

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
        return read_told(super().clean(value), self.rules)


def _kong(line: str) -> list[Any]:
    declared, slash, out = line.partition("/")
    words = _seats_from_0(declared)
    return [*words, *([None] if slash and len(words) == 2 else []), *([_seats_from_0(out)] if slash else [])]


def _seats_from_0(text: str) -> list[Any]:
    return [whole_or(word) - 1 if word.isdecimal() else word.lower() for word in text.split()]


def _kong_problem(kong: list[Any], error: EngineError) -> str:
    """An example where the line is none; else what the law says, which counts no seats."""
    seats = [each for part in kong[:1] + kong[2:] for each in (part if isinstance(part, list) else [part])]
    written = len(kong) in (2, 3, 4) and kong[1] in ("concealed", "direct", "fresh", "late")
    if not written or any(each not in (None, 0, 1, 2, 3) for each in seats):
        return gettext("write the seat from 1 to 4 and the kind, such as “1 concealed” or “2 direct 4”")
    return problem(error, "kongs")


def kong_line(kong: Any) -> str:
    """The line of a kong as the law has it.

    >>> kong_line([1, "direct", 3, [0]])
    '2 direct 4 / 1'
    """
    seat, kind, feeder, out = [*kong, None, None][:4]
    fed = "" if feeder is None else f" {feeder + 1}"
    return f"{seat + 1} {kind}{fed}" + (" / " + " ".join(str(each + 1) for each in out) if out else "")
