"""Forms of stages and their cut."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import (
    MAX_REASON_LENGTH,
    ContinueForm,
    OptionalReasonForm,
    RowsField,
    ShareField,
    WholeField,
    choose_from,
)
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Stage, Tournament


class StageForm(forms.Form):
    """Stage: cut and share of the points kept."""

    name = forms.CharField(label=_("Name"), max_length=80)
    cut_to = WholeField(
        label=_("Players who qualify"),
        min_value=4,
        max_value=5000,
        required=False,
        help_text=_("Leave empty if everybody plays on."),
    )
    carry = ShareField(
        label=_("Points carried over"),
        initial="1",
        help_text=_("1 for all, 0 for none, or a part such as 1/2 or 50%."),
        max_length=20,
    )


class EditStageForm(StageForm):
    """Changes of a stage; API clients may give a reason."""

    reason = forms.CharField(required=False, max_length=MAX_REASON_LENGTH, widget=forms.HiddenInput)


class NewStageForm(StageForm):
    """New stage with its rounds; API clients may name a kind other than a final."""

    rounds = WholeField(label=_("Rounds"), min_value=1, max_value=99, initial=1)
    kind = forms.ChoiceField(
        choices=Stage.Kind.choices, required=False, initial=Stage.Kind.FINAL, widget=forms.HiddenInput
    )

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or Stage.Kind.FINAL


class CutForm(OptionalReasonForm, ContinueForm):
    """Cut, with the choice for a shared place at the line."""

    chosen = RowsField(
        label=_("Qualifies"),
        queryset=Entry.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name="number",
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"shown", "chosen"} & set(self.fields):
            choose_from(self, name, tournament.entries.all())


class ShownCutForm(CutForm):
    """Cut, with the players shown clear of the line or on it."""

    shown = RowsField(queryset=Entry.objects.none(), widget=forms.MultipleHiddenInput, to_field_name="number")
