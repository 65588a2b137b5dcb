"""Choice of a country from a list."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.core.text import places


class CountrySelect(forms.Select):
    """Countries by their names in the reader's language; the value is the English name.

    A stored text keeps its spelling (FRA), and one that is no country of the list stays a choice.
    """

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        """Return the options, with the stored text in place of the same country."""
        stored = next(iter(value), "")
        shown = places.country(stored)
        choices = [(stored if label == shown else english, label) for english, label in places.countries()]
        if stored and all(label != shown for _english, label in choices):
            choices.append((stored, shown))
        self.choices = [("", "–"), *choices]
        return super().optgroups(name, value, attrs)

    def build_attrs(self, base_attrs: dict[str, Any], extra_attrs: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the attributes without the length that a text would have."""
        attrs = super().build_attrs(base_attrs, extra_attrs)
        attrs.pop("maxlength", None)
        return {"autocomplete": "country-name", **attrs}
