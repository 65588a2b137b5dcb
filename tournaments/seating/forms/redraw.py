from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.exact import integer_or
from tournaments.core.forms.fields import ReasonField, RowsField, choose_from
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament

MAX_TABLES = 500


class RedrawForm(forms.Form):
    leaves = RowsField(
        label=_("Leave the event"),
        queryset=Entry.objects.none(),
        to_field_name="number",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    arrives = RowsField(
        label=_("Come in from the waiting list"),
        queryset=Entry.objects.none(),
        to_field_name="number",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    tables_gone = forms.CharField(
        label=_("Tables to remove"),
        required=False,
        max_length=11 * MAX_TABLES,
        help_text=_("Numbers, separated by spaces."),
    )
    reason = ReasonField(required=False)
    seed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        waiting = tournament.entries.filter(status=Entry.Status.WAITING)
        absent = (Entry.Status.WAITING, Entry.Status.DROPPED)
        choose_from(self, "leaves", tournament.entries.exclude(status__in=absent))
        choose_from(self, "arrives", waiting)
        if not waiting:
            self.fields["arrives"].widget = forms.MultipleHiddenInput()

    def clean_tables_gone(self) -> list[int]:
        text = self.cleaned_data["tables_gone"]
        if re.sub(r"[\d\s,;]", "", text):
            raise ValidationError(_("Enter the numbers of tables, separated by spaces."))
        return [integer_or(word) for word in re.findall(r"\d+", text)]
