from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.tiles.hand import WinBy
from tournaments.awards.models import WINDS, Award, check_circumstances
from tournaments.awards.text import list_figure_choices
from tournaments.core.forms.fields import PlayerField, choose_from
from tournaments.core.text.circumstances import WAYS_TO_WIN
from tournaments.core.text.names import format_person, map_marks
from tournaments.core.text.sentences import format_wind
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.game.logic.hand_input import MAX_LENGTH
from tournaments.results.queries.sheets import list_seats
from tournaments.rounds.models import GameTable

MAX_CIRCUMSTANCES = 40


class AwardForm(forms.ModelForm):
    figure = forms.ChoiceField(label=_("For"), choices=list_figure_choices)
    category = forms.ModelChoiceField(
        label=_("Category"),
        queryset=Category.objects.none(),
        to_field_name="number",
        required=False,
        empty_label=_("everybody"),
        help_text=Award._meta.get_field("category").help_text,
        error_messages={"invalid_choice": _("No category %(value)s in this event.")},
    )

    class Meta:
        model = Award
        fields = ("figure", "title", "category", "least", "one_prize")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "category", tournament.categories.all())
        if self.instance.category is not None:
            self.initial["category"] = self.instance.category.number

    def _post_clean(self) -> None:
        """Skip the model's validation: the service explains an invalid award in one sentence."""


class CircumstancesField(forms.JSONField):
    """Circumstances of a win by name, as the hand checker's address has them."""

    api_field = serializers.DictField(
        child=serializers.CharField(max_length=MAX_LENGTH),
        required=False,
        default=dict,
        help_text="Circumstances of the win by name, as in the address of the hand checker.",
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, "widget": forms.HiddenInput, **options})

    def clean(self, value: Any) -> dict[str, str]:
        circumstances = super().clean(value) or {}
        check_circumstances(circumstances)
        if len(circumstances) > MAX_CIRCUMSTANCES or any(len(text) > MAX_LENGTH for text in circumstances.values()):
            raise ValidationError(self.error_messages["invalid"], code="invalid", params={"value": ""})
        return dict(circumstances)


class DeclareForm(forms.Form):
    """Hand with its winner; on the page the hand checker fills the other fields."""

    winner = PlayerField(label=_("Winner"), empty_label=None)
    hand = forms.CharField(max_length=MAX_LENGTH, widget=forms.HiddenInput)
    by = forms.ChoiceField(
        choices=[(by.value, words) for by, words in WAYS_TO_WIN.items()],
        initial=WinBy.SELF_DRAW.value,
        widget=forms.HiddenInput,
    )
    prevalent = forms.ChoiceField(choices=[(wind, wind) for wind in WINDS], initial="E", widget=forms.HiddenInput)
    seat = forms.ChoiceField(choices=[(wind, wind) for wind in WINDS], initial="E", widget=forms.HiddenInput)
    circumstances = CircumstancesField()

    def __init__(self, *args: Any, table: GameTable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = list_seats(table)
        # The service refuses a winner from another table by its own sentence.
        choose_from(self, "winner", Entry.objects.filter(tournament=table.round.tournament_id))
        marks = map_marks(chair.entry for chair in seats)
        players = [
            (
                chair.entry.number,
                f"{format_wind(chair.wind) if chair.wind is not None else chair.order + 1} · "
                f"{format_person(chair.entry, marks)}",
            )
            for chair in seats
        ]
        self.fields["winner"].widget = forms.Select(choices=players)
