"""Photo upload field, from the camera or a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.pictures import MAX_BYTES, MAX_SIDE, SmallPhoto, downscale


class PhotoField(forms.FileField):
    """Photo, downscaled. JPEG comes first in `accept`: phones then convert other formats to JPEG."""

    default_error_messages = {"required": _("Take or choose a photo.")}

    def __init__(self, *, side: int = MAX_SIDE, **kwargs: Any) -> None:
        super().__init__(widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}), **kwargs)
        self.side = side

    def clean(self, data: Any, initial: Any = None) -> SmallPhoto:
        """Downscale the photo here and not in the service, which would hold the event's lock meanwhile."""
        try:
            return downscale(super().clean(data, initial).read(MAX_BYTES + 1), self.side)
        except UserError as error:
            raise ValidationError(str(error)) from error
