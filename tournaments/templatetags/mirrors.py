"""State of a mirror on public pages."""

from __future__ import annotations

from django import template

from tournaments.events.models import Tournament
from tournaments.exchange.queries import MirrorState, find_mirror_state

register = template.Library()


@register.simple_tag
def find_mirror(tournament: Tournament) -> MirrorState | None:
    return find_mirror_state(tournament)
