from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any, Final, Literal

from django.contrib.staticfiles import finders
from django.db.models import Count, F
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.accounts.models import User
from tournaments.branding.queries import list_logos
from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.http.response_cache import mark_cacheable
from tournaments.core.permissions import can, list_workplaces
from tournaments.core.views.public import get_visible_tournament, public_page, set_cache_headers
from tournaments.events.filters import PER_PAGE, EventFilter
from tournaments.events.models import Tournament
from tournaments.events.queries import COMING, PAST, PHASES, RUNNING, choose_current_round, filter_by_phase
from tournaments.exchange.queries import find_complete_check
from tournaments.results.queries import result_columns
from tournaments.results.queries.public_results import ResultRow, find_best_results
from tournaments.rounds.models import Round
from tournaments.rounds.queries.clock import build_clock_values, find_clock_round
from tournaments.rounds.queries.live_tables import LiveTables, list_live_tables
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.standings.queries import posters, public
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.ceremony import PODIUM

When = Literal["before", "during", "after"]

BEST: Final = 5

TOP = 8

FIRST_RUNNING, FIRST_COMING, FIRST_OWN = 12, 10, 10
"""Numbers of events on the site's first page, which links to all of them."""

FEW: Final = 8
"""Number of events up to which the first page has no search."""


def event_list(request: HttpRequest) -> HttpResponseBase:
    """Show running events, ways to begin, the account's own events and others, or the events found by a search."""
    listed = public.query_published_events()
    event_filter = EventFilter(request.GET, listed, request=request)
    if event_filter.is_used or "page" in request.GET:
        values: dict[str, Any] = {"filter": event_filter, "page": event_filter.page}
        return set_cache_headers(render(request, "events/public/events_found.html", values), request)
    counts = Tournament.objects.filter(published=True).aggregate(
        **{phase: Count("pk", filter=rows) for phase, rows in PHASES.items()}
    )
    coming = filter_by_phase(listed, COMING).order_by(F("starts_on").asc(nulls_last=True), "name", "pk")
    running = list(filter_by_phase(listed, RUNNING)[:FIRST_RUNNING])
    past = list(filter_by_phase(listed, PAST)[:PER_PAGE])
    groups = [
        (COMING, _("Coming"), list(coming[:FIRST_COMING]), counts[COMING]),
        (PAST, _("Past events"), past, counts[PAST]),
    ]
    values = {
        "filter": event_filter if sum(counts.values()) > FEW else None,
        "logos": list_logos(running),
        "winners": posters.find_leaders(past),
        "running": posters.build_posters(running, timezone.now()),
        "own": _list_own_events(request.user) if isinstance(request.user, User) else [],
        "may_create": can(request.user, "tournaments.create") or not request.user.is_authenticated,
        "groups": [group for group in groups if group[2]],
        "counts": counts,
        "home_picture": find_home_picture(get_language() or "en"),
    }
    return set_cache_headers(render(request, "events/public/event_list.html", values), request)


@cache
def find_home_picture(language: str) -> str:
    """Return the picture of an event's page in this language; the English one where a language has none yet."""
    picture = f"img/try/event-{language}.webp"
    return picture if finders.find(picture) else "img/try/event-en.webp"


def _list_own_events(user: User) -> list[tuple[Tournament, bool]]:
    """Return the newest open events of the account, True if it works there, False if it plays."""
    open_ones = Tournament.objects.filter(archived_at=None).exclude(state=Tournament.State.FINISHED)
    held = open_ones.filter(pk__in=list_workplaces(user), memberships__user=user).distinct()
    plays = open_ones.filter(entries__account=user, published=True).exclude(pk__in=held)
    return [(row, True) for row in held[:FIRST_OWN]] + [(row, False) for row in plays[:FIRST_OWN]]


@public_page("overview")
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    rounds = public.schedule(tournament)
    state = choose_current_round(rounds)
    now = state.current
    when = find_phase(tournament, now)
    ranked = ranking.find_public_standings(tournament)
    top = _cut_to_leaders(ranked)
    clocked = find_clock_round(tournament)
    context = {
        "page_title": _("Overview"),
        "when": when,
        "rounds": rounds,
        "has_times": any(row.starts_at is not None for row in rounds),
        "to_come": list_tables_to_come(tournament),
        "several_stages": len({str(row.stage) for row in rounds}) > 1,
        "now": now,
        "next_round": state.first_to_come if state.first_to_come != now else None,
        "all_played": state.all_played,
        # For readers of the cached page without a network; each response updates it.
        "clock": build_clock_values(clocked) if clocked else None,
        "top": top,
        "podium": _list_podium(top) if when == "after" else (),
        "live": _list_live_tables(tournament, rounds, ranked) if when == "during" else None,
        "last": last_results(tournament, rounds) if when == "during" else None,
        "columns": result_columns.list_result_columns(tournament.ruleset.scoring),
        "preset": tournament.rulesets.order_by("number").values_list("preset", flat=True).last(),
        "players": public.filter_field(tournament.entries.all()).count(),
        "teams": tournament.teams.count() if tournament.has_teams else 0,
        "all_checked": find_complete_check(tournament),
    }
    return TemplateResponse(request, "events/public/event.html", context)


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the event's public version, which open pages poll every five seconds."""
    tournament = get_visible_tournament(request, slug)
    response = JsonResponse({"version": get_public_version(build_event_state(tournament))})
    return set_cache_headers(mark_cacheable(response), request)


def _cut_to_leaders(ranked: ranking.StandingsTable | None) -> ranking.StandingsTable | None:
    return replace(ranked, individual=ranked.individual[:TOP], teams=ranked.teams[:TOP]) if ranked else None


def _list_live_tables(
    tournament: Tournament, rounds: Iterable[public.ListedRound], ranked: ranking.StandingsTable | None
) -> LiveTables | None:
    """Return the tables in play in the order of the public standings, of an event of teams by their places."""
    by_team = bool(ranked and ranked.teams)
    lines = (ranked.teams if by_team else ranked.individual) if ranked else ()
    places = {int(line.row.key): line.row.place for line in lines}
    players = {line.player.pk: line.player for line in ranked.individual} if ranked else {}
    return list_live_tables((row for row in rounds if not row.released), places, players, by_team=by_team)


def _list_podium(top: ranking.StandingsTable | None) -> list[ranking.PlayerStanding | ranking.TeamStanding]:
    """Return places 1 to 3 of the teams, else of the players."""
    lines = (top.teams or top.individual) if top else ()
    return [line for line in lines if 0 < line.row.place <= PODIUM]


urlpatterns = [
    path("", event_list, name="event_list"),
    path("t/<slug:slug>/", event, name="event"),
    path("t/<slug:slug>/version/", version, name="event_version"),
]


def find_phase(tournament: Tournament, now: Round | None) -> When:
    """Return the phase: before a seating is published, during, or after play; `now`: the current round."""
    if tournament.state == Tournament.State.FINISHED:
        return "after"
    return "during" if now or tournament.state == Tournament.State.RUNNING else "before"


def last_results(
    tournament: Tournament, rounds: Iterable[public.ListedRound]
) -> tuple[int, list[tuple[ResultRow, str]]] | None:
    """Return the last round with public results, with the best of them and their tables' names."""
    last = public.last_released(rounds)
    best = find_best_results(tournament, last.number, BEST) if last else None
    return (last.number, [(row, sheet.label) for row, sheet in best]) if last and best is not None else None
