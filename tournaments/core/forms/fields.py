"""Shared form fields: bounded numbers (`engine.exact`), reasons, choices of rows, countries, photos."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.exact import (
    COUNTS,
    INTEGERS,
    MAX_LENGTH,
    NumberError,
    integer_or,
    normalize_number,
    read_exact,
    read_integer,
    read_share,
)
from tournaments.core.errors import UserError
from tournaments.core.models.columns import MAX_REASON_LENGTH
from tournaments.core.pictures import MAX_BYTES, MAX_SIDE, SmallPhoto, downscale
from tournaments.core.text import places
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament

TIME_FORMAT = "%Y-%m-%dT%H:%M"


def make_date_input() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def make_time_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(format=TIME_FORMAT, attrs={"type": "datetime-local"})


class SignedInput(forms.TextInput):
    """Text input with a sign key beside it: numeric keyboards of some phones have no minus."""

    def __init__(self, attrs: dict[str, Any] | None = None, *, decimal: bool = False) -> None:
        super().__init__({"inputmode": "decimal" if decimal else "numeric", "autocomplete": "off"} | (attrs or {}))

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        return format_html(
            '<span class="signed">{}<button type="button" class="button sign-key" data-sign aria-label="{}">'
            '<span aria-hidden="true">±</span></button></span>',
            super().render(name, value, attrs, renderer),
            gettext("Plus or minus"),
        )


class AmountField(forms.CharField):
    """Exact amount with any kind of minus sign: -10, -0.5 or -1/3. None if empty."""

    default_error_messages = {"invalid": _("Enter a number such as -10, -0.5 or -1/3.")}
    read: Callable[[Any], Fraction] = staticmethod(read_exact)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_LENGTH, "widget": SignedInput(decimal=True), **kwargs})

    def clean(self, value: Any) -> Fraction | None:
        text = normalize_number(super().clean(value) or "")
        if not text:
            return None
        try:
            return self.read(text)
        except NumberError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class ShareField(AmountField):
    default_error_messages = {"invalid": _("Enter 1, 0 or a part such as 1/2 or 50%.")}
    read = staticmethod(read_share)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"widget": forms.TextInput, **kwargs})


class WholeField(forms.IntegerField):
    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values:
            return None
        text = normalize_number(str(value))
        try:
            return read_integer(text, INTEGERS)
        except NumberError as error:
            sentence = in_words(error) if text.lstrip("-+").isdecimal() else self.error_messages["invalid"]
            raise ValidationError(sentence, code="invalid") from error


class NumberListField(forms.CharField):
    def __init__(self, *, max_value: int = COUNTS.max, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 200, **kwargs})
        self.max_value = max_value

    def clean(self, value: Any) -> list[int]:
        words = [normalize_number(word) for word in re.split(r"[\s,;、，]+", super().clean(value) or "") if word]
        if not all(word.isdecimal() and 0 < integer_or(word) <= self.max_value for word in words):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return sorted({integer_or(word) for word in words})


class RowsField(forms.ModelMultipleChoiceField):
    """Several rows by number; SQLite cannot even look up numbers above 64 bits."""

    def clean(self, value: Any) -> Any:
        for text in value if isinstance(value, list | tuple) else ():
            digits = str(text).strip().lstrip("-+")
            if digits.isdecimal() and not INTEGERS.holds(int(digits[:40])):
                message = self.error_messages["invalid_choice"]
                raise ValidationError(message, code="invalid_choice", params={"value": digits[:40]})
        return super().clean(value)


def choose_from(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    cast(forms.ModelChoiceField, form.fields[name]).queryset = rows


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[Any]) -> None:
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


class ReasonField(forms.CharField):
    def __init__(self, *, rows: int = 0, **options: Any) -> None:
        if rows:
            options["widget"] = forms.Textarea(attrs={"rows": rows})
        options.setdefault("label", _("Reason"))
        super().__init__(max_length=MAX_REASON_LENGTH, **options)


class DependentReasonField(ReasonField):
    not_optional = True

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)


class ReasonForm(forms.Form):
    reason = ReasonField()

    def __init__(self, *args: Any, required: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = required and self.fields["reason"].required


class OptionalReasonForm(ReasonForm):
    reason = ReasonField(required=False)


class PublicReasonForm(forms.Form):
    reason = ReasonField(label=_("Reason (public)"), rows=2)


def continue_field() -> forms.CharField:
    return ReasonField(
        label=_("Reason to continue"),
        required=False,
        # Without an id: a page may have several such forms.
        widget=forms.HiddenInput(attrs={"id": False}),
    )


class ContinueForm(forms.Form):
    continue_anyway = continue_field()

    def add_prefix(self, field_name: str) -> str:
        return field_name if field_name == "continue_anyway" else super().add_prefix(field_name)


def find_only_table(tournament: Tournament) -> int | None:
    numbers = set(tournament.rounds.exclude(tables=None).values_list("tables__number", flat=True))
    return numbers.pop() if len(numbers) == 1 else None


def fill_only_table(form: forms.BaseForm, name: str, tournament: Tournament) -> None:
    if (table := find_only_table(tournament)) is not None:
        form.fields[name].widget, form.initial[name] = forms.HiddenInput(), table


class RoundAndTableForm(forms.Form):
    """Round and table by number; cleaned, `round_` and `table` are rows or None."""

    round_number = WholeField(label=_("Round"), required=False, min_value=1)
    table_number = WholeField(label=_("Table"), required=False, min_value=1)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.only_table = find_only_table(tournament)
        if self.only_table is not None:
            self.fields["table_number"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        number, table = values.get("round_number"), values.get("table_number")
        if table and table == self.only_table and not number:
            table = None  # nobody has chosen it
        round_ = self.tournament.rounds.filter(number=number).first() if number else None
        values |= {"round_": round_, "table": None}
        if table and not number and "round_number" not in self.errors:
            self.add_error("round_number", _("Choose the round of the table."))
        if number and round_ is None:
            self.add_error("round_number", _("Round %(number)s does not exist.") % {"number": number})
        if table and round_ is not None:
            values["table"] = round_.tables.filter(number=table).first()
            if values["table"] is None:
                refusal = _("Table %(number)s does not exist in that round.")
                self.add_error("table_number", refusal % {"number": table})
        return values


class PlayerField(forms.ModelChoiceField):
    default_error_messages = {"invalid_choice": _("No player %(value)s in this event.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"queryset": Entry.objects.none(), "to_field_name": "number", **options})


class CountrySelect(forms.Select):
    """Countries in the reader's language; the value is the English name, or the stored text."""

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        stored = next(iter(value), "")
        country = places.format_country(stored)
        choices = [(stored if label == country else english, label) for english, label in places.list_country_names()]
        if stored and all(label != country for _english, label in choices):
            choices.append((stored, country))
        self.choices = [("", "–"), *choices]
        return super().optgroups(name, value, attrs)

    def build_attrs(self, base_attrs: dict[str, Any], extra_attrs: dict[str, Any] | None = None) -> dict[str, Any]:
        attrs = super().build_attrs(base_attrs, extra_attrs)
        attrs.pop("maxlength", None)
        return {"autocomplete": "country-name", **attrs}


class PhotoField(forms.FileField):
    """Photo, scaled down. JPEG comes first in `accept`: phones then convert other formats to JPEG."""

    default_error_messages = {"required": _("Take or choose a photo.")}

    def __init__(self, *, side: int = MAX_SIDE, transparent: bool = False, **kwargs: Any) -> None:
        super().__init__(widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}), **kwargs)
        self.side, self.transparent = side, transparent

    def clean(self, data: Any, initial: Any = None) -> SmallPhoto:
        """Scale down before the service, which would hold the event's lock meanwhile."""
        try:
            content = super().clean(data, initial).read(MAX_BYTES + 1)
            return downscale(content, self.side, transparent=self.transparent)
        except UserError as error:
            raise ValidationError(str(error)) from error
