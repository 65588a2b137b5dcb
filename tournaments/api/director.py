"""A director's day by the API: the event, its people, its rounds and clock, results, papers."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.acts import At, act, choice, flag, known_only, text, whole
from tournaments.entries import fields
from tournaments.events.settings import FACTS
from tournaments.forms.tournament import BasicsForm
from tournaments.models import SeatingConstraint, Tournament
from tournaments.services import (
    accounts,
    check_in,
    player_accounts,
    registration,
    settings,
    teams,
)
from tournaments.services.errors import UserError

ROUND, TABLE = "rounds/<number:number>", "rounds/<number:number>/tables/<number:table>"
ENTRY, TEAM, STAGE = "entries/<number:number>", "teams/<str:code>", "stages/<number:number>"

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


# People


@act(f"{ENTRY}/drop", "entries.edit", does="entries.drop", from_round=whole(1, 9999, required=True), reason=text())
def drop_entry(at: At) -> object:
    """The player leaves, from this round on."""
    return registration.drop(at.by, at.entry, **at.values)


@act(f"{ENTRY}/return", "entries.edit", does="entries.return", from_round=whole(1, 9999, required=True), reason=text())
def return_entry(at: At) -> object:
    """The player is back, from this round on."""
    return registration.return_(at.by, at.entry, **at.values)


@act(
    f"{ENTRY}/substitute", "entries.edit", does="entries.substitute", from_round=whole(1, 9999, required=True),
    stand_in=whole(1), number=whole(1), in_competition=flag(), reason=text(),
    **{column.name: text(longest=column.longest or 0) for column in fields.STAND_IN},
)  # fmt: skip
def substitute_entry(at: At) -> object:
    """Somebody takes the player's chair: an entry by its number (`stand_in`), or a new one by name."""
    values: dict[str, Any] = {name: at[name] for name in ("from_round", "number", "in_competition", "reason")}
    names = {column.name: at[column.name] for column in fields.STAND_IN if at[column.name]}
    return registration.substitute(at.by, at.entry, stand_in=at.player("stand_in"), **values, **names)


@act(f"{ENTRY}/account", "entries.edit", does="entries.link_account", account=text(required=True, longest=150))
def link_account(at: At) -> object:
    """Say which account the player holds: who plays sees no sealed board, whatever else the account may do."""
    return player_accounts.link(at.by, at.entry, user=accounts.named(at["account"], field="account"))


@act(f"{ENTRY}/account/remove", "entries.edit", does="entries.unlink_account", reason=text())
def unlink_account(at: At) -> object:
    """The account is not the player's. While boards are sealed nobody says so of their own."""
    return player_accounts.unlink(at.by, at.entry, **at.values)


@act(f"{ENTRY}/waiting", "entries.edit", does="entries.status", waiting=flag(None))
def set_waiting(at: At) -> object:
    """Put the player on the waiting list, or let them in."""
    return registration.set_waiting(at.by, at.entry, waiting=at["waiting"])


@act("entries/let-in", "entries.edit", does="entries.let_in", count=whole(1, 5000, required=True))
def let_in(at: At) -> object:
    """Let the first of the waiting list in."""
    return registration.let_in(at.by, at.tournament, count=at["count"])


@act(f"{ENTRY}/remove", "entries.edit", does="entries.remove")
def remove_entry(at: At) -> None:
    """Take a player off the list who has not played."""
    registration.remove(at.by, at.entry)


@act(f"{ENTRY}/check-in", "entries.check_in", does="entries.check_in", present=flag(True))
def check_in_entry(at: At) -> object:
    """The player is there, or is not after all."""
    return check_in.check_in(at.by, at.entry, present=at["present"])


@act("check-in/all", "entries.check_in", does="entries.check_in_all")
def check_in_all(at: At) -> None:
    """Everybody is there."""
    check_in.check_in_all(at.by, at.tournament)


@act("check-in/close", "entries.edit", does="entries.check_in_closed")
def close_check_in(at: At) -> object:
    """Whoever is not there does not play."""
    return check_in.close(at.by, at.tournament)


@act(f"{ENTRY}/team", "teams.edit", does="teams.assign", team=text(longest=20))
def assign_team(at: At) -> object:
    """Put the player into a team by its code; empty for none."""
    team = at.tournament.teams.filter(code=at["team"]).first() if at["team"] else None
    if at["team"] and team is None:
        raise UserError(_("There is no team “%(team)s” here.") % {"team": at["team"]}, field="team")
    return teams.assign(at.by, at.entry, team=team)


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


@act(f"{TEAM}/remove", "teams.edit", does="teams.remove")
def remove_team(at: At) -> None:
    """Take the team away; its players stay."""
    teams.remove(at.by, at.team)


@act(
    "constraints/add", "entries.edit", does="constraints.add", kind=choice(SeatingConstraint.Kind.values),
    entry=whole(1, required=True), other=whole(1), table_number=whole(1, 9999), reason=text(longest=200),
)  # fmt: skip
def add_constraint(at: At) -> object:
    """A wish or a ban for every seating."""
    values = {"kind": at["kind"], "table_number": at["table_number"], "reason": at["reason"]}
    return registration.add_constraint(
        at.by, at.tournament, entry=at.wanted("entry"), other=at.player("other"), **values
    )


@act("constraints/<number:pk>/remove", "entries.edit", does="constraints.remove")
def remove_constraint(at: At) -> None:
    """Take a wish back."""
    registration.remove_constraint(at.by, get_object_or_404(at.tournament.seating_constraints, pk=at.parts["pk"]))
