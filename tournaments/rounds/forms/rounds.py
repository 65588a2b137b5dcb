from __future__ import annotations

import datetime
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import ContinueForm, OptionalReasonForm, WholeField, fill_only_table, make_time_input
from tournaments.core.models.columns import MomentFormField
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.services.clock import MAX_EXTRA_SECONDS

MAX_ROUND_MINUTES = 1440


class RoundMinutesForm(forms.Form):
    minutes = WholeField(label=_("Minutes"), required=False, min_value=1, max_value=MAX_ROUND_MINUTES)


class RoundForm(forms.ModelForm):
    """Length and planned start, in the tournament's time zone (the view activates it)."""

    minutes = WholeField(label=_("Minutes"), min_value=1, max_value=MAX_ROUND_MINUTES)

    class Meta:
        model = Round
        fields = ("day", "starts_at", "minutes")
        widgets = {
            "day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "starts_at": make_time_input(),
        }


class PlanDatesForm(forms.Form):
    """Dates of all rounds still to be played, in the tournament's time zone."""

    first = MomentFormField(label=_("First date"), widget=make_time_input())
    every = WholeField(label=_("Days between rounds"), min_value=1, max_value=366, initial=7)
    skip = forms.CharField(
        label=_("Days without play"),
        required=False,
        max_length=1000,
        help_text=_("Dates such as 2026-12-24 2026-12-31; a round that would fall on one comes at the next date."),
    )
    from_round = WholeField(
        label=_("From round"), required=False, min_value=1, help_text=_("Leave empty for all that have not started.")
    )

    def clean_skip(self) -> set[datetime.date]:
        days = set()
        for text in re.split(r"[\s,;]+", self.cleaned_data["skip"].strip()):
            try:
                day = parse_date(text) if text else None
            except ValueError:
                day = None
            if day is not None:
                days.add(day)
            elif text:
                raise ValidationError(_("“%(text)s” is no date. Write it as 2026-12-24.") % {"text": text[:40]})
        return days


class TableForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), required=False, max_length=20, help_text=_("Leave empty to use its number.")
    )


class AtTableForm(forms.Form):
    """Base of forms with a table; `only_in` is the event whose only table is filled in."""

    def __init__(self, *args: Any, only_in: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if only_in is not None:
            fill_only_table(self, "table", only_in)


class TableNameForm(AtTableForm, TableForm):
    field_order = ("table", "name")

    table = WholeField(label=_("Table"), min_value=1)


class PostponeForm(OptionalReasonForm):
    """New time of a table, in the tournament's time zone; empty for that of its round."""

    field_order: tuple[str, ...] = ("postponed_to", "reason")

    postponed_to = MomentFormField(
        label=_("Postponed to"),
        required=False,
        widget=make_time_input(),
        help_text=_("Leave empty to play the table with its round again."),
    )


class PostponeTableForm(AtTableForm, PostponeForm):
    field_order = ("table", "postponed_to", "reason")

    table = WholeField(label=_("Table"), min_value=1)


class StartForm(OptionalReasonForm, ContinueForm):
    """Reason to start, and a reason to start despite a draw from other standings."""


class ExtraSecondsForm(OptionalReasonForm):
    """Extra time; negative to subtract."""

    field_order = ("seconds", "reason")

    seconds = WholeField(min_value=-MAX_EXTRA_SECONDS, max_value=MAX_EXTRA_SECONDS)


class ExtraTimeForm(AtTableForm, OptionalReasonForm):
    field_order = ("table", "minutes", "reason")

    table = WholeField(label=_("Table"), min_value=1, required=False, help_text=_("Leave empty for all tables."))
    minutes = WholeField(label=_("Minutes"), min_value=-MAX_EXTRA_SECONDS // 60, max_value=MAX_EXTRA_SECONDS // 60)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        return values | {"seconds": 60 * values.get("minutes", 0)}
