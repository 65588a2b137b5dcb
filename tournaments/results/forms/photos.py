"""The form of a photo: taken with the phone, or chosen."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.pictures import MAX_BYTES, MAX_SIDE, SmallPhoto, made_small
from tournaments.entries.services import portraits


class PhotoForm(forms.Form):
    """One photo of a signed sheet. JPEG is named first: phones that keep another format then hand over a JPEG."""

    photo = forms.FileField(
        label=_("Photo of the signed sheet"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": _("Take a photo, or choose one.")},
    )

    side = MAX_SIDE

    def clean_photo(self) -> SmallPhoto:
        """Make the photo small, here and not in a service, which would hold the event's lock meanwhile."""
        try:
            return made_small(self.cleaned_data["photo"].read(MAX_BYTES + 1), self.side)
        except UserError as error:
            raise ValidationError(str(error)) from error

    @property
    def complaint(self) -> str:
        """The errors in one text."""
        return " ".join(str(error) for error in self.errors.get("photo", []))


class PortraitForm(PhotoForm):
    """The photo of a player."""

    side = portraits.SIDE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["photo"].label = _("Photo of the player")
