"""The form of a kind of claim, made from the facts that its checks ask for, and its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import records
from engine.errors import EngineError
from engine.family import Ruleset
from engine.parameters import to_plain
from engine.play.events import event_to_list
from engine.records.cases import case_of
from engine.tiles.hand import Hand
from engine.tiles.tile import parse_tile, parse_tiles
from judging.cases.logic import form_answers
from judging.cases.logic.form_answers import (
    NOBODY,
    ONE_OF_SEVERAL,
    OTHER,
    SEVERAL,
    UNKNOWN,
    WITNESSES,
    get_statement_field,
    is_contested,
    read_answer,
    read_statements,
)
from judging.cases.text import describe_problem
from judging.law.facts import Fact, FactType
from judging.law.families import find_hint
from judging.law.kinds import load_facts, load_kinds
from judging.law.kinds.fault import FAULT
from judging.law.questions import list_questions, order_questions
from judging.law.witnesses import MAX_NAME
from judging.rulebook.queries.clauses import group_infractions
from judging.rulebook.text.evidence import SUITS
from judging.rulebook.text.evidence import list_choices as choices_of
from tournaments.core.forms.fields import WholeField
from tournaments.core.text.sentences import in_words

READ: Mapping[str, Callable[[str], Any]] = {"tile": parse_tile, "tiles": parse_tiles, "hand": Hand.parse}
MAX_LENGTH = 400


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
            raise ValidationError(describe_problem(error)) from error


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
            raise ValidationError(describe_problem(error, "kongs")) from error


class EventsField(forms.CharField):
    """Events, one line of the text log each; the value is their JSON list."""

    def __init__(self, rules: Ruleset, **kwargs: Any) -> None:
        help_text = _(
            "One a line, the players A to D in turn order: C discard 5m; D discard 9s; B pung 9s from D; B discard 1s."
            " A question mark stands for a tile that nobody knows."
        )
        help_line = kwargs.pop("help_text", help_text)
        super().__init__(
            widget=forms.Textarea(attrs={"rows": 4, "class": "mono", "data-lines": "events"}),
            help_text=help_line,
            **kwargs,
        )
        self.rules = rules

    def clean(self, value: Any) -> Any:
        try:
            return form_answers.parse_events(super().clean(value), self.rules)
        except EngineError as error:
            raise ValidationError(describe_problem(error)) from error


EVENT = '["win", 1, "self", "5m"]'


class FactQuestion(NamedTuple):
    name: str
    fields: list[forms.BoundField]
    answered: bool
    statements: list[forms.BoundField]


class FactsForm(forms.Form):
    """The facts of one kind of claim; an empty field is an open question. `claim` is for `judging.law.read_claim`."""

    def __init__(
        self,
        *args: Any,
        kind: str,
        rules: Ruleset,
        seats: list[tuple[int, str]],
        logs: Sequence[tuple[str, str]] = (),
        record: bool = True,
        witnesses: bool = True,
        **kwargs: Any,
    ) -> None:
        """Make the fields; `record`: also those of a record of play; `witnesses`: also the answer that they differ."""
        super().__init__(*args, **kwargs)
        self.kind, self.rules, self.seats, self.logs, self.witnesses = kind, rules, seats, logs, witnesses
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Which player?"), choices=seats, coerce=int, widget=forms.RadioSelect, required=False,
            empty_value=None,
        )  # fmt: skip
        self.names = list_questions(kind, rules)
        for name in self.names:
            self.fields.update(self._build_fields(load_facts()[name]))
            if witnesses and self._has_statements(load_facts()[name]):
                self.fields.update(self._build_statement_fields(load_facts()[name]))
        if record:
            self.fields["key"] = forms.UUIDField(required=False, widget=forms.HiddenInput)
            self.fields |= self._build_record_fields()

    def _build_record_fields(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.logs:
            choices = [("", "–"), *((str(index), label) for index, (label, _text) in enumerate(self.logs))]
            fields["own_log"] = forms.ChoiceField(label=_("Log of this table"), required=False, choices=choices)
        fields["log"] = forms.CharField(
            label=_("Record of play"), required=False, widget=forms.Textarea(attrs={"rows": 4, "class": "mono"}),
            help_text=_("Any format of the replay viewer. The facts are then read from the record."),
        )  # fmt: skip
        fields["log_hand"] = WholeField(label=_("Hand of the record"), required=False, min_value=1)
        fields["log_at"] = WholeField(
            label=_("Number of the event in dispute"), required=False, min_value=1,
            help_text=_("The record is played up to it."),
        )  # fmt: skip
        fields["event"] = forms.CharField(
            label=_("Or an event after the record"), required=False, max_length=200,
            help_text=_("A line of the text log, or a list such as %(example)s.") % {"example": EVENT},
        )  # fmt: skip
        return fields

    @property
    def wants_record(self) -> bool:
        """True if the fields of the record of play are shown: the kind needs one, or one is wrong."""
        names = ("own_log", "log", "log_hand", "log_at", "event")
        if any(name in self.errors for name in names):
            return True
        return load_kinds()[self.kind].from_record and not any(
            self[name].value() for name in names if name in self.fields
        )

    def order_names(self, open_questions: Iterable[str], before: Iterable[str] = ()) -> list[str]:
        """Return open and answered facts: those on the page before first, then the open ones in their order."""
        return order_questions(self.names, [*open_questions, *filter(self.is_answered, self.names)], before)

    def list_questions(self, names: Iterable[str]) -> list[FactQuestion]:
        return [
            FactQuestion(
                name,
                [self[field] for field in self._build_fields(load_facts()[name])],
                self.is_answered(name),
                [self[field] for field in self._build_open_statements(load_facts()[name])],
            )
            for name in names
        ]

    def _build_open_statements(self, fact: Fact[Any]) -> dict[str, forms.Field]:
        return self._build_statement_fields(fact) if get_statement_field(fact, OTHER) in self.fields else {}

    def is_answered(self, name: str) -> bool:
        return any(self[field].value() not in (None, "", [], False) for field in self._build_fields(load_facts()[name]))

    def _build_fields(self, fact: Fact[Any]) -> dict[str, forms.Field]:
        fields = self._build_answer_fields(fact)
        if fact.type not in ONE_OF_SEVERAL:
            fields[f"{fact.name}_{UNKNOWN}"] = forms.BooleanField(label=gettext("Nobody knows"), required=False)
            if self.witnesses:
                fields[f"{fact.name}_{WITNESSES}"] = forms.BooleanField(
                    label=gettext("Witnesses differ"), required=False
                )
        return fields

    def _list_unknown_choices(self) -> list[tuple[str, Any]]:
        differ = [(WITNESSES, gettext("Witnesses differ"))] if self.witnesses else []
        return [(UNKNOWN, gettext("Nobody knows")), *differ]

    def _has_statements(self, fact: Fact[Any]) -> bool:
        values = self.data if self.is_bound else self.initial
        named = (get_statement_field(fact, who) for who in (*range(4), OTHER))
        return is_contested(fact, values) or any(values.get(name) for name in named)

    def _build_statement_fields(self, fact: Fact[Any]) -> dict[str, forms.Field]:
        witnesses = [*self.seats, (OTHER, gettext("Somebody else"))]
        fields = {get_statement_field(fact, who): self._build_statement_field(fact, name) for who, name in witnesses}
        label = gettext("Name of the other witness")
        fields[f"{get_statement_field(fact, OTHER)}_name"] = forms.CharField(
            label=label, max_length=MAX_NAME, required=False
        )
        return fields

    def _build_statement_field(self, fact: Fact[Any], name: str) -> forms.Field:
        if fact.type in (FactType.HANDS, FactType.SUITS):
            help_text = gettext("The four seats in turn order, with a slash between them; leave out those not seen.")
            return forms.CharField(label=name, required=False, max_length=MAX_LENGTH, help_text=help_text)
        if fact.type in ONE_OF_SEVERAL:
            answers = choices_of(fact, self.rules, self.seats)
            if fact.type is FactType.FLAG:
                answers = [("yes", gettext("Yes")), ("no", gettext("No"))]
            widget = forms.RadioSelect if len(answers) < 4 else forms.Select
            return forms.ChoiceField(label=name, required=False, choices=[("", "–"), *answers], widget=widget)
        field = self._build_answer_fields(fact)[fact.name]
        field.label, field.help_text = name, ""
        return field

    def _build_answer_fields(self, fact: Fact[Any]) -> dict[str, forms.Field]:
        label = gettext(fact.question)
        common: dict[str, Any] = {"label": label, "required": False}
        hint = find_hint(fact, self.rules)
        if hint is not None:
            common["help_text"] = gettext(hint)
        if fact.type is FactType.FLAG:
            yes_no: list[tuple[str, Any]] = [("yes", _("Yes")), ("no", _("No")), *self._list_unknown_choices()]
            return {fact.name: forms.ChoiceField(choices=yes_no, widget=forms.RadioSelect, **common)}
        if fact.type is FactType.NUMBER:
            return {fact.name: WholeField(min_value=0, max_value=10_000_000, **common)}
        if fact.type is FactType.TILES:
            none = forms.BooleanField(label=gettext("None"), required=False)
            return {fact.name: TilesField("tiles", **common), f"{fact.name}_none": none}
        if fact.type in (FactType.TILE, FactType.HAND):
            return {fact.name: TilesField(fact.type.value, **common)}
        if fact.type is FactType.HANDS:
            return {f"{fact.name}_{seat}": TilesField("hand", label=f"{label} {name}") for seat, name in self.seats}
        if fact.type is FactType.SUITS:
            suits = [("", "–"), *((code, str(words)) for code, words in SUITS.items())]
            return {
                f"{fact.name}_{seat}": forms.ChoiceField(label=f"{label} {name}", choices=suits, required=False)
                for seat, name in self.seats
            }
        if fact.type is FactType.KONGS:
            return {fact.name: KongsField(**common)}
        if fact.type is FactType.EVENTS:
            return {fact.name: EventsField(self.rules, **common)}
        choices = choices_of(fact, self.rules, self.seats)
        if fact.type in SEVERAL:
            if fact.type is FactType.SEATS:
                choices.append((NOBODY, gettext("Nobody")))
            return {
                fact.name: forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **common)
            }
        choices += self._list_unknown_choices()
        if fact is FAULT:
            return {fact.name: forms.ChoiceField(choices=[("", "–"), *group_infractions(self.rules)], **common)}
        if len(choices) - len(self._list_unknown_choices()) > 8:
            return {fact.name: forms.ChoiceField(choices=[("", "–"), *choices], **common)}
        return {fact.name: forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)}

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if "log" not in self.fields:
            return values
        own_log = values.get("own_log")
        text = self.logs[int(own_log)][1] if own_log else values.get("log") or ""
        values["log"], field = None, "own_log" if own_log else "log"
        disputed = None
        try:
            if text.strip():
                values["log"], disputed = read_record(text, values.get("log_hand"), values.get("log_at"))
            elif load_kinds()[self.kind].from_record:
                raise ValidationError(_("The record of play is missing."))
            field = "event"
            values["event"] = disputed or read_event(values.get("event") or "", values["log"])
        except ValidationError as error:
            self.add_error(field, error)
        return values

    def refuse(self, error: EngineError) -> bool:
        """Show the law's error at its field or at the top and leave the fact out; True if one was left out."""
        place = str(error.at or "").removeprefix("facts.").removeprefix("context.")
        name = place.removeprefix("witnesses.")
        first = f"{name}_said_{self.seats[0][0]}" if self.seats and place != name else ""
        fields = (first, name, f"{name}_{self.seats[0][0]}" if self.seats else name)
        readable = len(self.cleaned_data)
        self.add_error(next((field for field in fields if field in self.fields), None), describe_problem(error, name))
        fact = load_facts()[name] if name in self.names else None
        for field in (*self._build_fields(fact), *self._build_open_statements(fact)) if fact is not None else ():
            self.cleaned_data.pop(field, None)
        return len(self.cleaned_data) < readable

    @property
    def whole_claim(self) -> dict[str, Any]:
        changed = {name: to_plain(value) for name, value in self.rules.changed.items()}
        return {**self.claim, "ruleset": self.rules.name, "parameters": changed}

    @property
    def claim(self) -> dict[str, Any]:
        values = getattr(self, "cleaned_data", {})
        answered = {}
        for name in self.names:
            is_answered, value = read_answer(load_facts()[name], values)
            if is_answered:
                answered[name] = value
        statements = {name: read_statements(load_facts()[name], values) for name in self.names}
        stored: dict[str, Any] = {"kind": self.kind, "facts": answered}
        if any(statements.values()):
            stored["witnesses"] = {name: listed for name, listed in statements.items() if listed}
        for name in ("seat", "log", "event"):
            if values.get(name) is not None:
                stored[name] = values[name]
        return stored


