from __future__ import annotations

from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.accounts.models import User
from tournaments.core.actions import Action, register
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.people import services
from tournaments.people.forms import KnownPlayerForm
from tournaments.people.pages import get_player, show_persons
from tournaments.people.queries import find_entry, query_events_to_link

PLAYER = "entries/<number:number>"


class OfPerson(Action):
    permission = "entries.edit"
    success_page = "manage_persons"
    tag = "tournaments"

    def get_target(self) -> Entry:
        return get_player(self.tournament, self.parts["number"])


class OfKnownPlayer(OfPerson):
    form_class = KnownPlayerForm

    def find_player(self, data: dict[str, Any]) -> Entry:
        """Return the named player. Raises the same `UserError` for events of others as for none."""
        entry = find_entry(query_events_to_link(cast(User, self.by.user)), data["event"], data["number"])
        if entry is None:
            raise UserError(_("You direct no event with this player."), field="number")
        return entry

    def page(self, **context: Any) -> HttpResponse:
        return show_persons(self.request, self.tournament, **context)


@register
class LinkPlayer(OfKnownPlayer):
    """Link a player to the person of a player of another event that you direct."""

    path = f"{PLAYER}/person"
    name = "manage_person_link"
    audit_codes = ("people.link", "people.move")
    done = gettext_lazy("Linked to one person.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.link(self.by, entry=self.target, same_as=self.find_player(data))


@register
class UnlinkPlayer(OfPerson):
    """Take a player from the person of other events."""

    path = f"{PLAYER}/person/unlink"
    name = "manage_person_unlink"
    audit_codes = ("people.unlink", "people.move")
    done = gettext_lazy("No longer linked.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.unlink(self.by, entry=self.target)


@register
class AnswerSomebodyElse(OfKnownPlayer):
    """Remember that a player is somebody else than a player of another event, so that nobody is asked again."""

    path = f"{PLAYER}/person/somebody-else"
    name = "manage_person_somebody_else"
    audit_codes = ("people.somebody_else", "people.answered")
    done = gettext_lazy("Remembered: somebody else.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.answer_somebody_else(self.by, entry=self.target, same_as=self.find_player(data))
