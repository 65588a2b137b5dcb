from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.core.actions import Action, make_blank_forms, register
from tournaments.core.forms.fields import ContinueForm
from tournaments.events.models import Tournament
from tournaments.standings.forms.standings import BEGIN_WITH, CeremonyForm, HideForm
from tournaments.standings.pages import show_standings
from tournaments.standings.services import publishing


class OfStandings(Action):
    permission = "results.release"
    success_page = "manage_standings"

    def page(self, **context: Any) -> HttpResponse | None:
        return show_standings(self.request, self.tournament, **build_standings_forms(self.tournament) | context)


def describe_opening(tournament: Tournament) -> str:
    """Return the message after the standings were shown; closed public pages still hide them."""
    if tournament.published:
        return gettext("The standings are public.")
    return gettext("The standings are open, but the public pages are closed.")


@register
class HideStandings(OfStandings):
    """Hide the standings until the ceremony (all, or from a round on; with or without the results that add up to them),
    or show them; `continue_anyway`: the reason to show them despite open results.
    """

    path = "standings/hide"
    name = "manage_hide_standings"
    audit_codes = ("standings.hide",)
    form_class = HideForm
    form_name = "hide_form"

    def get_initial(self) -> dict[str, Any]:
        event = self.tournament
        return {"hidden": "1", "from_round": event.hidden_from_round, "results_open": event.hidden_results_open}

    def perform(self, data: dict[str, Any]) -> Tournament:
        return publishing.hide_standings(self.by, self.tournament, **data)

    def get_message(self, result: Tournament) -> str:
        return gettext("The standings are hidden.") if result.standings_hidden else describe_opening(result)


@register
class StartCeremony(OfStandings):
    """Let the screens open the ceremony; `continue_anyway`: the reason to do so despite open results."""

    path = "ceremony/start"
    name = "manage_ceremony_start"
    audit_codes = ("ceremony.start",)
    form_class = ContinueForm
    page_form_class = CeremonyForm
    form_name = "ceremony_form"
    stored_fields = {"ceremony_at": serializers.DateTimeField(allow_null=True)}

    def get_stored(self) -> dict[str, Any]:
        return {"ceremony_at": self.tournament.ceremony_at}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {} if self.in_api else {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Tournament:
        why = data["continue_anyway"]
        return publishing.start_ceremony(self.by, self.tournament, continue_anyway=why)

    def get_success_url(self) -> str:
        values = self.form.cleaned_data
        begin = values["begin"] or BEGIN_WITH
        return f"{reverse('ceremony', args=[self.tournament.slug])}?of={values['of']}&begin={begin}"


@register
class EndCeremony(OfStandings):
    """End the ceremony: standings and all results become public."""

    path = "ceremony/end"
    name = "manage_ceremony_end"
    audit_codes = ("ceremony.end",)
    form_class = ContinueForm

    def perform(self, data: dict[str, Any]) -> Tournament:
        return publishing.end_ceremony(self.by, self.tournament, **data)

    def get_message(self, result: Tournament) -> str:
        return describe_opening(result)

    def page(self, **context: Any) -> None:
        """Return None: this is a button, so errors become messages."""


def build_standings_forms(tournament: Tournament) -> dict[str, Any]:
    return make_blank_forms(tournament, HideStandings, StartCeremony)
