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
from tournaments.entries.forms.erasure import ErasureForm, NameErasureForm
from tournaments.entries.models.entries import Entry
from tournaments.exchange.backups import erasures
from tournaments.exchange.services import privacy
from tournaments.exchange.services.mentions import Names, mentions, mentions_of


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


@register
class EraseName(PageAction):
    """Erase the name of somebody who is no player from texts of the event and from its log."""

    path = "personal-data/name"
    name = "manage_erase_name"
    permission = "entries.edit"
    audit_codes = ("names.erase", "log.erase")
    form_class = NameErasureForm
    success_page = "manage_personal_data"
    done = _("The name is erased.")

    def get_initial(self) -> dict[str, Any]:
        return {"name": self._searched()}

    def get_form_kwargs(self) -> dict[str, Any]:
        searched = self._searched()
        named = mentions_of(self.tournament, Names((searched,), ())) if searched else []
        return {"mentions": [mention for mention in named if not mention.by_program]}

    def _searched(self) -> str:
        return " ".join(self.request.GET.get("name", "").split()) if self.request is not None else ""

    def perform(self, data: dict[str, Any]) -> object:
        return privacy.erase_name(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        return page(self.request, self.tournament, "entries/manage/erase_name.html", "personal_data", **context)


def _elsewhere(entry: Entry) -> list[Entry]:
    """Return the players of other events with the same EMA number, or name."""
    same = Q(folded_name=entry.folded_name) if entry.folded_name else Q(pk=None)
    if entry.ema_number:
        same |= Q(ema_number=entry.ema_number)
    others = Entry.objects.filter(same).exclude(tournament=entry.tournament).select_related("tournament")
    return list(others.order_by("-tournament__starts_on", "tournament__name", "number"))
