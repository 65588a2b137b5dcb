"""Permissions: one table, one question (`can`), one decorator for views, for pages and API."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import F, FilteredRelation, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase

from tournaments.accounts.models import Limits, Membership, Role, User
from tournaments.core.text.names import reading_names
from tournaments.events.models import Tournament
from tournaments.seasons.models import SeasonRole

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)

EVERYONE_ON_THE_TEAM = frozenset({"manage.view", "board.view"})

ACTIONS: dict[str, frozenset[str]] = {
    Role.SEATING: EVERYONE_ON_THE_TEAM
    | {"entries.view", "seating.view", "seating.draft", "seating.publish", "seating.swap", "print"},
    Role.SCORER: EVERYONE_ON_THE_TEAM
    | {"seating.view", "results.view", "results.enter", "results.confirm", "logs.attach", "print"},
    Role.REFEREE: EVERYONE_ON_THE_TEAM
    | {
        "seating.view",
        "seating.swap",
        "results.view",
        "results.correct",
        "logs.attach",
        "ledger.view",
        "ledger.penalty",
        "clock.extra",
        "cases.view",
        "cases.rule",
        "print",
    },
    Role.CHECK_IN: EVERYONE_ON_THE_TEAM | {"entries.view", "entries.check_in", "entries.add"},
    Role.DISPLAY: EVERYONE_ON_THE_TEAM | {"screens.view"},
}

DIRECTOR_ONLY = frozenset(
    {
        "tournament.edit",
        "tournament.publish",
        "roles.edit",
        "rules.change",
        "entries.edit",
        "entries.import",
        "entries.export",
        "teams.edit",
        "rounds.edit",
        "stages.edit",
        "clock.control",
        "results.release",
        "standings.view",
        "ledger.adjust",
        "events.import",
        "events.export",
        "events.remove",
        "audit.view",
        "backup",
        "cases.appeal",
        "cases.desk",
        "deals.manage",
        "deals.secret",
    }
)
ALL_ACTIONS = DIRECTOR_ONLY.union(*ACTIONS.values())
ADMIN_ACTIONS = frozenset({"site.accounts", "site.backup", "site.events.remove", "site.phones"})

STAFF_ACTIONS = frozenset({"tournaments.create", "seasons.create", "site.events.import", "site.address"})
SITE_ACTIONS = STAFF_ACTIONS | ADMIN_ACTIONS

HELPS_IN_SEASON = frozenset({"season.view", "season.events", "season.people"})
SEASON_ACTIONS: dict[str, frozenset[str]] = {
    SeasonRole.Kind.HELPER: HELPS_IN_SEASON,
    SeasonRole.Kind.ORGANISER: HELPS_IN_SEASON | {"season.edit"},
}

SCOPES: dict[str, frozenset[str]] = {
    "read": frozenset(
        {
            "manage.view", "entries.view", "seating.view", "results.view", "standings.view", "ledger.view",
            "cases.view",
        }
    ),
    "entries": frozenset({"entries.view", "entries.add", "entries.edit", "entries.import"}),
    "results": frozenset({"results.view", "results.enter", "results.confirm", "results.correct"}),
    "ledger": frozenset({"ledger.view", "ledger.penalty", "ledger.adjust"}),
    "cases": frozenset({"cases.view", "cases.rule", "cases.appeal"}),
    "tournaments": frozenset({"tournaments.create", "site.events.import"}),
    "seasons": frozenset({"seasons.create", "season.view", "season.events", "season.people", "season.edit"}),
    "event": frozenset(
        {
            "tournament.edit", "tournament.publish", "rules.change", "roles.edit", "stages.edit", "teams.edit",
            "entries.check_in", "rounds.edit", "events.export", "events.import", "cases.desk", "print", "audit.view",
        }
    ),
    "play": frozenset(
        {
            "seating.view", "seating.draft", "seating.publish", "seating.swap", "clock.control", "clock.extra",
            "results.release", "logs.attach", "deals.manage",
        }
    ),
    "backups": frozenset({"site.backup"}),
    "accounts": frozenset({"site.accounts"}),
    "deletion": frozenset({"events.remove", "site.events.remove"}),
}  # fmt: skip

BY_NAME_ONLY = frozenset({"accounts", "backups", "deletion"})
"""Scopes that a token has only if they are requested by name: accounts, everybody's data, deleting events."""

USUAL_SCOPES = tuple(scope for scope in SCOPES if scope not in BY_NAME_ONLY)


def build_limits(tournament: int | None, scopes: Iterable[str]) -> Limits:
    """Return the limits of a token at one tournament, or at all; removed scopes allow nothing."""
    return Limits(tournament, frozenset[str]().union(*(SCOPES.get(scope, frozenset()) for scope in scopes)))


def _list_limited_actions(limits: Limits, tournament: Tournament | None) -> frozenset[str]:
    elsewhere = limits.tournament is not None and (tournament is None or tournament.pk != limits.tournament)
    return frozenset() if elsewhere else limits.actions


SEEN: Final = "roles_seen"


