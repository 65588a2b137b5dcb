"""Actions of the duplicate deals' protocol; none of the API shows a sealed board."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from engine.walls.public_value import ValueName
from tournaments.core.actions import Action, make_blank_forms, register
from tournaments.core.forms.fields import PublicReasonForm
from tournaments.core.forms.public_values import VALUE_NAMES, CorrectionForm, PublicValueForm
from tournaments.duplicate.forms import CommitForm, MovementForm
from tournaments.duplicate.models.deals import Board
from tournaments.duplicate.pages import show_protocol
from tournaments.duplicate.services import board_plays, deals
from tournaments.events.models import Tournament
from tournaments.seating.services.sealed_promises import OPEN_PAGES_NOW


class OfProtocol(Action):
    permission = "deals.manage"
    success_page = "manage_deals"

    def page(self, **context: Any) -> HttpResponse | None:
        return show_protocol(self.request, self.tournament, **build_protocol_forms(self.tournament) | context)


class OfDeals(OfProtocol):
    def get_target(self) -> Any:
        return get_object_or_404(self.tournament.board_sets, withdrawn_at=None)


@register
class CommitDeals(OfProtocol):
    """Seal the seed of the deals and publish its digest, with the name of the awaited public value."""

    path = "deals/commit"
    name = "manage_deals_commit"
    audit_codes = ("deals.commit",)
    form_class = CommitForm
    form_name = "commit_form"
    api_names = VALUE_NAMES
    done = _("Committed. The digest is public. Send it to all players too.")

    def get_initial(self) -> dict[str, Any]:
        return {"sessions": self.tournament.rounds.count(), "boards": 8}

    def get_message(self, result: Any) -> str:
        return super().get_message(result) if self.tournament.published else str(OPEN_PAGES_NOW)

    def perform(self, data: dict[str, Any]) -> object:
        value = ValueName(*(data.pop(name) for name in VALUE_NAMES))
        return deals.commit(self.by, self.tournament, value=value, **data)


@register
class WithdrawDeals(OfDeals):
    """Withdraw the promise before its value is known."""

    path = "deals/withdraw"
    name = "manage_deals_withdraw"
    audit_codes = ("deals.withdraw",)
    form_class = PublicReasonForm
    form_name, prefix = "withdraw_form", "withdraw"
    done = _("Withdrawn. The old digest stays on the public page.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.withdraw(self.by, self.target, **data)


@register
class AddDealsValue(OfDeals):
    """Add the public value to the seed, typed twice."""

    path = "deals/value"
    name = "manage_deals_value"
    audit_codes = ("deals.value",)
    form_class = PublicValueForm
    form_name = "value_form"
    done = _("The public value is saved. Compare it with its source before you deal; you can still correct it.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.add_value(self.by, self.target, **data)


@register
class CorrectDealsValue(OfDeals):
    """Correct the public value publicly, before the boards are dealt."""

    path = "deals/value/correct"
    name = "manage_deals_correct"
    audit_codes = ("deals.correct_value",)
    form_class = CorrectionForm
    form_name, prefix = "correction_form", "correct"
    done = _("Corrected. The public page shows the earlier value.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.correct_value(self.by, self.target, **data)


@register
class MakeDeals(OfDeals):
    """Deal all boards, sealed."""

    path = "deals/make"
    name = "manage_deals_make"
    audit_codes = ("deals.make",)
    done = _("All boards are dealt and sealed.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.make(self.by, self.target)


@register
class OpenDealsSeed(OfDeals):
    """Publish the seed after the last table."""

    path = "deals/open"
    name = "manage_deals_open"
    audit_codes = ("deals.open",)
    done = _("The seed is public. Everybody can check every board now.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.publish_seed(self.by, self.target)


@register
class ReplaceBoard(OfDeals):
    """Replace a board that somebody may have seen by the next reserve."""

    path = "deals/boards/<number:session>/<number:board>/replace"
    page_path = "deals/boards/<int:pk>/replace"
    name = "manage_deals_replace"
    audit_codes = ("deals.replace",)
    form_class = PublicReasonForm
    form_name = "why_form"
    done = _("The reserve is in its place.")

    def get_target(self) -> Any:
        if "pk" in self.parts:
            return get_object_or_404(Board, pk=self.parts["pk"], board_set__tournament=self.tournament)
        boards = Board.objects.filter(board_set=super().get_target(), retired_at=None)
        return get_object_or_404(boards, session=self.parts["session"], number=self.parts["board"])

    def page(self, **context: Any) -> None:
        """Return None: one of many forms on the page, so errors become messages."""

    def perform(self, data: dict[str, Any]) -> object:
        return deals.replace_board(self.by, self.target, **data)


@register
class SeatMovement(OfProtocol):
    """Seat all rounds by a movement of the boards."""

    path = "deals/movement"
    name = "manage_deals_movement"
    audit_codes = ("boards.seat",)
    form_class = MovementForm
    form_name, prefix = "movement_form", "movement"
    api_names = {"kind": "movement"}
    done = _("All rounds have a draft seating. Look at it, then publish it.")

    def perform(self, data: dict[str, Any]) -> object:
        return board_plays.seat_movement(self.by, self.tournament, **data)


def build_protocol_forms(tournament: Tournament) -> dict[str, Any]:
    steps = (CommitDeals, WithdrawDeals, AddDealsValue, CorrectDealsValue)
    return make_blank_forms(tournament, *steps, ReplaceBoard, SeatMovement)
