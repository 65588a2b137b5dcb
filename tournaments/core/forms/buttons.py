"""Forms behind an event's buttons: yes or no, a state, a reason to continue despite open items."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import ContinueForm, ReasonField
from tournaments.core.open_items import ACCEPTED_FIRST, STEPS
from tournaments.events.models import Tournament


class YesNoField(forms.NullBooleanField):
    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        return super().to_python({"yes": True, "no": False}.get(value, value))

    def validate(self, value: bool | None) -> None:
        if value is None:
            raise ValidationError(self.error_messages["required"], code="required")


class PublishForm(forms.Form):
    published = YesNoField(label=_("Public pages"))


class ArchiveForm(forms.Form):
    archived = YesNoField(label=_("Archive event"))


class StateForm(ContinueForm):
    state = forms.ChoiceField(
        label=_("State"), choices=Tournament.State.choices, error_messages={"invalid_choice": _("Choose a state.")}
    )


class AcceptForm(forms.Form):
    step = forms.ChoiceField(
        label=_("Step"),
        choices=[(step.value, STEPS[step]) for step in ACCEPTED_FIRST],
        error_messages={"invalid_choice": _("Choose a step.")},
    )
    continue_anyway = ReasonField(label=_("Reason to continue"))
