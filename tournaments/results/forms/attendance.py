from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import RowsField, choose_from
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament


class AttendanceForm(forms.Form):
    """Players by number: who is away in the round, or there on the evening."""

    players = RowsField(
        label=_("Players"),
        queryset=Entry.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name="number",
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "players", tournament.entries.exclude(status=Entry.Status.WAITING).order_by("number"))
