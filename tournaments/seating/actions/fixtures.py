"""Fixtures of teams: drawn for several rounds at once."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import register
from tournaments.rounds.models import Seating
from tournaments.seating.actions.seating import PAGE, OfRounds
from tournaments.seating.forms.draws import FixturesForm
from tournaments.seating.pages import get_address_of_draft
from tournaments.seating.services import fixtures


@register
class DrawFixtures(OfRounds):
    """Draw one or several rounds as fixtures of teams: four teams meet at tables with one member of each, and others
    rest.
    """

    path = "fixtures"
    page_path = f"{PAGE}/fixtures"
    name = "manage_seating_fixtures"
    audit_codes = ("seating.fixtures",)
    form_class = FixturesForm
    form_name, prefix = "fixtures_form", "fixtures"
    for_teams = True
    done = _("Drawn. Check the draw, then publish.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> list[Seating]:
        rounds = list(data["rounds"].order_by("number"))
        return fixtures.draw(self.by, self.tournament, rounds=rounds, seed=data["seed"], why=data["why"])

    def get_success_url(self) -> str:
        return get_address_of_draft(self.target, self.result)
