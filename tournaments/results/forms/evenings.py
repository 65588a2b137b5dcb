from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.text.names import format_person, map_marks
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.services.open_tables import Sitter
from tournaments.rounds.models import SeatWind
from tournaments.seasons.models import Evening

MAX_NAME_LENGTH = 120


class EveningForm(forms.ModelForm):
    class Meta:
        model = Evening
        fields = ["is_open", "newcomers"]


class EveningTableForm(forms.Form):
    name = forms.CharField(label=_("Table name"), required=False, max_length=20)


class OpenTableForm(EveningTableForm):
    """Name of a table and four players from the list, or new ones by name, East first."""

    def __init__(self, *args: Any, tournament: Tournament, newcomers: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        absent = (Entry.Status.DROPPED, Entry.Status.WAITING)
        self.entries = {entry.pk: entry for entry in tournament.entries.exclude(status__in=absent)}
        listed = sorted(self.entries.values(), key=lambda entry: entry.sort_name.casefold())
        told_apart = map_marks(listed)
        choices = [("", "–"), *((entry.pk, format_person(entry, told_apart)) for entry in listed)]
        for wind in SeatWind:
            self.fields[f"entry_{wind.value}"] = forms.TypedChoiceField(
                label=wind.label, choices=choices, coerce=int, empty_value=None, required=False
            )
            if newcomers:
                self.fields[f"new_{wind.value}"] = forms.CharField(
                    label=_("Or a new name"), required=False, max_length=MAX_NAME_LENGTH
                )

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        names = [[f"entry_{wind.value}", f"new_{wind.value}"] for wind in SeatWind]
        return [[self[name] for name in row if name in self.fields] for row in names]

    @property
    def sitters(self) -> list[Sitter]:
        values = self.cleaned_data
        sitters: list[Sitter] = []
        for wind in SeatWind:
            key = values.get(f"entry_{wind.value}")
            sitters.append(self.entries[key] if key else values.get(f"new_{wind.value}", ""))
        return sitters

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        for wind in SeatWind:
            key, name = values.get(f"entry_{wind.value}"), values.get(f"new_{wind.value}", "")
            if bool(key) == bool(name.strip()):
                refusal = _("Choose a player from the list, or type a new name.")
                self.add_error(f"entry_{wind.value}", ValidationError(refusal))
        return values
