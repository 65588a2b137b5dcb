from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import DependentReasonField, WholeField
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.queries.swaps import Swap, read_swaps


class SwapsField(forms.CharField):
    def clean(self, value: object) -> list[Swap]:
        try:
            return read_swaps(super().clean(value))
        except ValueError:
            raise ValidationError(_("These swaps are not valid. Start again.")) from None


class BoardForm(forms.Form):
    """State of the swap board, in its URL: swaps made, swaps undone, selection, and the present step."""

    swaps = SwapsField(required=False, max_length=4000)
    undone = SwapsField(required=False, max_length=4000)
    picked = WholeField(required=False, min_value=1)
    pick = WholeField(required=False, min_value=1)
    first = WholeField(required=False, min_value=1)
    second = WholeField(required=False, min_value=1)


class SaveSwapsForm(forms.Form):
    swaps = SwapsField(max_length=4000, widget=forms.HiddenInput)
    seen_state = forms.ChoiceField(choices=Seating.State.choices, widget=forms.HiddenInput)
    reason = DependentReasonField(
        help_text=_("Needed if a required rule is broken or the round is being played."),
    )


class SwapForm(forms.Form):
    first = WholeField(label=_("Player"), min_value=1)
    second = WholeField(label=_("swaps with"), min_value=1)
    reason = DependentReasonField(help_text=_("Needed while the round is being played."))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        for name in ("first", "second"):
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off", "list": "players"}

    def _get_player(self, name: str) -> Entry:
        number = self.cleaned_data[name]
        entry = Entry.objects.filter(tournament=self.tournament, number=number).first()
        if entry is None:
            raise ValidationError(_("Player %(number)s does not exist."), params={"number": number})
        return entry

    def clean_first(self) -> Entry:
        return self._get_player("first")

    def clean_second(self) -> Entry:
        return self._get_player("second")
