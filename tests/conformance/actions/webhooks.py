"""Webhooks of an event and of a season."""

from __future__ import annotations

from typing import Any

from tests.conformance.actions import Example, planned, rows
from tests.support.people import acting, person
from tournaments.seasons import services as seasons
from tournaments.seasons.models import Season
from tournaments.webhooks.services import hooks

ADDRESS = "https://hooks.example.org/1"
FIELDS = {"style": "json", "address": ADDRESS, "kinds": ["seating", "end"], "language": "de"}
CHANGED = {"kinds": ["release"], "language": "fr"}


def _of_event(*, paused: bool = False) -> Any:
    event = planned()
    webhook = hooks.add(acting(), event, **FIELDS)
    if paused:
        hooks.pause(acting(), event, webhook)
    return event


def _new_season() -> Season:
    for name in ("olga", "ren"):
        person(name)
    return seasons.create(acting(), name="Spring", published=True)


def _of_season(*, paused: bool = False) -> Season:
    season = _new_season()
    webhook = hooks.add_to_season(acting(), season, **FIELDS)
    if paused:
        hooks.pause_of_season(acting(), season, webhook)
    return season


ONE = {"page": {"number": 1}}

rows(
    AddWebhook=lambda: Example(planned(), FIELDS),
    EditWebhook=lambda: Example(_of_event(), CHANGED, prefix="webhook-1", **ONE),
    TestWebhook=lambda: Example(_of_event(), **ONE),
    PauseWebhook=lambda: Example(_of_event(), **ONE),
    ResumeWebhook=lambda: Example(_of_event(paused=True), **ONE),
    RemoveWebhook=lambda: Example(_of_event(), **ONE),
    AddSeasonWebhook=lambda: Example(_new_season(), FIELDS),
    EditSeasonWebhook=lambda: Example(_of_season(), CHANGED, prefix="webhook-1", **ONE),
    TestSeasonWebhook=lambda: Example(_of_season(), **ONE),
    PauseSeasonWebhook=lambda: Example(_of_season(), **ONE),
    ResumeSeasonWebhook=lambda: Example(_of_season(paused=True), **ONE),
    RemoveSeasonWebhook=lambda: Example(_of_season(), **ONE),
)
