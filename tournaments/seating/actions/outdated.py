"""Actions that keep a draw, a cut, a list or a paper although its inputs have changed."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.forms.fields import OptionalReasonForm, ReasonForm
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.actions.seating import PAGE_OF_VERSION, VERSION, OfVersion
from tournaments.seating.pages import get_address
from tournaments.seating.services import outdated
from tournaments.standings.models import InputRecord


@register
class KeepDraw(OfVersion):
    """Keep a seating although the standings that it was drawn from have changed; the reason is logged."""

    path = f"{VERSION}/keep"
    page_path = f"{PAGE_OF_VERSION}/keep"
    name = "manage_seating_keep"
    permission = "seating.publish"
    audit_codes = ("inputs.keep_draw",)
    form_class = ReasonForm
    done = _("The draw stays; the reason is in the log.")

    def perform(self, data: dict[str, Any]) -> Seating:
        return outdated.keep_draw(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return get_address(self.target.round, self.target.version)


@register
class KeepCut(Action):
    """Keep a cut although the standings that it used have changed; the reason is logged."""

    path = "stages/<number:number>/keep"
    page_path = "stages/<int:number>/keep"
    name = "manage_stage_keep"
    permission = "stages.edit"
    audit_codes = ("inputs.keep_cut",)
    form_class = ReasonForm
    done = _("The cut stays; the reason is in the log.")

    def get_target(self) -> Any:
        return get_object_or_404(self.tournament.stages.select_related("tournament"), number=self.parts["number"])

    def perform(self, data: dict[str, Any]) -> Stage:
        return outdated.keep_cut(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return reverse("manage_stages", args=[self.tournament.slug])


@register
class KeepList(Action):
    """Leave the list with the federation as it was taken, although results have changed; the reason is logged."""

    path = "federation/keep"
    name = "manage_federation_keep"
    permission = "events.export"
    audit_codes = ("inputs.keep_list",)
    form_class = ReasonForm
    done = _("The list stays; the reason is in the log.")
    success_page = "manage_federation"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return outdated.keep_list(self.by, self.tournament, **data)


@register
class DismissPaper(Action):
    """Use a printed paper as it is, although seats or results have changed."""

    path = "papers/<number:number>/dismiss"
    page_path = "papers/<int:number>/dismiss"
    name = "manage_paper_dismiss"
    permission = "print"
    audit_codes = ("papers.dismiss",)
    form_class = OptionalReasonForm
    done = _("Dismissed.")
    success_page = "manage_print"

    def get_target(self) -> Any:
        papers = self.tournament.input_records.filter(kind=InputRecord.Kind.PAPER).select_related("tournament")
        return get_object_or_404(papers, number=self.parts["number"])

    def perform(self, data: dict[str, Any]) -> Tournament:
        outdated.dismiss_paper(self.by, self.target, **data)
        return self.tournament

    def page(self, **context: Any) -> None:
        """Return None: this is a button, so errors become messages."""
