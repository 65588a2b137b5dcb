"""Forms of a seating typed by hand, and of publishing."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class TypedSeatingForm(forms.Form):
    """The round's tables as text, to be typed over."""

    text = forms.CharField(
        label=_("Tables"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_("One line per table: its number, then East, South, West, North."),
    )
    leave_out = forms.BooleanField(label=_("Unnamed players sit out"), required=False)


class PublishSeatingForm(forms.Form):
    """Options of publishing."""

    leave_out = forms.BooleanField(label=_("Players without a seat sit out"), required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)


class PublishForm(PublishSeatingForm):
    """The same on the page; a button of its own says that the later rounds of the same draw go along."""

    all_rounds = forms.BooleanField(required=False, widget=forms.HiddenInput)
    open_pages = forms.BooleanField(
        label=_("Open public pages so that players see the seating"), required=False, initial=True
    )
