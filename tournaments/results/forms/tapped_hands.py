"""Hand-by-hand entry with fingers: players are tapped, and nothing is chosen beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.match.sheet_rules import SheetField, line_fields
from tournaments.results.forms.results import HandForm, HandPart, describe_seats
from tournaments.results.queries.sheets import Limit, Worth


class Taps(forms.RadioSelect):
    """Choices to tap; none is chosen at first, not even the empty one."""

    def __init__(self) -> None:
        super().__init__(attrs={"class": "tap"})

    def format_value(self, value: Any) -> list[str]:
        return [] if value is None else super().format_value(value)

    def id_for_label(self, id_: str | None, index: str | None = None) -> str:
        # The second winner is the field winner_1, which Django's id of a choice would be too.
        return f"{id_}-{index}" if id_ and index is not None else ""


class TappedHandForm(HandForm):
    """Hand on a phone: players are tapped, not chosen from a list, and patterns may be ticked to sum their value."""

    WINS = ("winner", "winner_1")
    WINS_IN_VIEW = 3
    """Wins of a hand that goes on after a win; more are rare."""
    FIRST = ("winner", "discarder", "limit", "value", "han", "fu", "yakuman", "kongs")
    """Fields shown at first; the others are under "More"."""
    FIRST_LABELS = ("riichi",)
    """Labels of further fields shown at first, one for each player."""

    VALUES = ("value", "han", "value_1")
    """Fields that take the sum of the ticked patterns."""
    LIMIT = "yakuman"

    def __init__(self, *args: Any, patterns: Sequence[Worth] = (), limits: Sequence[Limit] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            # Fields and choices have visible labels here, unlike in the lines of the desk.
            field.widget.attrs.pop("aria-label", None)
        self.places = {field.name: field.place for field in line_fields(self.rules)}
        self.limits = {limit.code: limit.value for limit in limits}
        if self.limits:
            names = [(limit.code, limit.name) for limit in limits]
            self.fields["limit"] = forms.ChoiceField(
                label=_("Limit"),
                required=False,
                choices=[*names, ("", _("below"))],
                widget=Taps(),
            )
            self.order_fields(["winner", "discarder", "limit"])
        self.worth = {worth.key: worth for worth in patterns}
        self.sum_field = next((name for name in self.VALUES if name in self.fields), "")
        if self.worth and self.sum_field:
            self.fields["picked"] = forms.MultipleChoiceField(
                label=_("What counted"),
                required=False,
                choices=[(worth.key, f"{worth.name} · {worth.value}") for worth in patterns],
                widget=forms.CheckboxSelectMultiple(attrs={"class": "tap"}),
                help_text=_(
                    "Select patterns to add up the value. A number typed above replaces it, e.g. for flowers or dora."
                ),
            )

    @property
    def wins(self) -> list[HandPart]:
        return [part for part in self.parts if self._is_open_win(part)]

    @property
    def main(self) -> list[forms.BoundField | HandPart]:
        fields: list[forms.BoundField | HandPart] = [field for field in self if field.name in self.FIRST]
        return [*fields, *(part for part in self.parts if self._is_first(part))]

    @property
    def more(self) -> list[HandPart]:
        parts = [
            part._replace(fields=[field for field in part.fields if field.name not in (*self.FIRST, "drawn")])
            for part in self.parts
        ]
        return [part for part in parts if part.fields and not (self._is_first(part) or self._is_open_win(part))]

    def _is_open_win(self, part: HandPart) -> bool:
        return 0 < self.places.get(part.fields[0].name, 0) <= self.WINS_IN_VIEW

    def _is_first(self, part: HandPart) -> bool:
        return part.fields[0].name.rpartition("_")[0] in self.FIRST_LABELS

    def _is_tapped(self, name: str) -> bool:
        return self.add_prefix(name) in self.data

    def _check_taps(self) -> None:
        """Require an answer where nothing was tapped, so that nothing is chosen by oversight."""
        values = self.cleaned_data
        first = next(name for name in self.WINS if name in self.fields)
        won = [name for name in self.fields if name.startswith("winner") and values.get(name)]
        if self._is_tapped(first) and not won:
            values["drawn"] = True
        elif not self.written:
            self.add_error(first, _("Tap who won, or “nobody”."))
        for name in won:
            source = name.replace("winner", "discarder")
            if not self._is_tapped(source):
                self.add_error(source, _("Tap who discarded, or “self-drawn”."))

    def clean(self) -> dict[str, Any]:
        picked = [self.worth[key] for key in self.cleaned_data.pop("picked", [])]
        named = self.limits.get(self.cleaned_data.pop("limit", ""), {})
        self._check_taps()
        if self.cleaned_data.get(self.sum_field) is not None or self.cleaned_data.get(self.LIMIT) is not None:
            return super().clean()
        if named:
            self.cleaned_data |= named
        elif picked:
            limits = sum(worth.value for worth in picked if worth.limit)
            goal = self.LIMIT if limits and self.LIMIT in self.fields else self.sum_field
            self.cleaned_data[goal] = limits or sum(worth.value for worth in picked)
        return super().clean()

    def _make_field(self, field: SheetField) -> forms.Field:
        form_field = super()._make_field(field)
        if isinstance(form_field, forms.ChoiceField) and field.kind == "seat":
            nobody = _("self-drawn") if field.label == "discarder" else _("nobody")
            orders = [str(seat.order) for seat in self.seats]
            chairs = list(zip(orders, describe_seats(self.seats), strict=True))
            return forms.ChoiceField(choices=[*chairs, ("", nobody)], required=False, widget=Taps())
        if field.kind == "number":
            form_field.widget.attrs["inputmode"] = "numeric"
        return form_field
