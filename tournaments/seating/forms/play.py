"""Form of an event that plays at once."""

from __future__ import annotations

import zoneinfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.presets import presets


class PlayNowForm(forms.Form):
    """Game and players; the browser adds its time zone."""

    preset = forms.ChoiceField(
        label=_("Game and rules"),
        choices=lambda: [(row.key, row.label) for row in presets()],
        initial=lambda: presets()[0].key,
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
        """Return a known time zone; UTC for any other value."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in zoneinfo.available_timezones() else "UTC"
