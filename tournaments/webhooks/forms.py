"""Forms of webhooks."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.occasions import map_occasions
from tournaments.webhooks.models import Style, WebhookSecret


def list_kinds() -> list[tuple[str, str | Promise]]:
    return [(occasion.kind, occasion.title) for occasion in map_occasions().values()]


class KindsForm(forms.Form):
    kinds = forms.MultipleChoiceField(
        label=_("Messages"),
        choices=list_kinds,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only what visitors see is sent."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class WebhookForm(KindsForm):
    style = forms.ChoiceField(label=_("Service"), choices=Style.choices)
    address = forms.CharField(
        label=_("Address"),
        max_length=WebhookSecret._meta.get_field("address").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
        help_text=_("As the service shows it. It is a secret: whoever has it can write there. It is not shown again."),
    )
    field_order = ("style", "address", "kinds", "language")
