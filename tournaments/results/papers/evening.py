"""The code of the room for a club's open evenings, to hang up."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing import cards
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text.papers import ROOM
from tournaments.seasons.models import Evening


@paper("room-code", _("Code of the room for open evenings"), labels=ROOM)
def room_code(order: Order) -> list[Leaf]:
    """One leaf with the code. Raises `UserError` where the event has no open evenings."""
    evening = Evening.objects.filter(tournament=order.tournament).first()
    if evening is None:
        raise UserError(Sentence(gettext_noop("Tables cannot be opened here: set up open evenings first.")))
    return cards.room_code(heading(order), order.base_url + reverse("evening_room", args=[evening.token]))
