"""A director's day by the API: the event, its people, its rounds and clock, results, papers."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.acts import At, act, choice, flag, known_only, text, whole
from tournaments.core.open_items import OpenItemStep
from tournaments.entries import fields
from tournaments.events.settings import FACTS, setting
from tournaments.federations.forms_of import federations as known_federations
from tournaments.forms.tournament import BasicsForm
from tournaments.models import Membership, Role, SeatingConstraint, Tournament
from tournaments.papers.registry import Order, paper_of
from tournaments.printing.papers import PAPERS
from tournaments.services import (
    accounts,
    check_in,
    event_files,
    federations,
    jobs,
    open_items,
    player_accounts,
    publishing,
    registration,
    rehearsals,
    removal,
    roles,
    settings,
    teams,
    tournaments,
)
from tournaments.services.errors import UserError

ROUND, TABLE = "rounds/<number:number>", "rounds/<number:number>/tables/<number:table>"
ENTRY, TEAM, STAGE = "entries/<number:number>", "teams/<str:code>", "stages/<number:number>"

COLUMN = serializers.ListField(child=serializers.CharField(max_length=80), min_length=2, max_length=2)


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


@act("publish", "tournament.publish", does="tournament.publish", published=flag(None))
def publish_event(at: At) -> Tournament:
    """Open or close the public pages."""
    return tournaments.publish(at.by, at.tournament, published=at["published"])


@act(
    "state",
    "tournament.edit",
    does="tournament.state",
    state=choice(Tournament.State.values),
    continue_anyway=text(longest=500),
)
def set_state(at: At) -> Tournament:
    """Planned, running or finished; `continue_anyway`: the reason to finish although items are open."""
    return tournaments.set_state(at.by, at.tournament, **at.values)


@act("rules", "rules.change", does="rules.change", rules=serializers.DictField(), reason=text())
def change_rules(at: At) -> object:
    """Parameters, match scoring, order or substitutes; once play has begun as a new version with its reason."""
    current = at.tournament.ruleset
    known_only(at["rules"], tournaments.RULE_FACTS)
    base = {name: getattr(current, name) for name in tournaments.RULE_FACTS}
    return tournaments.change_rules(at.by, at.tournament, rules=base | at["rules"], reason=at["reason"])


@act(
    "standings/hide", "results.release", does="standings.hide", hidden=flag(None),
    from_round=serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=9999),
    results_open=flag(), continue_anyway=text(longest=500),
)  # fmt: skip
def hide_standings(at: At) -> Tournament:
    """Hide the standings until the ceremony (all, or from a round on; with the results that add up to them, or not),
    or show them; `continue_anyway`: the reason to show them although results are open.
    """
    return publishing.hide_standings(at.by, at.tournament, **at.values)


@act("ceremony/start", "results.release", does="ceremony.start", continue_anyway=text(longest=500))
def start_ceremony(at: At) -> Tournament:
    """Let the screens open the ceremony; `continue_anyway`: the reason to do so although results are open."""
    return publishing.start_ceremony(at.by, at.tournament, **at.values)


@act("ceremony/end", "results.release", does="ceremony.end", continue_anyway=text(longest=500))
def end_ceremony(at: At) -> Tournament:
    """The ceremony is over: everybody sees the standings and all results."""
    return publishing.end_ceremony(at.by, at.tournament, **at.values)


@act(
    "open-items/accept",
    "tournament.edit",
    does="open_items.accept",
    step=choice(open_items.ACCEPTED_FIRST),
    reason=text(required=True, longest=500),
)
def accept_open_items(at: At) -> Tournament:
    """Accept what is open before the federation's list or the certificates are taken, with the reason."""
    return open_items.accept(at.by, at.tournament, step=OpenItemStep(at["step"]), reason=at["reason"])


