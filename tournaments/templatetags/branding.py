"""Logo, banner and sponsors of an event on its pages."""

from __future__ import annotations

from django import template

from tournaments.branding.queries import Picture, SponsorLine, list_pictures, list_sponsors
from tournaments.core.shared_answers import share_answer
from tournaments.events.models import Tournament

register = template.Library()


@register.simple_tag
def event_pictures(tournament: Tournament) -> dict[str, Picture]:
    return share_answer(("pictures", tournament.pk), lambda: list_pictures(tournament))


@register.simple_tag
def event_sponsors(tournament: Tournament, place: str) -> list[SponsorLine]:
    return share_answer(("sponsors", tournament.pk, place), lambda: list_sponsors(tournament, place))
