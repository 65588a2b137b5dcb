from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import ReasonField, WholeField
from tournaments.rounds.models import MAX_IN_ROW, MAX_ROWS
from tournaments.rounds.queries.hall_plan import Spot, read_spots, write_spots


class RowsForm(forms.Form):
    in_row = WholeField(label=_("Tables in a row"), min_value=1, max_value=MAX_IN_ROW)


class HallReasonForm(forms.Form):
    reason = ReasonField(required=False)


class HallPlanForm(forms.Form):
    """`row_7` and `column_7` of each table; both empty: no fixed place. Read the result as `spots`."""

    seen = forms.CharField(required=False, max_length=12000, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        tables: Mapping[int, str],
        spots: Mapping[int, Spot] | None = None,
        spots_before: Mapping[int, Spot] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        self.fields["seen"].initial = write_spots(spots_before or {})
        for number, name in tables.items():
            row, column = (spots or {}).get(number, (None, None))
            called = {"table": name or str(number)}
            self.fields[f"row_{number}"] = self._make_number_field(
                _("Row of table %(table)s from the front") % called, MAX_ROWS, row
            )
            self.fields[f"column_{number}"] = self._make_number_field(
                _("Place of table %(table)s from the left") % called, MAX_IN_ROW, column
            )

    @staticmethod
    def _make_number_field(label: str, highest: int, initial: int | None) -> WholeField:
        field = WholeField(label=label, required=False, min_value=1, max_value=highest, initial=initial)
        field.widget.attrs["inputmode"] = "numeric"
        return field

    def list_rows(self) -> Iterator[tuple[int, str, BoundField, BoundField]]:
        for number, name in self.tables.items():
            yield number, name or str(number), self[f"row_{number}"], self[f"column_{number}"]

    def clean_seen(self) -> dict[int, Spot]:
        try:
            return read_spots(self.cleaned_data["seen"])
        except ValueError:
            raise ValidationError(_("This page has expired. Open it again.")) from None

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for number in self.tables:
            row, column = f"row_{number}", f"column_{number}"
            if row in values and column in values and (values[row] is None) != (values[column] is None):
                self.add_error(column if values[column] is None else row, _("Enter both numbers or neither."))
        return values

    @property
    def spots(self) -> dict[int, Spot]:
        """Table -> place, from a valid form."""
        values = self.cleaned_data
        return {
            number: (values[f"row_{number}"], values[f"column_{number}"])
            for number in self.tables
            if values[f"row_{number}"] is not None
        }

    def accept_stored(self, stored: Mapping[int, Spot]) -> None:
        """Accept the stored arrangement as seen, so that the posted values may be saved over it."""
        self.data = dict(self.data.items()) | {"seen": write_spots(stored)}
