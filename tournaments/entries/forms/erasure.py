from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.forms.fields import ReasonField, set_choices
from tournaments.exchange.services.mentions import Mention

MAX_TEXTS = 5000


class TextsField(forms.MultipleChoiceField):
    """Field of texts that name the person, by their keys; a text that names the person no more is no error."""

    default_error_messages = {"invalid_choice": _("%(value)s is no text that names this person.")}
    KEY = re.compile(r"[a-z]+\.\d+\.[a-z_]+", re.ASCII)
    api_field = serializers.ListField(
        child=serializers.CharField(max_length=120),
        required=False,
        default=list,
        max_length=MAX_TEXTS,
        help_text="Texts to redact, by the keys under `named_in` of the person's data.",
    )

    def valid_value(self, value: str) -> bool:
        return self.KEY.fullmatch(value) is not None


class ErasureForm(forms.Form):
    """Reason, and the texts in which the name is replaced; those with the full name are ticked at first."""

    texts = TextsField(
        label=_("Replace the name by initials in"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("These texts name the person, or somebody of the same name."),
    )
    reason = ReasonField(required=False)

    def __init__(self, *args: Any, mentions: Sequence[Mention] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "texts", [(mention.key, f"{mention.place}: {mention.excerpt}") for mention in mentions])
        self.initial.setdefault("texts", [mention.key for mention in mentions if mention.certain])
        if not mentions:
            self.fields["texts"].widget = forms.MultipleHiddenInput()


class NameErasureForm(ErasureForm):
    """Erasure of the name of somebody who is no player."""

    name = forms.CharField(
        label=_("Name"), min_length=3, max_length=160, help_text=_("As it is written in the texts, without titles.")
    )

    field_order = ("name", "texts", "reason")
