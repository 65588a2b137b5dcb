from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import RowsField, choose_from
from tournaments.entries.models.entries import Entry
from tournaments.rounds.queries.line_ups import TeamLineUp


class MembersField(RowsField):
    not_optional = True


class LineUpForm(forms.Form):
    players = MembersField(
        label=_("Who plays"),
        queryset=Entry.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        to_field_name="number",
    )

    def __init__(self, *args: Any, line: TeamLineUp | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if line is not None:
            members = [entry.pk for entry in (*line.plays, *line.rests)]
            choose_from(self, "players", Entry.objects.filter(pk__in=members).order_by("number"))
            self.fields["players"].initial = [entry.number for entry in line.plays]

    @property
    def chosen(self) -> list[Entry]:
        return list(self.cleaned_data["players"])
