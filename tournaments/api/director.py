"""The facts of an event and its teams by the API."""

from __future__ import annotations

from django.forms.models import model_to_dict
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.acts import At, act, choice, known_only, text
from tournaments.entries import fields
from tournaments.events.settings import FACTS
from tournaments.forms.tournament import BasicsForm
from tournaments.models import Tournament
from tournaments.services import settings, teams

TEAM = "teams/<str:code>"

# The event


@act(
    "edit", "tournament.edit", does="tournament.edit", facts=serializers.DictField(),
    waiting=choice(["", settings.COUNT, settings.LEAVE], default=""), reason=text(),
)  # fmt: skip
def edit_event(at: At) -> Tournament:
    """Change facts of the event: name, place, days, time zone, minutes, confirmations, teams …

    `waiting` says what becomes of sheets that wait and have enough confirmations under a new number of confirmations:
    `count` or `leave`.
    """
    names = list(FACTS)
    known_only(at["facts"], names)
    form = BasicsForm(model_to_dict(at.tournament, names) | at["facts"], instance=at.tournament)
    if not form.is_valid():
        raise ValidationError({name: list(map(str, found)) for name, found in form.errors.items()})
    at.tournament.refresh_from_db()
    facts = {name: form.facts[name] for name in at["facts"]}
    return settings.edit(at.by, at.tournament, facts=facts, waiting=at["waiting"], reason=at["reason"])


# Teams


TEAM_FIELDS = {
    column.name: text(required=column.name == "name", longest=column.longest or 0)
    for column in fields.TEAM
    if column.typed
}


@act("teams/add", "teams.edit", does="teams.add", **TEAM_FIELDS)
def add_team(at: At) -> object:
    """A new team."""
    return teams.add(at.by, at.tournament, **at.values)


@act(f"{TEAM}/edit", "teams.edit", does="teams.edit", **TEAM_FIELDS)
def edit_team(at: At) -> object:
    """Another name, code or country."""
    return teams.edit(at.by, at.team, **{**at.values, "code": at["code"] or at.team.code})
