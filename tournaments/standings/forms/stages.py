from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import (
    ContinueForm,
    OptionalReasonForm,
    ReasonField,
    RowsField,
    ShareField,
    WholeField,
    choose_from,
)
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Stage, Tournament
from tournaments.standings.services.stages import FEWEST_TEAMS


class StageForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    cut_to = WholeField(
        label=_("Players who qualify"),
        min_value=FEWEST_TEAMS,
        max_value=5000,
        required=False,
        help_text=_("Leave empty if everybody plays on."),
    )
    cut_by = forms.ChoiceField(
        label=_("Who qualifies"),
        choices=Stage.CutBy.choices,
        required=False,
        help_text=_("Teams: all members of the first teams play on, and their teams stand above all others."),
    )
    carry = ShareField(
        label=_("Points carried over"),
        initial="1",
        help_text=_("1 for all, 0 for none, or a part such as 1/2 or 50%."),
        max_length=20,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tournament.has_teams:
            self.fields["cut_to"].label = _("Number who qualify")
            self.fields["cut_by"].not_optional = True  # type: ignore[attr-defined]
        else:
            self.fields["cut_by"].widget = forms.HiddenInput()


class EditStageForm(StageForm):
    reason = ReasonField(label=None, required=False, widget=forms.HiddenInput)


class NewStageForm(StageForm):
    rounds = WholeField(label=_("Rounds"), min_value=1, max_value=99, initial=1)
    kind = forms.ChoiceField(
        choices=Stage.Kind.choices, required=False, initial=Stage.Kind.FINAL, widget=forms.HiddenInput
    )

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or Stage.Kind.FINAL


def _make_choice_field(model: type[Entry] | type[Team], key: str) -> RowsField:
    return RowsField(
        label=_("Qualifies"),
        queryset=model._default_manager.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name=key,
    )


def _make_hidden_field(model: type[Entry] | type[Team], key: str) -> RowsField:
    rows = model._default_manager.none()
    return RowsField(queryset=rows, widget=forms.MultipleHiddenInput, required=False, to_field_name=key)


class CutForm(OptionalReasonForm, ContinueForm):
    chosen = _make_choice_field(Entry, "number")
    chosen_teams = _make_choice_field(Team, "code")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"shown", "chosen"} & set(self.fields):
            choose_from(self, name, tournament.entries.all())
            choose_from(self, f"{name}_teams", tournament.teams.all())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in {"shown", "chosen"} & set(self.fields):
            data[name] = [*data.get(name, ()), *data.pop(f"{name}_teams", ())]
        return data


class ShownCutForm(CutForm):
    shown = _make_hidden_field(Entry, "number")
    shown_teams = _make_hidden_field(Team, "code")
