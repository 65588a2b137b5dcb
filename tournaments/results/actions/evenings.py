from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, PageAction, register
from tournaments.core.errors import UserError
from tournaments.results.forms.evenings import MAX_NAME_LENGTH, EveningForm, EveningTableForm
from tournaments.results.services import open_tables
from tournaments.results.services.open_tables import Sitter
from tournaments.results.views.evenings import show_evening
from tournaments.rounds.models import GameTable, Round
from tournaments.seasons.models import Evening


class OfEvenings(Action):
    permission = "rounds.edit"
    success_page = "manage_evening"


@register
class SetUpEvening(OfEvenings, PageAction):
    """Make the event open evenings, or open and close them."""

    path = "evening"
    name = "manage_evening"
    audit_codes = ("evenings.set_up",)
    form_class = EveningForm
    stored_fields = dict.fromkeys(EveningForm.Meta.fields)
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": Evening.objects.filter(tournament=self.tournament).first()}

    def perform(self, data: dict[str, Any]) -> Evening:
        return open_tables.set_up(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        return show_evening(self.request, self.tournament, **context)


@register
class OpenTable(OfEvenings):
    """Open a table of four, East first: each by the number of the list, or a new player by name."""

    path = "evening/tables"
    audit_codes = ("evenings.open_table",)
    form_class = EveningTableForm
    api_fields = {
        "players": serializers.ListField(
            child=serializers.CharField(max_length=MAX_NAME_LENGTH), min_length=4, max_length=4
        )
    }

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.players = values.pop("players")
        return values

    def perform(self, data: dict[str, Any]) -> GameTable:
        by_number = {str(entry.number): entry for entry in self.tournament.entries.all()}
        sitters: list[Sitter] = []
        for player in self.players:
            if player.isdecimal() and player not in by_number:
                raise UserError(gettext("There is no player %(number)s here.") % {"number": player}, field="players")
            sitters.append(by_number.get(player, player))
        return open_tables.open_table(self.by, self.tournament, sitters=sitters, **data)


@register
class AbandonTable(OfEvenings):
    """Close a table of an evening without a result."""

    path = "rounds/<number:number>/tables/<number:table>/abandon"
    page_path = "evening/<int:number>/close"
    name = "manage_evening_close"
    audit_codes = ("evenings.abandon",)
    done = _("The table is closed.")

    def get_target(self) -> GameTable:
        tables = GameTable.objects.select_related("round__tournament").filter(round__tournament=self.tournament)
        return get_object_or_404(tables, round__number=self.parts["number"], number=self.parts.get("table", 1))

    def perform(self, data: dict[str, Any]) -> Round:
        return open_tables.abandon(self.by, self.target)
