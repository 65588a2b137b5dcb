from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, make_blank_forms, register
from tournaments.core.form_serializers import build_serializer_of_form
from tournaments.core.views.manage import round_numbered
from tournaments.duplicate.forms import AWARDS, BoardResultForm, BoardRulingForm, BoardSeatForm, FlagForm, PlanForm
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.pages import show_play, show_session
from tournaments.duplicate.services import board_plays
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

PLAY = "rounds/<number:number>/tables/<number:table>/boards/<number:board>"
BoardSeatSerializer = build_serializer_of_form(
    BoardSeatForm, "BoardSeat", "One seat after a board, the dealer's first: points and what its wall showed."
)


class OfSession(Action):
    def get_target(self) -> Round:
        return round_numbered(self.tournament, self.parts["number"])

    def get_success_url(self) -> str:
        return reverse("manage_deals_session", args=[self.tournament.slug, self.target.number])

    def page(self, **context: Any) -> HttpResponse:
        return show_session(self.request, self.target, **context)


@register
class PlanBoards(OfSession):
    """Assign the boards of the session to the tables."""

    path = "rounds/<number:number>/boards/plan"
    page_path = "deals/sessions/<int:number>/plan"
    name = "manage_deals_plan"
    permission = "deals.manage"
    audit_codes = ("boards.plan",)
    form_class = PlanForm
    form_name = "plan_form"
    done = _("The boards are assigned to tables.")

    def perform(self, data: dict[str, Any]) -> object:
        return board_plays.plan_session(self.by, self.target, **data)


@register
class HandInBoards(OfSession):
    """Make the sheets of the round from the boards played."""

    path = "rounds/<number:number>/boards/hand-in"
    page_path = "deals/sessions/<int:number>/hand-in"
    name = "manage_deals_hand_in"
    permission = "results.enter"
    audit_codes = ("boards.hand_in",)
    done = _("The table sheets are created from the boards. Confirm them as usual.")

    def perform(self, data: dict[str, Any]) -> object:
        return board_plays.hand_in(self.by, self.target)


def get_play(tournament: Tournament, **facts: object) -> BoardPlay:
    plays = BoardPlay.objects.select_related("board__board_set", "table__round")
    return get_object_or_404(plays, board__board_set__tournament=tournament, **facts)


def list_seats(play: BoardPlay) -> list[PlaySeat]:
    return list(play.seats.select_related("entry"))


class OfPlay(Action):
    def get_target(self) -> BoardPlay:
        if not self.in_api:
            return get_play(self.tournament, pk=self.parts["pk"])
        table = {"table__round__number": self.parts["number"], "table__number": self.parts["table"]}
        return get_play(self.tournament, board__number=self.parts["board"], board__retired_at=None, **table)

    def get_success_url(self) -> str:
        return reverse("manage_deals_play", args=[self.tournament.slug, self.target.pk])

    def page(self, **context: Any) -> HttpResponse:
        play = self.get_target()
        return show_play(self.request, self.tournament, play, **build_play_forms(play) | context)


@register
class EnterBoard(OfPlay):
    """Enter the result of a board at a table; `based_on` is the version that it corrects, 0 for the first."""

    path = f"{PLAY}/enter"
    page_path = "deals/plays/<int:pk>/enter"
    name = "manage_deals_enter"
    permission = "results.enter"
    audit_codes = ("boards.enter",)
    form_class = BoardResultForm
    api_fields = {"seats": serializers.ListField(child=BoardSeatSerializer(), min_length=4, max_length=4)}
    done = _("The result is saved.")

    def get_initial(self) -> dict[str, Any]:
        return {"based_on": self.target.version}

    def get_form_kwargs(self) -> dict[str, Any]:
        shared = self.target.board.board_set.model == BoardSet.Model.SHARED
        return {"seats": list_seats(self.target), "shared": shared and not self.in_api}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        seats = values.pop("seats")
        return values | {f"{name}_{place}": seat[name] for place, seat in enumerate(seats) for name in seat}

    def map_to_api_name(self, field: str) -> str:
        return "seats" if field[-1:].isdecimal() else super().map_to_api_name(field)

    def perform(self, data: dict[str, Any]) -> BoardPlay:
        reason, based_on = data["reason"], data["based_on"]
        return board_plays.enter(self.by, self.target, seats=self.form.entries, based_on=based_on, reason=reason)

    def get_message(self, result: BoardPlay) -> str:
        flagged = bool(result.flag) and not result.ruling
        return gettext("The result is saved. A referee has to rule on this board.") if flagged else str(self.done)

    def get_success_url(self) -> str:
        return reverse("manage_deals_session", args=[self.tournament.slug, self.target.board.session])


@register
class FlagBoard(OfPlay):
    """Report a fouled or unplayable board."""

    path = f"{PLAY}/flag"
    page_path = "deals/plays/<int:pk>/flag"
    name = "manage_deals_flag"
    permission = "results.enter"
    audit_codes = ("boards.flag",)
    form_class = FlagForm
    form_name, prefix = "flag_form", "flag"
    api_names = {"kind": "fault"}
    done = _("Reported. The referee will rule on it.")

    def perform(self, data: dict[str, Any]) -> object:
        return board_plays.flag(self.by, self.target, **data)


@register
class RuleBoard(OfPlay):
    """Rule on a flagged board; `awards` are percent by seat for a board that was not played."""

    path = f"{PLAY}/rule"
    page_path = "deals/plays/<int:pk>/rule"
    name = "manage_deals_rule"
    permission = "results.correct"
    audit_codes = ("boards.rule",)
    form_class = BoardRulingForm
    form_name, prefix = "ruling_form", "ruling"
    api_fields = {
        "awards": serializers.ListField(
            child=serializers.ChoiceField(
                sorted(int(percent) for percent, _label in AWARDS if percent), allow_null=True
            ),
            min_length=4,
            max_length=4,
            default=[None] * 4,
        )
    }
    done = _("Ruled.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"seats": list_seats(self.target)}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        awards = values.pop("awards")
        return values | {f"award_{place}": award for place, award in enumerate(awards)}

    def map_to_api_name(self, field: str) -> str:
        return "awards" if field.startswith("award_") else super().map_to_api_name(field)

    def perform(self, data: dict[str, Any]) -> object:
        facts = {name: data[name] for name in ("ruling", "reason", "foul")}
        return board_plays.rule(self.by, self.target, awards=self.form.awards, **facts)


def build_play_forms(play: BoardPlay) -> dict[str, Any]:
    return make_blank_forms(play.board.board_set.tournament, EnterBoard, FlagBoard, RuleBoard, target=play)
