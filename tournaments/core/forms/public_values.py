"""Forms for public random values: name one in advance, then enter it."""

from __future__ import annotations

import copy
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.walls.public_value import ValueName
from tournaments.core.forms.fields import ReasonField, make_time_input
from tournaments.core.models.columns import MomentFormField
from tournaments.seating.models.draws import ValueKind

VALUE_NAMES = {"kind": "value_kind", "source": "value_source", "which": "value_which"}


def make_datetime_field(label: object, help_text: object, *, required: bool = True) -> MomentFormField:
    return MomentFormField(
        label=label,  # type: ignore[arg-type]
        required=required,
        widget=make_time_input(),
        help_text=help_text,  # type: ignore[arg-type]
    )


def make_optional(field: forms.Field) -> Any:
    public_field = copy.deepcopy(field)
    public_field.required = False
    return public_field


class NamedValueForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind of public value"), choices=ValueKind.choices)
    source = forms.CharField(
        label=_("Source"),
        max_length=200,
        help_text=_("For example “drand quicknet”, “Lotto 6aus49” or “DAX”."),
    )
    which = forms.CharField(
        label=_("Number or date"),
        required=False,
        max_length=200,
        help_text=_("A beacon's round number, or the day of the lottery or price, such as 2026-05-02."),
    )
    value_known_at = make_datetime_field(_("Known from"), _("In the event's time zone, after entries close."))

    @property
    def named(self) -> ValueName | None:
        data = self.cleaned_data
        return ValueName(data["kind"], data["source"], data["which"]) if data["kind"] else None


class PublicValueForm(forms.Form):
    value = forms.CharField(label=_("The value"), max_length=400)
    again = forms.CharField(
        label=_("Value, checked again"),
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CorrectionForm(PublicValueForm):
    reason = ReasonField(label=_("Mistake (public)"), rows=2)
