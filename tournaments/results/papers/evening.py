"""Poster with the code of the room for a club's open evenings."""

from __future__ import annotations

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Heading, Leaf, code
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.seasons.models import Evening

ROOM: dict[str, str | Promise] = {
    "open_evening": _("Open evening"),
    "scan_room": _("Scan the code and pick the players of your table in the order of their seats."),
    "enter_evening": _("After the game one of you enters the result, and the others confirm it on their phones."),
}
"""Words of the code of a room."""


def room_pages(heading: Heading, address: str) -> list[Leaf]:
    """Return a poster with the game, the code of the room, and instructions."""
    return [Leaf("room_code", {"heading": heading, "code": code(address), "address": address})]


@paper("room-code", _("Code of the room for open evenings"), labels=ROOM)
def room_code(order: Order) -> list[Leaf]:
    """Return one poster. Raises `UserError` if the event has no open evenings."""
    evening = Evening.objects.filter(tournament=order.tournament).first()
    if evening is None:
        raise UserError(Sentence(gettext_noop("Tables cannot be opened here: set up open evenings first.")))
    return room_pages(heading(order), order.base_url + reverse("evening_room", args=[evening.token]))
