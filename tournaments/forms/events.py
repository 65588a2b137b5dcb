"""Forms of whole events: a file to bring in, a copy."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.imports import event_shelf

LARGEST_EVENT = 20_000_000
"""Bytes of an event file."""


class EventUploadForm(forms.Form):
    """An event file of either version: a new one, or the one that was just looked at (`kept`, of this account)."""

    file = forms.FileField(
        label=_("Event file"),
        required=False,
        help_text=_("A whole event (ZIP or JSON, mahjong-event/2) or its results (JSON, mahjong-event/1)."),
    )
    slug = forms.SlugField(
        label=_("Short name"), required=False, max_length=60, help_text=_("Empty: that of the file.")
    )
    published = forms.BooleanField(
        label=_("Public pages as in the file; those of mere results are opened"), required=False, initial=True
    )
    kept = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, account: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean(self) -> dict[str, Any]:
        """Adds `content`, the bytes, and `name`, the file's without its ending."""
        values: dict[str, Any] = super().clean() or {}
        upload = values.get("file")
        if upload is not None:
            if upload.size > LARGEST_EVENT:
                raise ValidationError({"file": _("The file is larger than 20 MB; an event is not.")})
            return values | {"content": upload.read(), "name": upload.name.rpartition(".")[0]}
        content = event_shelf.find(self.account, values.get("kept", ""))
        if content is None:
            raise ValidationError({"file": _("Choose the file.")})
        return values | {"content": content, "name": ""}


class CopyForm(forms.Form):
    """What the copy is called."""

    name = forms.CharField(label=_("Name"), max_length=200)
    slug = forms.SlugField(label=_("Short name"), max_length=60, help_text=_("It stands in all addresses."))
