"""A badge for everybody who plays."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.printing import cards
from tournaments.core.printing.documents import Leaf, code
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text.papers import BADGE
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import people


@paper("badges", _("Name badges"), labels=BADGE)
def name_badges(order: Order) -> list[Leaf]:
    """A badge for everybody who plays."""
    own = [replace(cards.badge_of(entry), code=_code(order, entry)) for entry in people.playing(order.tournament)]
    return cards.badges(heading(order), own)


def _code(order: Order, entry: Entry) -> str:
    """Whoever follows the player scans it, and the check-in desk."""
    return code(order.base_url + reverse("player_code", args=[order.tournament.slug, entry.number]))
