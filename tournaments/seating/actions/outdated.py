"""Actions that keep a draw or a cut although the standings that it used have changed."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.forms.fields import ReasonForm
from tournaments.events.models import Stage
from tournaments.rounds.models import Seating
from tournaments.seating.actions.seating import PAGE_OF_VERSION, VERSION, OfVersion
from tournaments.seating.services import outdated
from tournaments.seating.views.manage import address_of


@register
class KeepDraw(OfVersion):
    """Keep a seating although the standings that it was drawn from have changed; the reason is logged."""

    path = f"{VERSION}/keep"
    page_path = f"{PAGE_OF_VERSION}/keep"
    name = "manage_seating_keep"
    permission = "seating.publish"
    logs = ("inputs.keep_draw",)
    form_class = ReasonForm
    done = _("The draw stays; the reason is in the log.")

    def perform(self, data: dict[str, Any]) -> Seating:
        return outdated.keep_draw(self.by, self.target, **data)

    def get_success_url(self, result: Any) -> str:
        return address_of(self.target.round, self.target.version)


@register
class KeepCut(Action):
    """Keep a cut although the standings that it used have changed; the reason is logged."""

    path = "stages/<number:number>/keep"
    page_path = "stages/<int:number>/keep"
    name = "manage_stage_keep"
    permission = "stages.edit"
    logs = ("inputs.keep_cut",)
    form_class = ReasonForm
    done = _("The cut stays; the reason is in the log.")

    def get_target(self) -> Any:
        return get_object_or_404(self.tournament.stages.select_related("tournament"), number=self.parts["number"])

    def perform(self, data: dict[str, Any]) -> Stage:
        return outdated.keep_cut(self.by, self.target, **data)

    def get_success_url(self, result: Any) -> str:
        return reverse("manage_stages", args=[self.tournament.slug])
