from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.branding.models import EventPicture, Sponsor
from tournaments.branding.services import SIDES, SPONSOR_SIDE
from tournaments.core.forms.fields import PhotoField
from tournaments.events import validators


class ColourForm(forms.Form):
    colour = forms.CharField(
        label=_("Colour"),
        required=False,
        max_length=7,
        help_text=_("Six digits such as #14594a. Leave it empty for the usual green."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "data-colour": ""}),
    )

    def clean_colour(self) -> str:
        colour: str = self.cleaned_data["colour"].strip().lower()
        if colour and not colour.startswith("#"):
            colour = f"#{colour}"
        validators.check_colour(colour)
        return colour


class LogoForm(forms.Form):
    photo = PhotoField(label=_("Logo"), side=SIDES[EventPicture.Use.LOGO], transparent=True)


class BannerForm(forms.Form):
    photo = PhotoField(label=_("Banner"), side=SIDES[EventPicture.Use.BANNER], transparent=True)


class SponsorLogoForm(forms.Form):
    photo = PhotoField(label=_("Logo of the sponsor"), side=SPONSOR_SIDE, transparent=True)


PICTURE_FORMS: dict[str, type[forms.Form]] = {"logo": LogoForm, "banner": BannerForm}


class SponsorForm(forms.ModelForm):
    class Meta:
        model = Sponsor
        fields = ["name", "link", "on_pages", "on_screens", "on_papers"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["link"].widget = forms.URLInput(attrs={"inputmode": "url"})
