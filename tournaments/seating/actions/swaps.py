"""Actions of the swap board: several swaps saved as one version, and taken back."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import PageAction, register
from tournaments.core.forms.fields import OptionalReasonForm
from tournaments.rounds.models import Seating
from tournaments.seating.actions.seating import PAGE_OF_VERSION, VERSION, OfVersion, build_players_field
from tournaments.seating.forms.swaps import BoardForm, SaveSwapsForm
from tournaments.seating.queries.swaps import MAX_SWAPS, write_swaps
from tournaments.seating.services import swaps
from tournaments.seating.views.swaps import SwapDesk, build_desk, swap_board


@register
class SwapSeveral(OfVersion, PageAction):
    """Several swaps as one new version: [[number, number], …]."""

    path = f"{VERSION}/swaps"
    page_path = f"{PAGE_OF_VERSION}/swaps"
    name = "manage_swaps"
    permission = "seating.swap"
    audit_codes = ("seating.swaps",)
    form_class = SaveSwapsForm
    form_name = "save_form"
    api_fields = {"swaps": serializers.ListField(child=build_players_field(2, 2), max_length=MAX_SWAPS)}

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Preview the swaps of the address without storing them; with `part` show only the board."""
        form = BoardForm(request.GET)
        desk = build_desk(form)
        return swap_board(request, self.tournament, self.target, desk, unreadable=bool(form.errors))

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {"swaps": write_swaps(values["swaps"])}

    def perform(self, data: dict[str, Any]) -> Seating:
        return swaps.store(self.by, self.target, **data)

    def get_success_url(self) -> str:
        round_ = self.target.round
        address = reverse("manage_swaps", args=[self.tournament.slug, round_.number, self.result.version])
        return f"{address}?saved=1"

    def page(self, **context: Any) -> HttpResponse:
        self.target.refresh_from_db()
        chosen = self.form.cleaned_data
        if chosen.get("seen_state", self.target.state) != self.target.state:
            context["status"] = 409
        desk = SwapDesk(tuple(chosen.get("swaps") or ()))
        return swap_board(self.request, self.tournament, self.target, desk, **context)


@register
class TakeSwapsBack(OfVersion):
    """Take the last change of this seating back."""

    path = f"{VERSION}/take-back"
    page_path = f"{PAGE_OF_VERSION}/swaps/back"
    name = "manage_swaps_back"
    permission = "seating.swap"
    audit_codes = ("seating.take_back",)
    form_class = OptionalReasonForm
    done = _("The swaps are undone.")

    def perform(self, data: dict[str, Any]) -> Seating:
        return swaps.undo(self.by, self.target, **data)

    def get_success_url(self) -> str:
        newest = (self.result or self.target).version
        return reverse("manage_swaps", args=[self.tournament.slug, self.target.round.number, newest])
