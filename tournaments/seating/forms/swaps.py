"""What the swap board sends."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.numbers import WholeField
from tournaments.rounds.models.rounds import Seating
from tournaments.seating.views.swap_board import Swap, read_swaps


class BoardForm(forms.Form):
    """Where the board stands, in its address: swaps tried, swaps undone, who is picked, and what happens now."""

    swaps = forms.CharField(required=False, max_length=4000)
    undone = forms.CharField(required=False, max_length=4000)
    picked = WholeField(required=False, min_value=1)
    pick = WholeField(required=False, min_value=1)
    first = WholeField(required=False, min_value=1)
    second = WholeField(required=False, min_value=1)

    def _swaps(self, name: str) -> list[Swap]:
        try:
            return read_swaps(self.cleaned_data[name])
        except ValueError:
            raise ValidationError(_("These swaps cannot be read; start again.")) from None

    def clean_swaps(self) -> list[Swap]:
        return self._swaps("swaps")

    def clean_undone(self) -> list[Swap]:
        return self._swaps("undone")


class SaveSwapsForm(forms.Form):
    """The swaps to store, and why."""

    swaps = forms.CharField(max_length=4000, widget=forms.HiddenInput)
    seen_state = forms.ChoiceField(choices=Seating.State.choices, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("Needed where something that must be kept is broken, and while the round is played."),
    )

    def clean_swaps(self) -> list[Swap]:
        try:
            return read_swaps(self.cleaned_data["swaps"])
        except ValueError:
            raise ValidationError(_("These swaps cannot be read; start again.")) from None
