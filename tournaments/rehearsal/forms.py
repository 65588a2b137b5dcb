"""Form of a rehearsal."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RehearsalForm(forms.Form):
    whole = forms.BooleanField(label=_("Play to the end"), required=False)
