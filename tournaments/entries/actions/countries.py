from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.entries.forms.countries import CountryForm
from tournaments.entries.pages import show_entries
from tournaments.entries.services import countries
from tournaments.events.models import Tournament


@register
class NameCountry(Action):
    """Name the country that a typed text means, for all players, teams and registrations that have it."""

    path, page_path, name = "countries", "entries/countries", "manage_country"
    permission = "entries.edit"
    audit_codes = ("entries.country",)
    form_class = CountryForm
    form_name = "country_form"
    success_page = "manage_entries"
    done = _("Saved.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return countries.name_country(self.by, self.tournament, **data)

    def get_success_url(self) -> str:
        back = "manage_registrations" if self.request.POST.get("back") == "registrations" else self.success_page
        return reverse(back, args=[self.tournament.slug])

    def page(self, **context: Any) -> HttpResponse:
        return show_entries(self.request, self.tournament, **context)
