"""Logo, banner and sponsors of an event on its pages."""

from __future__ import annotations

from django import template

from tournaments.branding.queries import Picture, SponsorLine, list_pictures, list_sponsors
from tournaments.events.models import Tournament

register = template.Library()


@register.simple_tag
def event_pictures(tournament: Tournament) -> dict[str, Picture]:
    return list_pictures(tournament)


@register.simple_tag
def event_sponsors(tournament: Tournament, place: str) -> list[SponsorLine]:
    return list_sponsors(tournament, place)
