"""The form of the federation's pack."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.federations.forms_of import federations
from tournaments.wording.federations import FIELDS

MOST_COLUMNS = 40


class FederationForm(forms.Form):
    """Which federation, its columns a line each (`heading = field`), and whether the event qualifies."""

    federation = forms.ChoiceField(label=_("Federation"))
    columns = forms.CharField(
        label=_("Columns"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        help_text=_("A line a column: heading = field. Empty: as the federation has them."),
    )
    qualification = forms.BooleanField(label=_("The event qualifies for a championship"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["federation"].choices = [(key, one.title) for key, one in federations().items()]  # type: ignore[attr-defined]

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