def read_record(text: str, hand: int | None = None, disputed: int | None = None) -> tuple[dict[str, Any], Any]:
    """Return (replay case, disputed event or None) of one hand of a record.

    ``hand`` counts from 1 and may be omitted for a single hand. ``disputed`` is the number of the disputed event, from
    1: the case ends before it. Raises ValidationError with the line.
    """
    try:
        record = records.loads(text)
    except EngineError as error:
        raise ValidationError(
            gettext("This record cannot be read: %(problem)s") % {"problem": in_words(error)}
        ) from error
    if record.problems:
        # Evidence with a line that nobody can read is no evidence.
        problem = record.problems[0]
        words = {"line": problem.line, "problem": in_words(problem.message)}
        raise ValidationError(gettext("This record cannot be read: line %(line)s: %(problem)s") % words)
    if not record.hands:
        raise ValidationError(gettext("There is no hand in this record."))
    if hand is None and len(record.hands) > 1:
        raise ValidationError(gettext("This record has %(n)s hands. Choose one.") % {"n": len(record.hands)})
    if hand is not None and hand > len(record.hands):
        raise ValidationError(gettext("This record has %(n)s hands only.") % {"n": len(record.hands)})
    record_hand = record.hands[(hand or 1) - 1]
    events = record_hand.events
    event = None
    if disputed is not None:
        if disputed > len(events):
            raise ValidationError(gettext("This hand has %(n)s events only.") % {"n": len(events)})
        event = event_to_list(events[disputed - 1])
        events = events[: disputed - 1]
    return case_of(record_hand.setup, events), event


def read_event(text: str, case: dict[str, Any] | None) -> Any:
    """Return the disputed event: a JSON list, or a line of the text log such as ``win B from A``."""
    try:
        return form_answers.parse_event(text, case)
    except EngineError as error:
        raise ValidationError(in_words(error)) from error
