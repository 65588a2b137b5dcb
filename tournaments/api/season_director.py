"""Running a season by the API: its facts, its rule, its events, its register, who runs it."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.acts import choice, flag, text, whole
from tournaments.api.season_acts import AtSeason, season_act
from tournaments.models import SeasonMerge, SeasonRole, User
from tournaments.services import season_people, seasons
from tournaments.services.errors import UserError


def slug() -> serializers.SlugField:
    """The short name of an event."""
    return serializers.SlugField(max_length=60)


@season_act("edit", "season.edit", does="seasons.edit", name=text(required=True, longest=200), published=flag(None))
def edit_season(at: AtSeason) -> object:
    """The season's name, and whether everybody sees it."""
    return seasons.edit(at.by, at.season, **at.values)


@season_act("rule", "season.edit", does="seasons.rule", rule=serializers.DictField(), reason=text())
def set_season_rule(at: AtSeason) -> object:
    """Rank by another rule; what is left out of it is as usual: docs/seasons.md."""
    return seasons.set_rule(at.by, at.season, rule=at["rule"], reason=at["reason"])


@season_act("remove", "season.edit", does="seasons.remove", reason=text())
def remove_season(at: AtSeason) -> object:
    """Remove the season; its events stay."""
    return seasons.remove(at.by, at.season, reason=at["reason"])


@season_act("events/add", "season.events", does="seasons.add_event", tournament=slug(), factor=text(longest=20))
def add_season_event(at: AtSeason) -> object:
    """Take an event in, at the end."""
    return seasons.add_event(at.by, at.season, tournament=at.tournament, factor=at["factor"] or "1")


@season_act("events/remove", "season.events", does="seasons.remove_event", tournament=slug())
def remove_season_event(at: AtSeason) -> object:
    """Take an event out."""
    return seasons.remove_event(at.by, at.season, tournament=at.tournament)


@season_act(
    "events/move", "season.events", does="seasons.move_event", tournament=slug(),
    position=whole(1, seasons.MOST_EVENTS, required=True),
)  # fmt: skip
def move_season_event(at: AtSeason) -> object:
    """Give an event its place in the order, from 1."""
    return seasons.move_event(at.by, at.season, tournament=at.tournament, position=at["position"])


@season_act(
    "events/weigh", "season.events", does="seasons.weigh_event", tournament=slug(),
    factor=text(required=True, longest=20),
)  # fmt: skip
def weigh_season_event(at: AtSeason) -> object:
    """What an event's results are multiplied by, such as 1.5 or 2/3."""
    return seasons.weigh_event(at.by, at.season, tournament=at.tournament, factor=at["factor"])


@season_act(
    "people/merge", "season.people", does="seasons.merge",
    entry=text(required=True, longest=80), same_as=text(required=True, longest=80),
)  # fmt: skip
def merge_season_people(at: AtSeason) -> object:
    """Two spellings are one person; each is named by event and number: spring-open/12."""
    return season_people.merge(at.by, at.season, entry=at.player("entry"), same_as=at.player("same_as"))


@season_act("people/split", "season.people", does="seasons.split", entry=text(required=True, longest=80))
def split_season_people(at: AtSeason) -> object:
    """The spelling is a person of its own again."""
    found = get_object_or_404(SeasonMerge, season=at.season, entry=at.player("entry"))
    return season_people.split(at.by, at.season, merge=found)


@season_act(
    "roles", "season.edit", does="seasons.grant",
    user=text(required=True, longest=150), kind=choice(SeasonRole.Kind.values),
)  # fmt: skip
def grant_season_role(at: AtSeason) -> object:
    """Give an account a role in the season, in place of the one it has."""
    return seasons.grant(at.by, at.season, user=_account(at), kind=at["kind"])


@season_act("roles/revoke", "season.edit", does="seasons.revoke", user=text(required=True, longest=150))
def revoke_season_role(at: AtSeason) -> object:
    """Take an account's role away."""
    return seasons.revoke(at.by, at.season, user=_account(at))


def _account(at: AtSeason) -> User:
    user = User.objects.filter(username__iexact=at["user"], acted_at=None).first()
    if user is None:
        raise UserError(_("There is no account “%(name)s”.") % {"name": at["user"]}, field="user")
    return user
