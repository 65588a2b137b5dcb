"""Public pages: list of events, and overview of one. No sign-in needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.accounts.models import User
from tournaments.core.permissions import can, workplaces
from tournaments.core.views.public import public_page, set_cache_headers, visible_tournament
from tournaments.events.models import Tournament
from tournaments.events.queries import current_of
from tournaments.events.views import overview
from tournaments.exchange.queries import everything_checked
from tournaments.results.queries import result_columns
from tournaments.rounds.queries.clock import clock_values, shown_round
from tournaments.site.public_version import public_version, state_of
from tournaments.site.response_cache import cacheable
from tournaments.standings.queries import public
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.ceremony import PODIUM

TOP = 8
"""Number of places on the overview."""


def event_list(request: HttpRequest) -> HttpResponseBase:
    """Show the site's first page: running events, ways to begin, the account's own events, other events."""
    listed = public.events()
    rows = [row for row in listed if row.archived_at is None]
    coming = sorted((row for row in rows if row.state == Tournament.State.PLANNED), key=lambda row: str(row.starts_on))
    groups = [
        (_("Coming"), coming),
        (_("Past events"), [row for row in rows if row.state == Tournament.State.FINISHED]),
    ]
    away = [row for row in listed if row.archived_at is not None]
    own = _own_events(request.user) if isinstance(request.user, User) else []
    values = {
        "running": [row for row in rows if row.state == Tournament.State.RUNNING],
        "own": own,
        "may_create": can(request.user, "tournaments.create") or not request.user.is_authenticated,
        "groups": [group for group in groups if group[1]],
        "archived": away,
    }
    return set_cache_headers(render(request, "events/public/event_list.html", values), request)


def _own_events(user: User) -> list[tuple[Tournament, bool]]:
    """Return the events at which the account works (True) or plays (False), open ones, the newest first."""
    held = workplaces(user).filter(memberships__user=user, archived_at=None).distinct()
    plays = Tournament.objects.filter(entries__account=user, published=True, archived_at=None).exclude(pk__in=held)
    open_ones = [(one, True) for one in held] + [(one, False) for one in plays]
    return [pair for pair in open_ones if pair[0].state != Tournament.State.FINISHED]


def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the event: facts, current round, schedule, leaders."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        rounds = public.schedule(tournament)
        now = current_of(rounds).current
        when = overview.phase(tournament, now)
        top = _top(tournament)
        clocked = shown_round(tournament)
        return {
            "page_title": _("Overview"),
            "when": when,
            "rounds": rounds,
            "several_stages": len({str(row.stage) for row in rounds}) > 1,
            "now": now,
            # For whoever opens the kept page without network; each answer brings it up to date.
            "clock": clock_values(clocked) if clocked else None,
            "top": top,
            "podium": _podium(top) if when == "after" else (),
            "last": overview.last_results(tournament, rounds) if when == "during" else None,
            "columns": result_columns.of_results(tournament.ruleset.scoring),
            "preset": tournament.rulesets.order_by("number").values_list("preset", flat=True).last(),
            "players": public.players(tournament).count(),
            "teams": tournament.teams.count() if tournament.has_teams else 0,
            "all_checked": everything_checked(tournament),
        }

    return public_page(request, tournament, "events/public/event.html", context, section="overview")


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the event's public version, which open pages poll every five seconds."""
    tournament = visible_tournament(request, slug)
    response = JsonResponse({"version": public_version(state_of(tournament))})
    return set_cache_headers(cacheable(response), request)


def _top(tournament: Tournament) -> ranking.StandingsTable | None:
    """Return the leaders (teams if there are teams), or None while standings are not public."""
    found = ranking.public_standings(tournament)
    return replace(found, individual=found.individual[:TOP], teams=found.teams[:TOP]) if found else None


def _podium(top: ranking.StandingsTable | None) -> list[ranking.PlayerStanding | ranking.TeamStanding]:
    """Return places 1 to 3 of the teams if there are teams, else of the players."""
    lines = (top.teams or top.individual) if top else ()
    return [line for line in lines if 0 < line.row.place <= PODIUM]


urlpatterns = [
    path("", event_list, name="event_list"),
    path("t/<slug:slug>/", event, name="event"),
    path("t/<slug:slug>/version/", version, name="event_version"),
]
