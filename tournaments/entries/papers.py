"""A badge for everybody who plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.printing import cards
from tournaments.core.printing.documents import Leaf, code
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text import names, places
from tournaments.core.text.papers import BADGE
from tournaments.entries.fields import NAMES, PLAYER
from tournaments.entries.models.entries import Entry

IN_THE_HEAD: Final = frozenset({"number", "team", *NAMES})
"""Columns with a place of their own on a badge."""


def badge_of(entry: Entry) -> cards.Badge:
    """What a badge says of a player."""
    team = entry.team.name if entry.team else ""
    found = [_printed(entry, column.name) for column in PLAYER if column.printed and column.name not in IN_THE_HEAD]
    facts = tuple(dict.fromkeys(text for text in (team, *found) if text))
    return cards.Badge(entry.number, names.leading(entry), names.following(entry), team, facts)


def _printed(entry: Entry, name: str) -> str:
    value = getattr(entry, name)
    return places.country(value) if name == "country" else str(value or "")


def players_of(order: Order) -> list[Entry]:
    """Everybody who plays, by number."""
    present = order.tournament.entries.exclude(status__in=[Entry.Status.WAITING, Entry.Status.DROPPED])
    return list(present.select_related("team").order_by("number"))


@paper("badges", _("Name badges"), labels=BADGE)
def name_badges(order: Order) -> list[Leaf]:
    """A badge for everybody who plays."""
    own = [replace(badge_of(entry), code=_code(order, entry)) for entry in players_of(order)]
    return cards.badges(heading(order), own)


def _code(order: Order, entry: Entry) -> str:
    """Whoever follows the player scans it, and the check-in desk."""
    return code(order.base_url + reverse("player_code", args=[order.tournament.slug, entry.number]))
