"""Fixtures of teams: drawn for several rounds at once."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import register
from tournaments.rounds.models import Round, Seating
from tournaments.seating.actions.seating import PAGE, OfRound
from tournaments.seating.forms.draws import FixturesForm
from tournaments.seating.services import fixtures
from tournaments.seating.views.manage import address_of_draft


@register
class DrawFixtures(OfRound):
    """Draw one or several rounds as fixtures of teams: four teams meet at tables with one member of each, and others
    rest.
    """

    path = "fixtures"
    page_path = f"{PAGE}/fixtures"
    name = "manage_seating_fixtures"
    logs = ("seating.fixtures",)
    form_class = FixturesForm
    form_name, prefix = "fixtures_form", "fixtures"
    done = _("Drawn. Check the draw, then publish.")

    def get_target(self) -> Any:
        return super().get_target() if "number" in self.parts else self.tournament

    def get_initial(self) -> dict[str, Any]:
        if not isinstance(self.target, Round):
            return {}
        planned = self.target.stage.rounds.filter(state=Round.State.PLANNED, number__gte=self.target.number)
        return {"rounds": list(planned) or [self.target]}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> list[Seating]:
        rounds = list(data["rounds"].order_by("number"))
        return fixtures.draw(self.by, self.tournament, rounds=rounds, seed=data["seed"], why=data["why"])

    def get_success_url(self, result: Any) -> str:
        return address_of_draft(self.target, result)
