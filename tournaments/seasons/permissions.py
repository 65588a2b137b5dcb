"""Permissions in a season, for pages and API: the function `can_in_season` and a decorator for pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tournaments.accounts.models import User
from tournaments.core.permissions import SEASON_ACTIONS, P, R
from tournaments.seasons.models import Season, SeasonRole

ALL_SEASON_ACTIONS = frozenset[str]().union(*SEASON_ACTIONS.values())


def list_season_actions(user: User | AnonymousUser, season: Season) -> frozenset[str]:
    """Return all permitted actions; none for outsiders, visitors, and tokens limited to one event."""
    if not isinstance(user, User) or not user.is_active or (user.limits and user.limits.tournament is not None):
        return frozenset()
    if user.is_superuser:
        held = ALL_SEASON_ACTIONS
    else:
        kinds = SeasonRole.objects.filter(season=season, user=user).values_list("kind", flat=True)
        held = frozenset[str]().union(*(SEASON_ACTIONS[kind] for kind in kinds))
    return held if user.limits is None else held & user.limits.actions


def can_in_season(user: User | AnonymousUser, action: str, season: Season) -> bool:
    """Return True if the account may do the action. Raises KeyError for an unknown action."""
    if action not in ALL_SEASON_ACTIONS:
        raise KeyError(action)
    return action in list_season_actions(user, season)


def query_seasons_with_role(user: User | AnonymousUser) -> QuerySet[Season]:
    """Return the seasons in which the account has a role; all of them for a superuser."""
    if not isinstance(user, User) or not user.is_active or (user.limits and user.limits.tournament is not None):
        return Season.objects.none()
    if user.limits and not user.limits.actions & ALL_SEASON_ACTIONS:
        return Season.objects.none()
    seasons = Season.objects.all()
    return seasons if user.is_superuser else seasons.filter(roles__user=user)


def query_visible_seasons(user: User | AnonymousUser) -> QuerySet[Season]:
    """Return the seasons visible to the account: public ones and those with a role."""
    return Season.objects.filter(published=True) | Season.objects.filter(
        pk__in=query_seasons_with_role(user).values("pk")
    )


def may_see_season(user: User | AnonymousUser, season: Season) -> bool:
    return season.published or bool(list_season_actions(user, season))


def require_in_season(user: User | AnonymousUser, action: str, season: Season) -> None:
    """Raise Http404 for an outsider of a season that is not public, else PermissionDenied without the permission."""
    if can_in_season(user, action, season):
        return
    if not may_see_season(user, season):
        raise Http404
    raise PermissionDenied


def requires_in_season(
    action: str,
) -> Callable[[Callable[Concatenate[HttpRequest, Season, P], R]], Callable[..., HttpResponseBase]]:
    """Guard a page of one season, which gets the season in place of the URL's `season`."""
    if action not in ALL_SEASON_ACTIONS:
        raise KeyError(action)

    def decorate(view: Callable[Concatenate[HttpRequest, Season, P], R]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, season: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            visible = get_object_or_404(Season, slug=season)
            require_in_season(request.user, action, visible)
            return view(request, visible, *args, **kwargs)

        guarded.required_action = action  # type: ignore[attr-defined]
        return guarded

    return decorate
