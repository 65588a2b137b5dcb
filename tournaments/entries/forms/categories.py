from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.forms.fields import RowsField, choose_from
from tournaments.entries.models.categories import MAX_CATEGORIES, Category
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament


class CategoriesField(forms.TypedMultipleChoiceField):
    """Field of categories by number, hidden without any; the form gives it the event's with `offer`."""

    default_error_messages = {"invalid_choice": _("No category %(value)s in this event.")}
    api_field = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        default=list,
        max_length=MAX_CATEGORIES,
        help_text="Numbers of the event's categories.",
    )

    def __init__(self, **options: Any) -> None:
        defaults = {"label": _("Categories"), "required": False, "coerce": int, "widget": forms.CheckboxSelectMultiple}
        super().__init__(**{**defaults, **options})

    def offer(self, categories: Iterable[Category]) -> None:
        self.choices = [(category.number, category.name) for category in categories]
        if not self.choices:
            self.widget = forms.MultipleHiddenInput()


class CategoryForm(forms.ModelForm):
    class Meta:
        model = Category
        fields = ("name", "asked")

    def _post_clean(self) -> None:
        """Skip the model's validation: the service explains an invalid category in one sentence."""


class MembersForm(forms.Form):
    players = RowsField(
        label=_("Players"),
        queryset=Entry.objects.none(),
        to_field_name="number",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("No player %(value)s in this event.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "players", tournament.entries.order_by("number"))
