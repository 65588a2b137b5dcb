"""The action of a Swiss round: drawn at once, or by a job where the event is large."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import register
from tournaments.core.models.jobs import Job
from tournaments.rounds.models import Seating
from tournaments.seating.actions.seating import PAGE, ROUND, SOURCE_FIELD, SeatingAction
from tournaments.seating.forms.draws import SettingForm
from tournaments.seating.logic.draws import Draw
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import swiss_jobs


@register
class DrawSwiss(SeatingAction):
    """Seat the round by the Swiss system. Of more than 240 players it is a job, whose id leads to `/jobs/<id>/`."""

    path = f"{ROUND}/swiss"
    page_path = f"{PAGE}/swiss"
    name = "manage_seating_swiss"
    audit_codes = ("seating.swiss",)
    form_class = SettingForm
    form_name = "swiss_form"
    api_fields = {"ratings": SOURCE_FIELD}
    done = _("Drawn from the confirmed results. Check the draw, then publish.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "user": self.request.user if self.request else None}

    def perform(self, data: dict[str, Any]) -> Seating | Job:
        names = ("setting", "seed", "in_brackets", "seeded", "earlier", "why")
        options = DrawOptions(
            substitutes=self.form.joining, seeding=data["ratings"], **{name: data[name] for name in names}
        )
        drawn = None if self.in_api else self._find_compared_draw(data["setting"])
        if drawn is None and swiss_jobs.is_long(self.target):
            return swiss_jobs.draw_later(self.by, self.target, options)
        return seating_drafts.draft_swiss(self.by, self.target, options, drawn=drawn)

    def _find_compared_draw(self, setting: str) -> Draw | None:
        choices = swiss_jobs.find_choices(self.target, self.request.POST.get("choices", ""))
        return choices.find_draw(setting) if choices else None

    def get_message(self, result: Any) -> str:
        return "" if isinstance(result, Job) else super().get_message(result)

    def get_success_url(self) -> str:
        return self.result.get_absolute_url() if isinstance(self.result, Job) else super().get_success_url()
