"""Forms of an event's buttons: yes or no, a state, a reason to continue although items are open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import LONGEST_REASON, ContinueForm
from tournaments.core.open_items import ACCEPTED_FIRST, STEPS
from tournaments.events.models import Tournament


class YesNoField(forms.NullBooleanField):
    """Yes or no that has to be said: `yes` or `no` of a button, true or false of a program."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Return the answer, None where it is neither."""
        return super().to_python({"yes": True, "no": False}.get(value, value))

    def validate(self, value: bool | None) -> None:
        """Raise ValidationError where nothing is said."""
        if value is None:
            raise ValidationError(self.error_messages["required"], code="required")


class PublishForm(forms.Form):
    """Open or close the public pages."""

    published = YesNoField(label=_("Public pages"))


class ArchiveForm(forms.Form):
    """Put the event away, or back."""

    archived = YesNoField(label=_("Archive event"))


class StateForm(ContinueForm):
    """Planned, running or finished."""

    state = forms.ChoiceField(
        label=_("State"), choices=Tournament.State.choices, error_messages={"invalid_choice": _("Choose a state.")}
    )


class AcceptForm(forms.Form):
    """The step that is taken although items are open, and why."""

    step = forms.ChoiceField(
        label=_("Step"),
        choices=[(step.value, STEPS[step]) for step in ACCEPTED_FIRST],
        error_messages={"invalid_choice": _("Choose a step.")},
    )
    continue_anyway = forms.CharField(label=_("Reason to continue"), max_length=LONGEST_REASON)


class RehearsalForm(forms.Form):
    """Rounds that the robots play: one, or all."""

    whole = forms.BooleanField(label=_("Play to the end"), required=False)
