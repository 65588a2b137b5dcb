from __future__ import annotations

from typing import Any, ClassVar

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.awards import services
from tournaments.awards.api import AwardList
from tournaments.awards.forms import AwardForm, DeclareForm
from tournaments.awards.models import Award, PrizeHand
from tournaments.awards.pages import build_declare_address, show_awards, show_declaring
from tournaments.awards.serializers import AwardSerializer, PrizeHandSerializer
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.forms.fields import ContinueForm, ReasonForm
from tournaments.core.views.undo import Undo
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable

AWARD = "awards/<number:number>"
HANDS, HANDS_PAGE = (
    "rounds/<number:number>/tables/<number:table>/prize-hands",
    "results/<int:number>/table/<int:table>/prize-hands",
)


class OnAwards(Action):
    permission = "results.release"
    success_page = "manage_awards"

    def page(self, **context: Any) -> HttpResponse | None:
        return show_awards(
            self.request,
            self.tournament,
            **build_award_forms(self.tournament, context.get("edit_form")) | context,
        )


class WithForm(OnAwards):
    form_class = AwardForm
    answer_serializer: ClassVar[Any] = AwardSerializer
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        edited = {"instance": self.target} if isinstance(self.target, Award) else {}
        return {"tournament": self.tournament, **edited}


class OfAward(OnAwards):
    def get_target(self) -> Award:
        return get_object_or_404(self.tournament.awards, number=self.parts["number"])


@register
class AddAward(WithForm):
    """Add an award for a figure of play, or for the best place of a category."""

    path, page_path, name = "awards", "awards/add", "manage_award_add"
    audit_codes = ("awards.add",)
    endpoint, endpoint_name, status = AwardList, "api-awards", 201
    operation_id, request_name = "tournaments_awards_create", "AwardWrite"

    def perform(self, data: dict[str, Any]) -> Award:
        return services.add(self.by, self.tournament, **data)


@register
class EditAward(WithForm, OfAward):
    """Change an award; of a published one only the title."""

    path, page_path, name = AWARD, f"{AWARD}/edit", "manage_award_edit"
    audit_codes = ("awards.edit",)
    form_name = "edit_form"
    method, request_name = "patch", "AwardWrite"

    def get_prefix(self) -> str | None:
        return f"a{self.target.number}"

    def perform(self, data: dict[str, Any]) -> Award:
        return services.edit(self.by, self.target, **data)


@register
class RemoveAward(OfAward):
    """Remove an award without published winners."""

    path = f"{AWARD}/remove"
    name = "manage_award_remove"
    audit_codes = ("awards.remove",)
    done = _("Removed.")

    def perform(self, data: dict[str, Any]) -> Award:
        services.remove(self.by, self.target)
        return self.target


@register
class PublishAwards(OnAwards):
    """Publish the winners of today, also in place of earlier ones; `continue_anyway`: the reason to do so despite open
    results.
    """

    path = "awards/publish"
    name = "manage_awards_publish"
    audit_codes = ("awards.publish",)
    form_class = ContinueForm
    done = _("The winners are published.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.publish(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        return None


@register
class WithdrawAwards(OnAwards):
    """Take the published winners back."""

    path = "awards/withdraw"
    name = "manage_awards_withdraw"
    audit_codes = ("awards.withdraw",)
    form_class = ReasonForm
    prefix = "withdraw"
    done = _("The winners are no longer published.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.withdraw(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        return None


@register
class KeepAwards(OnAwards):
    """Keep the published winners although a correction gives others."""

    path = "awards/keep"
    name = "manage_awards_keep"
    audit_codes = ("awards.keep",)
    form_class = ReasonForm
    prefix = "keep"
    done = _("The published winners stay.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.keep(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        return None


class OnPrizeHands(Action):
    permission = "results.enter"
    answer_serializer: ClassVar[Any] = PrizeHandSerializer

    def get_table(self) -> GameTable:
        tables = GameTable.objects.select_related("round__tournament", "round__ruleset")
        where = {"round__number": self.parts["number"], "number": self.parts["table"]}
        return get_object_or_404(tables, round__tournament=self.tournament, **where)

    def get_target(self) -> Any:
        return self.get_table()

    def get_success_url(self) -> str:
        return build_declare_address(self.get_table())


@register
class DeclarePrizeHand(OnPrizeHands, PageAction):
    """Declare a hand that a player of the table won, for the award of the largest hand."""

    path, page_path, name = HANDS, HANDS_PAGE, "manage_prize_hands"
    view_permission = "results.view"
    audit_codes = ("prize_hands.declare",)
    form_class = DeclareForm
    form_name = "declare_form"
    api_names = {"prevalent": "prevalent_wind", "seat": "seat_wind"}
    status = 201
    done = _("The hand is declared.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"table": self.target}

    def perform(self, data: dict[str, Any]) -> PrizeHand:
        return services.declare(self.by, self.target, **data)

    def page(self, declare_form: BaseForm | None = None, **context: Any) -> HttpResponse | None:
        form = declare_form or self.get_form()
        return show_declaring(self.request, self.target, form, address=build_declare_address(self.target), **context)


class OfPrizeHand(OnPrizeHands):
    def get_target(self) -> PrizeHand:
        hands = PrizeHand.objects.select_related("table__round__tournament", "winner", "ruleset")
        return get_object_or_404(hands, table=self.get_table(), number=self.parts["hand"])


@register
class VoidPrizeHand(OfPrizeHand):
    """Delete a declared hand; it can be brought back."""

    path, page_path, name = f"{HANDS}/<number:hand>/void", f"{HANDS_PAGE}/<int:hand>/void", "manage_prize_hand_void"
    audit_codes = ("prize_hands.void",)
    form_class = ReasonForm
    done = _("The hand is deleted.")

    def perform(self, data: dict[str, Any]) -> PrizeHand:
        return services.void(self.by, self.target, **data)

    def get_undo(self, result: PrizeHand) -> Undo | None:
        return Undo("manage_prize_hand_restore", self.permission, self.parts, {})


@register
class RestorePrizeHand(OfPrizeHand):
    """Bring a deleted hand back."""

    path, page_path, name = (
        f"{HANDS}/<number:hand>/restore",
        f"{HANDS_PAGE}/<int:hand>/restore",
        "manage_prize_hand_restore",
    )
    audit_codes = ("prize_hands.restore",)
    done = _("The hand is back.")

    def perform(self, data: dict[str, Any]) -> PrizeHand:
        return services.restore(self.by, self.target)


def build_award_forms(tournament: Tournament, sent: BaseForm | None = None) -> dict[str, Any]:
    rows = tournament.awards.select_related("category", "tournament")
    return {
        "form": AddAward.make_blank_form(tournament),
        "forms": [EditAward.choose_row_form(tournament, award, sent) for award in rows],
        "withdraw_form": WithdrawAwards.make_blank_form(tournament),
        "keep_form": KeepAwards.make_blank_form(tournament),
    }
