"""Actions of *Play now*: from one round to the next in one step, and a new code of the hall."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.forms.fields import ContinueForm, OptionalReasonForm
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
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
    logs = ("rounds.play_on",)
    form_class = ContinueForm
    success_page = "manage_play"
    tag = "rounds"

    def perform(self, data: dict[str, Any]) -> Round:
        return play.play_on(self.by, self.tournament, **data)

    def get_success_message(self, result: Any) -> str:
        return gettext("Round %(number)s has started.") % {"number": result.number}


@register
class ReplaceHallCode(Action):
    """Replace the code of the hall: the former one opens no tables from now on."""

    path = "hall-code"
    page_path = "play/code"
    name = "manage_hall_code"
    permission = "rounds.edit"
    logs = ("hall.replace",)
    form_class = OptionalReasonForm
    success_page = "manage_play"
    tag = "rounds"
    done = _("The hall has a new code. The former one no longer works.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return play.replace_hall_code(self.by, self.tournament, **data)