@act(
    "federation", "events.export", does="tournament.federation", federation=choice(known_federations()),
    columns=serializers.ListField(child=COLUMN, required=False, default=list, max_length=40),
    qualification=flag(), limits=serializers.DictField(required=False, default=dict),
)  # fmt: skip
def choose_federation(at: At) -> Tournament:
    """Which federation the results go to, in which columns: [[heading, field], …]; limits of the event's weight of its
    own: {"players": [[1, "0"], [41, "0.5"]]}, likewise days and countries.
    """
    columns = [(heading, name) for heading, name in at["columns"]]
    return federations.choose(at.by, at.tournament, **{**at.values, "columns": columns})


@act(
    "copy",
    "events.export",
    does="events.copy",
    slug=serializers.SlugField(max_length=setting("slug").longest),
    name=text(longest=setting("name").longest or 0),
    rehearsal=flag(),
)
def copy_event(at: At) -> Tournament:
    """The event once more, whole, under another short name."""
    return event_files.copy(at.by, tournament=at.tournament, **at.values)


@act("rehearsal/play", "events.export", does="", whole=flag())
def play_rehearsal(at: At) -> object:
    """Let robots play the next round of a rehearsal, or all that is left; the job's id leads to `/jobs/<id>/`."""
    return rehearsals.play(at.by, at.tournament, whole=at["whole"])


@act("rehearsal/remove", "events.export", does="rehearsal.remove")
def remove_rehearsal(at: At) -> None:
    """Delete a rehearsal with everything in it."""
    rehearsals.remove(at.by, tournament=at.tournament)


@act("archive", "tournament.edit", does="tournament.archive", archived=flag(None))
def archive_event(at: At) -> Tournament:
    """Put the event away, out of the lists and closed to changes, or bring it back."""
    return removal.archive(at.by, at.tournament, archived=at["archived"])


@act("remove/backup", "events.remove", does="")
def back_up_event(at: At) -> object:
    """Make the event's file before it is deleted, as a job; its id leads to `/jobs/<id>/`."""
    return removal.make_backup(at.by, at.tournament)


@act(
    "remove", "events.remove", does="events.remove", name=text(required=True, longest=200),
    reason=text(required=True, longest=500),
)  # fmt: skip
def remove_event(at: At) -> object:
    """Delete the event, by its name, with everything in it; its backup has to be made first. Once results are confirmed
    only an administrator may. The job with the backup stays for 14 days.
    """
    return removal.remove(at.by, tournament=at.tournament, **at.values)


@act("roles", "roles.edit", does="roles.grant", user=text(required=True, longest=150), role=choice(Role.values))
def grant_role(at: At) -> Membership:
    """Give an account a role."""
    return roles.grant(at.by, at.tournament, user=accounts.named(at["user"]), role=at["role"])


@act("roles/revoke", "roles.edit", does="roles.revoke", user=text(required=True, longest=150), role=choice(Role.values))
def revoke_role(at: At) -> None:
    """Take a role away."""
    held = at.tournament.memberships.filter(user__username__iexact=at["user"], role=at["role"])
    roles.revoke(at.by, get_object_or_404(held))


@act(
    "prints", "print", does="", document=text(required=True, longest=40), paper=choice(PAPERS, "a4"),
    round=whole(1), player=whole(1),
)  # fmt: skip
def print_document(at: At) -> object:
    """Make a document as a job; its id leads to `/jobs/<id>/`."""
    paper = paper_of(at["document"])
    if paper is None:
        raise UserError(_("There is no such document."), field="document")
    played = at.tournament.rounds.filter(number=at["round"] or 0).first()
    paper.refuse_early(Order(at.tournament, round=played))
    player = at.player("player")
    params = {
        "document": paper.key,
        "paper": at["paper"],
        "round": at["round"],
        "player": player.number if player else None,
        "base_url": at.request.build_absolute_uri("/").rstrip("/"),
    }
    return jobs.create("print", created_by=at.by.user, tournament=at.tournament, params=params)


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
