"""What the swap board sends."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.numbers import WholeField
from tournaments.rounds.models.rounds import Seating
from tournaments.seating.views.swap_board import Swap, read_swaps


class SwapsField(forms.CharField):
    """Swaps as the board's address has them."""

    def clean(self, value: object) -> list[Swap]:
        try:
            return read_swaps(super().clean(value))
        except ValueError:
            raise ValidationError(_("These swaps cannot be read; start again.")) from None


class BoardForm(forms.Form):
    """Where the board stands, in its address: swaps tried, swaps undone, who is picked, and what happens now."""

    swaps = SwapsField(required=False, max_length=4000)
    undone = SwapsField(required=False, max_length=4000)
    picked = WholeField(required=False, min_value=1)
    pick = WholeField(required=False, min_value=1)
    first = WholeField(required=False, min_value=1)
    second = WholeField(required=False, min_value=1)


class SaveSwapsForm(forms.Form):
    """The swaps to store, and why."""

    swaps = SwapsField(max_length=4000, widget=forms.HiddenInput)
    seen_state = forms.ChoiceField(choices=Seating.State.choices, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("Needed where something that must be kept is broken, and while the round is played."),
    )
