"""Actions of *Play now*: from one round to the next in one step, and a new code of the hall."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, register
from tournaments.core.forms.fields import ContinueForm, OptionalReasonForm
from tournaments.core.permissions import can
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.repairs.queries.new_tables import list_new_tables
from tournaments.rounds.models import Round
from tournaments.seating.forms.seatings import AddPlayersForm
from tournaments.seating.pages import show_tables
from tournaments.seating.queries.hall_code import make_hall_code
from tournaments.seating.services import play


@register
class PlayOn(Action):
    """Finish and release the round in play, then seat, publish and start the next one.

    `continue_anyway`: the reason to release the round despite open items.
    """

    path = "play-on"
    page_path = "play/next"
    name = "manage_play_on"
    permission = "rounds.edit"
    audit_codes = ("rounds.play_on",)
    form_class = ContinueForm
    success_page = "manage_play"
    tag = "rounds"

    def perform(self, data: dict[str, Any]) -> Round:
        return play.play_on(self.by, self.tournament, **data)

    def get_message(self, result: Any) -> str:
        return gettext("Round %(number)s has started.") % {"number": result.number}


@register
class EndEvening(Action):
    """Finish and release the round in play, remove the rounds that nobody has seen, and finish the event.

    `continue_anyway`: the reason to end it despite open items.
    """

    path = "end-evening"
    page_path = "play/end"
    name = "manage_play_end"
    permission = "tournament.edit"
    audit_codes = ("play.end",)
    form_class = ContinueForm
    tag = "rounds"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return play.end(self.by, self.tournament, **data)

    def get_success_url(self) -> str:
        if self.result is None:
            return reverse("manage_play", args=[self.tournament.slug])
        return reverse("screen", args=[self.tournament.slug, "standings"])


@register
class AddPlayersNow(Action):
    """Add people who came to the tables: they are checked in and play from the next round on."""

    path = "play/players"
    page_path = "play/players"
    name = "manage_play_players"
    permission = "entries.add"
    audit_codes = ("play.add_players",)
    form_class = AddPlayersForm
    form_name = "players_form"
    tag = "entries"

    def perform(self, data: dict[str, Any]) -> list[Entry]:
        return play.add_players(self.by, self.tournament, **data)

    def get_message(self, result: Any) -> str:
        names = ", ".join(map(str, result))
        return gettext("Added: %(names)s. They play from the next round on.") % {"names": names}

    def get_success_url(self) -> str:
        event = self.tournament
        if (
            self.result
            and len(self.result) == 1
            and can(self.by.user, "results.correct", event)
            and list_new_tables(event, self.result[0])
        ):
            query = urlencode({"problem": "arrived", "player": self.result[0].number})
            return f"{reverse('manage_fix', args=[event.slug])}?{query}"
        return reverse("manage_play", args=[event.slug])

    def get_answer(self, result: Any) -> Any:
        return super().get_answer(self.tournament)

    def page(self, **context: Any) -> HttpResponse:
        return show_tables(self.request, self.tournament, **context)


@register
class ReplaceHallCode(Action):
    """Replace the code of the hall: the former one opens no tables from now on."""

    path = "hall-code"
    page_path = "play/code"
    name = "manage_hall_code"
    permission = "rounds.edit"
    audit_codes = ("hall.replace",)
    form_class = OptionalReasonForm
    success_page = "manage_play"
    stored_fields = {"code": serializers.CharField()}
    tag = "rounds"
    done = _("The hall has a new code. The former one no longer works.")

    def get_stored(self) -> dict[str, Any]:
        return {"code": make_hall_code(self.tournament)}

    def perform(self, data: dict[str, Any]) -> Tournament:
        return play.replace_hall_code(self.by, self.tournament, **data)
