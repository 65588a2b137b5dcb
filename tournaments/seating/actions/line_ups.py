"""Actions of line-ups and of the teams' links."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, register
from tournaments.core.forms.fields import OptionalReasonForm
from tournaments.core.views.manage import round_numbered
from tournaments.entries.models.entries import Team
from tournaments.events import hall_address
from tournaments.rounds.models import Round, Seating
from tournaments.seating.forms.line_ups import LineUpForm
from tournaments.seating.models.line_ups import LineUp
from tournaments.seating.pages import get_address, show_line_ups
from tournaments.seating.queries.line_ups import find_line_up, list_line_ups
from tournaments.seating.queries.team_link import is_in_use, make_team_key
from tournaments.seating.services import line_ups


def _get_team(action: Action) -> Team:
    named = {"code": action.parts["code"]} if action.in_api else {"pk": action.parts["team"]}
    return get_object_or_404(action.tournament.teams, **named)


@register
class NameLineUp(Action):
    """Name who plays the round for the team, by number; the others rest. Nobody: the team rests."""

    path = "rounds/<number:number>/line-ups/<str:code>"
    page_path = "rounds/<int:number>/line-ups/<int:team>"
    name = "manage_line_up"
    permission = "teams.edit"
    audit_codes = ("line_ups.name",)
    form_class = LineUpForm
    stored_fields = {"players": None}
    form_name = "line_up_form"
    tag = "teams"
    done = _("The line-up is named.")

    def get_target(self) -> tuple[Round, Team]:
        return round_numbered(self.tournament, self.parts["number"]), _get_team(self)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"line": find_line_up(*self.target)}

    def get_prefix(self) -> str | None:
        return None if self.in_api or self.target is None else f"team{self.target[1].pk}"

    def perform(self, data: dict[str, Any]) -> LineUp:
        round_, team = self.target
        return line_ups.name(self.by, round_, team=team, players=self.form.chosen)

    def page(self, **context: Any) -> HttpResponse:
        round_, _team = self.target
        return show_line_ups(self.request, round_, **build_line_up_forms(round_, context["line_up_form"]) | context)

    def get_success_url(self) -> str:
        return reverse("manage_line_ups", args=[self.tournament.slug, self.target[0].number])


@register
class SeatLineUps(Action):
    """Seat those who play in the chairs of the members of their team who rest, in this round and later ones."""

    path = "rounds/<number:number>/seat-line-ups"
    page_path = "rounds/<int:number>/line-ups/seat"
    name = "manage_line_ups_seat"
    permission = "seating.swap"
    audit_codes = ("line_ups.seat",)
    form_class = OptionalReasonForm
    tag = "seating"
    done = _("The line-ups are seated.")

    def get_target(self) -> Round:
        return round_numbered(self.tournament, self.parts["number"])

    def perform(self, data: dict[str, Any]) -> Seating:
        return line_ups.seat(self.by, self.target, **data)

    def get_success_url(self) -> str:
        if self.result is None:
            return reverse("manage_seating", args=[self.tournament.slug, self.target.number])
        return get_address(self.result.round, self.result.version)


@register
class ReplaceTeamLink(Action):
    """Replace the link of the team's captain: the former one opens nothing from now on."""

    path = "teams/<str:code>/link"
    page_path = "teams/<int:team>/link/replace"
    name = "manage_team_link_replace"
    permission = "teams.edit"
    audit_codes = ("teams.link",)
    form_class = OptionalReasonForm
    stored_fields = {"link": serializers.CharField(help_text="Empty where teams name no line-ups.")}
    done = _("The team has a new link. The former one no longer works.")

    def get_stored(self) -> dict[str, Any]:
        if not is_in_use(self.tournament):
            return {"link": ""}
        address = reverse("team_line_ups", args=[make_team_key(self.target)])
        return {"link": hall_address.make_absolute(self.request, address)}

    def get_target(self) -> Team:
        return _get_team(self)

    def perform(self, data: dict[str, Any]) -> Team:
        return line_ups.replace_link(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return reverse("manage_team_link", args=[self.tournament.slug, self.target.pk])


def build_line_up_forms(round_: Round, sent: BaseForm | None = None) -> dict[str, Any]:
    """Return the teams of the round with their forms; `sent` is a refused form."""
    event = round_.tournament
    return {
        "lines": [
            (line, NameLineUp.choose_row_form(event, (round_, line.team), sent)) for line in list_line_ups(round_)
        ]
    }
