from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.text import places


class CountryForm(forms.Form):
    text = forms.CharField(label=_("Typed text"), max_length=60, widget=forms.HiddenInput)
    country = forms.ChoiceField(label=_("Country"), choices=places.list_coded_countries)