def read_roles(user: User | AnonymousUser, tournament: Tournament) -> frozenset[str]:
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    remembered: dict[int, frozenset[str]] = getattr(user, SEEN, {})
    if tournament.pk in remembered:
        return remembered[tournament.pk]
    roles = Membership.objects.filter(user=user, tournament=tournament).order_by().values_list("role", flat=True)
    return remembered.setdefault(tournament.pk, frozenset(roles))


def remember_roles(user: User | AnonymousUser, tournaments: Iterable[Tournament]) -> None:
    if not isinstance(user, User) or not user.is_active:
        return
    roles_in: dict[int, set[str]] = {tournament.pk: set() for tournament in tournaments}
    for key, role in Membership.objects.filter(user=user, tournament__in=roles_in).values_list("tournament", "role"):
        roles_in[key].add(role)
    setattr(user, SEEN, {**getattr(user, SEEN, {}), **{key: frozenset(roles) for key, roles in roles_in.items()}})


def can(user: User | AnonymousUser, action: str, tournament: Tournament | None = None) -> bool:
    """Return True if the account may do `action`. Raises KeyError for another: a typing error must not read as "no"."""
    if action in SITE_ACTIONS:
        return action in list_allowed_actions(user, None)
    if action not in ALL_ACTIONS:
        raise KeyError(action)
    return tournament is not None and action in list_allowed_actions(user, tournament)


def list_allowed_actions(user: User | AnonymousUser, tournament: Tournament | None) -> frozenset[str]:
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    if tournament is None:
        held = SITE_ACTIONS if user.is_superuser else STAFF_ACTIONS if user.is_staff else frozenset[str]()
    elif user.is_superuser or Role.DIRECTOR in (roles := read_roles(user, tournament)):
        held = ALL_ACTIONS
    else:
        held = frozenset[str]().union(*(ACTIONS[role] for role in roles))
    return held if user.limits is None else held & _list_limited_actions(user.limits, tournament)


def list_holders(action: str, tournament: Tournament) -> QuerySet[User]:
    """Return the active accounts, by name, whose role allows `action`; no site administrators. Raises KeyError."""
    if action not in ALL_ACTIONS:
        raise KeyError(action)
    roles = [Role.DIRECTOR, *(role for role, actions in ACTIONS.items() if action in actions)]
    held = Membership.objects.filter(tournament=tournament, role__in=roles)
    return User.objects.filter(pk__in=held.values("user"), is_active=True).order_by("username")


def may_work_at(user: User | AnonymousUser, tournament: Tournament) -> bool:
    return bool(list_allowed_actions(user, tournament))


def list_workplaces(user: User | AnonymousUser) -> QuerySet[Tournament]:
    if not isinstance(user, User) or not user.is_active or (user.limits and not user.limits.actions):
        return Tournament.objects.none()
    tournaments = Tournament.objects.all()
    if not user.is_superuser:
        tournaments = tournaments.filter(pk__in=Membership.objects.filter(user=user).values("tournament"))
    return tournaments.filter(pk=user.limits.tournament) if user.limits and user.limits.tournament else tournaments


def require(user: User | AnonymousUser, action: str, tournament: Tournament | None) -> None:
    """Raise Http404 for an outsider of a tournament that is not public, else PermissionDenied."""
    if can(user, action, tournament):
        return
    if tournament is not None and not tournament.published and not may_work_at(user, tournament):
        raise Http404
    raise PermissionDenied


def requires(
    action: str,
) -> Callable[[Callable[Concatenate[HttpRequest, Tournament, P], R]], Callable[..., HttpResponseBase]]:
    """Guard a view of one tournament, which gets the tournament in place of `slug`; visitors must sign in."""
    if action not in ALL_ACTIONS:
        raise KeyError(action)

    def decorate(view: Callable[Concatenate[HttpRequest, Tournament, P], R]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            tournament = _get_with_roles(slug, request.user)
            require(request.user, action, tournament)
            # Screens hang in the hall.
            full = action != "screens.view" and can(request.user, "entries.view", tournament)
            with reading_names(full=full):
                return view(request, tournament, *args, **kwargs)

        guarded.required_action = action  # type: ignore[attr-defined]
        return guarded

    return decorate


def _get_with_roles(slug: str, user: User) -> Tournament:
    memberships = FilteredRelation("memberships", condition=Q(memberships__user=user))
    rows = Tournament.objects.annotate(own=memberships, own_role=F("own__role")).filter(slug=slug).order_by()
    if not rows:
        raise Http404
    tournament, *_same = rows
    roles: Iterable[str | None] = (row.own_role for row in rows)
    setattr(user, SEEN, {tournament.pk: frozenset(role for role in roles if role is not None)})
    return tournament


def requires_site(action: str) -> Callable[[Callable[Concatenate[HttpRequest, P], R]], Callable[..., HttpResponseBase]]:
    if action not in SITE_ACTIONS:
        raise KeyError(action)

    def decorate(view: Callable[Concatenate[HttpRequest, P], R]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            require(request.user, action, None)
            return view(request, *args, **kwargs)

        guarded.required_action = action  # type: ignore[attr-defined]
        return guarded

    return decorate
