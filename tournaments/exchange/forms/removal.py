"""Form of an event's deletion."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RemovalForm(forms.Form):
    """The event's name, so that nobody deletes another one, and why."""

    name = forms.CharField(
        label=_("Name of the event"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=_("It stands in the site's log."))
