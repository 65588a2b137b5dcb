"""Form of a photo of a sheet."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.pictures import PhotoField


class PhotoForm(forms.Form):
    photo = PhotoField(label=_("Photo of the signed sheet"))
