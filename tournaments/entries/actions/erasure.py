from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import PageAction, register
from tournaments.core.permissions import can
from tournaments.core.views.manage import page
from tournaments.entries.actions.players import ENTRY, OfPlayer
from tournaments.entries.forms.erasure import ErasureForm
from tournaments.entries.models.entries import Entry
from tournaments.exchange.backups import erasures
from tournaments.exchange.services import privacy
from tournaments.exchange.services.mentions import mentions


@register
class ErasePerson(OfPlayer, PageAction):
    """Erase the person's data; the results stay under initials."""

    path = f"{ENTRY}/erase"
    name = "manage_entry_erase"
    audit_codes = ("entries.erase",)
    form_class = ErasureForm
    done = _("The personal data are erased; results stay under initials.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"mentions": [mention for mention in mentions(self.target) if not mention.by_program]}

    def perform(self, data: dict[str, Any]) -> object:
        return privacy.erase(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return reverse("manage_entry", args=[self.tournament.slug, self.target.number])

    def page(self, **context: Any) -> HttpResponse:
        entry = self.get_target()
        return page(
            self.request,
            self.tournament,
            "entries/manage/erase.html",
            "entries",
            entry=entry,
            days=erasures.HELD.days,
            elsewhere=[
                other for other in _elsewhere(entry) if can(self.request.user, self.permission, other.tournament)
            ],
            has_payments=entry.payments.exists(),
            **context,
        )


def _elsewhere(entry: Entry) -> list[Entry]:
    """Return the players of other events with the same EMA number, or name."""
    same = Q(folded_name=entry.folded_name) if entry.folded_name else Q(pk=None)
    if entry.ema_number:
        same |= Q(ema_number=entry.ema_number)
    others = Entry.objects.filter(same).exclude(tournament=entry.tournament).select_related("tournament")
    return list(others.order_by("-tournament__starts_on", "tournament__name", "number"))
