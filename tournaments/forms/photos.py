"""The form of a photo: taken with the phone, or chosen."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.services.photos import BYTES


class PhotoForm(forms.Form):
    """One photo of a signed sheet. JPEG is named first: phones that keep another format then hand over a JPEG."""

    photo = forms.FileField(
        label=_("Photo of the signed sheet"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": _("Take a photo, or choose one.")},
    )

    def clean_photo(self) -> Any:
        """The file, not larger than a phone's photo."""
        upload = self.cleaned_data["photo"]
        if (upload.size or 0) > BYTES:
            raise ValidationError(
                _("The photo is larger than %(most)s MB; take it with a lower resolution.")
                % {"most": BYTES // 1_000_000}
            )
        return upload

    @property
    def complaint(self) -> str:
        """What is wrong with it, in one text."""
        return " ".join(str(error) for error in self.errors.get("photo", []))


class PortraitForm(PhotoForm):
    """The photo of a player."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["photo"].label = _("Photo of the player")
