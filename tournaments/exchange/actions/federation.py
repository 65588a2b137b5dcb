"""Action that chooses the federation of the results."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import PageAction, register
from tournaments.events.models import Tournament
from tournaments.exchange.forms import MAX_COLUMNS, FederationChoiceForm, FederationForm, format_limits
from tournaments.exchange.views.federation import show_federation
from tournaments.standings.federations.forms import COUNTED
from tournaments.standings.queries import federation as selector
from tournaments.standings.services import federations

COLUMN = serializers.ListField(child=serializers.CharField(max_length=80), min_length=2, max_length=2)


@register
class ChooseFederation(PageAction):
    """Choose the federation of the results and their columns: [[heading, field], …]; own limits of the event's weight:
    {"players": [[1, "0"], [41, "0.5"]]}, likewise days and countries.
    """

    path = "federation"
    name = "manage_federation"
    permission = "events.export"
    audit_codes = ("tournament.federation",)
    form_class = FederationChoiceForm
    page_form_class = FederationForm
    api_fields = {
        "columns": serializers.ListField(child=COLUMN, required=False, default=list, max_length=MAX_COLUMNS),
        "limits": serializers.DictField(required=False, default=dict),
    }
    stored_fields = dict.fromkeys(("federation", "qualification", "columns", "limits"))
    done = _("Saved.")
    success_page = "manage_federation"

    def get_stored(self) -> dict[str, Any]:
        columns = selector.list_columns(self.tournament, selector.get_federation(self.tournament))
        facts = {name: getattr(self.tournament, name) for name in ("federation", "qualification")}
        return {**facts, "columns": columns, "limits": self.tournament.federation_limits or {}}

    def get_initial(self) -> dict[str, Any]:
        federation = selector.get_federation(self.tournament)
        columns = selector.list_columns(self.tournament, federation)
        lines = "\n".join(f"{heading} = {name}" for heading, name in columns)
        rule = selector.find_weight_rule(self.tournament, federation)
        limits = {name: format_limits(getattr(rule, name)) for name in COUNTED} if rule is not None else {}
        chosen = {"federation": federation.key, "qualification": self.tournament.qualification, "columns": lines}
        return chosen | limits

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.columns = [(heading, name) for heading, name in values.pop("columns")]
        self.limits = values.pop("limits")
        return values

    def perform(self, data: dict[str, Any]) -> Tournament:
        if self.in_api:
            return federations.choose(self.by, self.tournament, **data, columns=self.columns, limits=self.limits)
        limits = {name: data.pop(name) for name in COUNTED}
        if data["federation"] == self.tournament.federation:
            return federations.choose(self.by, self.tournament, **data, limits=limits)
        # Columns and limits in the form are those of the federation before.
        return federations.choose(self.by, self.tournament, **{**data, "columns": ()})

    def page(self, **context: Any) -> HttpResponse:
        return show_federation(self.request, self.tournament, **context)
