from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import ContinueForm, DependentReasonField
from tournaments.core.text.zones import list_time_zones
from tournaments.events.presets import list_presets, preset_choices


class PlayNowForm(forms.Form):
    preset = forms.ChoiceField(
        label=_("Game and rules"),
        choices=preset_choices,
        initial=lambda: list_presets()[0].key,
        widget=forms.RadioSelect,
    )
    players = forms.CharField(
        label=_("Players"),
        max_length=40_000,
        help_text=_("Paste names, one per line, or enter the number of players."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autofocus": True}),
    )
    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": "", "id": False})
    )

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in list_time_zones() else "UTC"


class AddPlayersForm(forms.Form):
    players = forms.CharField(
        label=_("Players"),
        max_length=4_000,
        help_text=_("One name per line. They play from the next round on."),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
    )


class TypedSeatingForm(forms.Form):
    text = forms.CharField(
        label=_("Tables"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_("One line per table: its number, then East, South, West, North."),
    )
    leave_out = forms.BooleanField(label=_("Unnamed players sit out"), required=False)


class PublishSeatingForm(ContinueForm):
    leave_out = forms.BooleanField(label=_("Players without a seat sit out"), required=False)
    reason = DependentReasonField(help_text=_("Needed while the round is being played."))


class PublishSeatingsForm(PublishSeatingForm):
    """Options of the page, whose second button publishes the later rounds of the same draw too."""

    all_rounds = forms.BooleanField(required=False, widget=forms.HiddenInput)
    open_pages = forms.BooleanField(
        label=_("Open public pages so that players see the seating"), required=False, initial=True
    )
