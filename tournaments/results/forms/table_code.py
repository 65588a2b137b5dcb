from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import PhotoField
from tournaments.core.text.names import format_person, map_marks
from tournaments.entries.models.entries import Entry
from tournaments.results.queries.sheets import SheetSeat
from tournaments.rounds.models import SeatWind


class SeatForm(forms.Form):
    """Player's name and wind; players of other tables find their name in the list of all players."""

    wind = forms.TypedChoiceField(
        label=_("Your seat"), coerce=int, choices=SeatWind.choices, widget=forms.RadioSelect(attrs={"class": "tap"})
    )
    player = forms.TypedChoiceField(label=_("Your name"), coerce=int)

    def __init__(
        self, *args: Any, seats: Sequence[SheetSeat], others: Sequence[Entry], owner: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        told_apart = map_marks([*(seat.entry for seat in seats), *others])
        choices = [(seat.entry.pk, format_person(seat.entry, told_apart)) for seat in seats]
        keys = {pk for pk, _name in choices}
        elsewhere = [(entry.pk, format_person(entry, told_apart)) for entry in others if entry.pk not in keys]
        chosen = self.fields["player"]
        if isinstance(chosen, forms.TypedChoiceField):
            chosen.choices = [("", "–"), (_("At this table"), choices), (_("At another table"), elsewhere)]
            chosen.initial = owner


class PhotoForm(forms.Form):
    photo = PhotoField(label=_("Photo of the signed sheet"))
