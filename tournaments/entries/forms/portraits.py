"""Form of a player's photo."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.pictures import PhotoField
from tournaments.entries.services.portraits import SIDE


class PortraitForm(forms.Form):
    photo = PhotoField(label=_("Photo of the player"), side=SIDE)
