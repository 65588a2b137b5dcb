"""Actions of the duplicate deals' protocol, from the commitment to the published seed.

No action of the API shows a sealed board: a director opens boards on the page only.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.forms.deals import WhyForm
from tournaments.forms.public_values import PublicValueForm
from tournaments.services import deals
from tournaments.views.manage_deals import show_protocol


class OfProtocol(Action):
    """A step of the protocol, on the page of duplicate boards."""

    permission = "deals.manage"
    success_page = "manage_deals"

    def get_target(self) -> Any:
        """Return the event's commitment that stands. Raises Http404."""
        return get_object_or_404(self.tournament.board_sets, withdrawn_at=None)

    def page(self, **context: Any) -> HttpResponse:
        """Show the protocol again."""
        return show_protocol(self.request, self.tournament, **context)


@register
class WithdrawDeals(OfProtocol):
    """Give the commitment up before its value is known."""

    path = "deals/withdraw"
    name = "manage_deals_withdraw"
    logs = ("deals.withdraw",)
    form_class = WhyForm
    form_name, prefix = "withdraw_form", "withdraw"
    done = _("Withdrawn; the old digest stays on the public page.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.withdraw(self.by, self.target, reason=data["reason"])


@register
class AddDealsValue(OfProtocol):
    """Add the public value that goes into the seed, typed twice."""

    path = "deals/value"
    name = "manage_deals_value"
    logs = ("deals.value",)
    form_class = PublicValueForm
    form_name = "value_form"
    done = _("The public value stands. Compare it with its source before you deal: a slip can still be put right.")

    def perform(self, data: dict[str, Any]) -> object:
        return deals.add_value(self.by, self.target, **data)


@register
class MakeDeals(OfProtocol):
    """Deal all boards, sealed."""

    path = "deals/make"
    name = "manage_deals_make"
    logs = ("deals.make",)
    done = _("All boards are dealt and sealed.")
    page = None

    def perform(self, data: dict[str, Any]) -> object:
        return deals.make(self.by, self.target)
