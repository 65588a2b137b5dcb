"""The form of the federation's pack."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.standings.federations.fields import FIELDS
from tournaments.standings.federations.forms import Steps, federations

MOST_COLUMNS = 40


class LimitsField(forms.CharField):
    """Steps of the weight in one line, `1 = 0, 41 = 0.5`: pairs of texts, which the service reads."""

    def __init__(self, *, label: Any) -> None:
        help_text = _("From so many on = what it adds. Empty: as the federation has them.")
        super().__init__(label=label, required=False, max_length=300, help_text=help_text)

    def clean(self, value: Any) -> Any:
        """The pairs as they are written."""
        return [
            [part.strip() for part in step.split("=")]
            for step in re.split(r"[,;\n]", super().clean(value))
            if step.strip()
        ]


def limits_in_a_line(steps: Steps) -> str:
    """The steps as the field has them."""
    return ", ".join(f"{least} = {float(value):g}" for least, value in steps)


class FederationChoiceForm(forms.Form):
    """Federation, and whether the event qualifies."""

    federation = forms.ChoiceField(
        label=_("Federation"), choices=lambda: [(key, one.title) for key, one in federations().items()]
    )
    qualification = forms.BooleanField(label=_("The event qualifies for a championship"), required=False)


class FederationForm(FederationChoiceForm):
    """The same with its columns, a line each (`heading = field`), and its limits."""

    columns = forms.CharField(
        label=_("Columns"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        help_text=_("A line a column: heading = field. Empty: as the federation has them."),
    )
    days = LimitsField(label=_("Weight by days"))
    players = LimitsField(label=_("Weight by players"))
    countries = LimitsField(label=_("Weight by countries"))

    field_order = ("federation", "columns", "qualification")

    def clean_columns(self) -> list[tuple[str, str]]:
        """(heading, field) of each line."""
        lines = [line for line in self.cleaned_data["columns"].splitlines() if line.strip()]
        if len(lines) > MOST_COLUMNS:
            raise ValidationError(_("These are more than %(most)s columns.") % {"most": MOST_COLUMNS})
        found = []
        for line in lines:
            heading, equals, name = (part.strip() for part in line.rpartition("="))
            if not (heading and equals and name in FIELDS):
                known = ", ".join(FIELDS)
                raise ValidationError(
                    _("“%(line)s” is not of the form: heading = field. Fields are %(known)s.")
                    % {"line": line.strip(), "known": known}
                )
            found.append((heading, name))
        return found
