"""Light public pages of an event for frames on other sites; with a transparent ground they lie over a stream.

They have no session, no cookie and no form, and are the only pages that may be framed: by the event's `embed_sites`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec
from zoneinfo import ZoneInfo

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.http.request_limits import expensive
from tournaments.core.http.response_cache import mark_cacheable
from tournaments.core.text import names
from tournaments.core.views.public import get_visible_tournament, set_cache_headers
from tournaments.core.visibility import build_name_marks
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.queries.clock import build_clock_values, find_clock_round
from tournaments.standings.forms.embed import USUAL_ROWS, EmbedForm
from tournaments.standings.queries import standings as ranking
from tournaments.standings.views import player as public_player

P = ParamSpec("P")
Options = Mapping[str, Any]


class RefusedError(Exception):
    """A wrong parameter (400), or no such table or player (404); the message is a sentence that the frame shows."""

    def __init__(self, message: str, status: int = 404) -> None:
        super().__init__(message)
        self.status = status


def _without_account(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Show who is signed in what everybody sees, and read no session."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return page


def embed_page(
    kind: str, *, same_for_all: bool = True
) -> Callable[[Callable[Concatenate[Tournament, Options, P], Mapping[str, Any]]], Callable[..., HttpResponseBase]]:
    """Make a page for frames of a function from event and parameters to the values of its template."""

    def decorate(
        build_values: Callable[Concatenate[Tournament, Options, P], Mapping[str, Any]],
    ) -> Callable[..., HttpResponseBase]:
        @xframe_options_exempt
        @require_safe
        @_without_account
        @expensive
        @wraps(build_values)
        def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            tournament = get_visible_tournament(request, slug)
            # Read before the page, as in `public_page`.
            version = get_public_version(build_event_state(tournament))
            form = EmbedForm(request.GET, kind=kind)
            template, status = f"standings/embed/{kind}.html", 200
            with timezone.override(ZoneInfo(tournament.time_zone)):
                try:
                    if not form.is_valid():
                        raise RefusedError(form.fault, 400)
                    values = build_values(tournament, form.cleaned_data, *args, **kwargs)
                except RefusedError as error:
                    template, status = "standings/embed/refused.html", error.status
                    values = {"refusal": str(error)}
                frame = {**_build_frame(tournament, form.cleaned_data), "kind": kind, "version": version}
                response = TemplateResponse(request, template, {**frame, **values}, status=status)
                response.render()
            if same_for_all:
                mark_cacheable(response)
            set_cache_headers(response, request)
            policy = {"frame-ancestors": [SELF, *tournament.embed_sites.split()], "form-action": [NONE]}
            return csp_replace(policy)(lambda _asked: response)(request)

        return page

    return decorate


def _build_frame(tournament: Tournament, options: Options) -> dict[str, Any]:
    transparent = options.get("transparent") == "1"
    dark = options.get("dark") or ("1" if transparent else "")
    return {
        "tournament": tournament,
        "marks": SimpleLazyObject(lambda: build_name_marks(tournament)),
        "columns": options.get("columns", ()),
        "transparent": transparent,
        "dark_media": {"1": "all", "0": "not all"}.get(dark, ""),
    }


def _choose_figures(columns: frozenset[str]) -> str:
    """Return the slice of the figures to show: the first one is the points."""
    start, end = ("" if "points" in columns else "1"), ("" if "figures" in columns else "1")
    return f"{start}:{end}"


@embed_page("standings")
def standings(tournament: Tournament, options: Options) -> Mapping[str, Any]:
    table = ranking.find_public_standings(tournament)
    rows = options["rows"] or USUAL_ROWS
    return {
        "page_title": _("Standings"),
        "table": table,
        "lines": table.individual[:rows] if table else (),
        "figures": _choose_figures(options["columns"]),
        "hidden": tournament.standings_hidden,
    }


@embed_page("seating")
def seating(tournament: Tournament, options: Options) -> Mapping[str, Any]:
    number = find_current_round(tournament).number
    current = public_seatings.find_public_seating(tournament, number) if number is not None else None
    return {
        "page_title": _("Seating of round %(number)s") % {"number": number} if current else _("Seating"),
        "seating": current,
        "tables": public_seatings.list_seated_tables(current)[: options["rows"] or None],
    }


@embed_page("clock", same_for_all=False)
def clock(tournament: Tournament, options: Options) -> Mapping[str, Any]:
    current = find_clock_round(tournament)
    return {
        "page_title": _("Round clock"),
        "clock": build_clock_values(current) if current else None,
        "now": time.time_ns() // 1_000_000,
    }


@embed_page("table")
def table(tournament: Tournament, options: Options, number: int) -> Mapping[str, Any]:
    current = find_current_round(tournament).number
    seating = public_seatings.find_public_seating(tournament, current) if current is not None else None
    seated = next((row for row in public_seatings.list_seated_tables(seating) if row.number == number), None)
    if seating is not None and seated is None:
        raise RefusedError(_("There is no table %(number)s in this round.") % {"number": number})
    ranked = ranking.find_public_standings(tournament)
    lines = {line.player.pk: line for line in ranked.individual} if ranked else {}
    return {
        "page_title": _("Table %(number)s") % {"number": seated.label if seated else number},
        "round": seating.round if seating else None,
        "table": seated,
        "ranked": ranked,
        "seats": [(seat, lines.get(seat.entry_id)) for seat in seated.seats] if seated else (),
    }


@embed_page("player")
def player(tournament: Tournament, options: Options, number: int) -> Mapping[str, Any]:
    entry = public_player.find_public_player(tournament, number)
    if entry is None:
        raise RefusedError(_("This event has no player %(number)s.") % {"number": number})
    ranked = ranking.find_public_standings(tournament)
    line = next((row for row in ranked.individual if row.player.pk == entry.pk), None) if ranked else None
    return {
        "page_title": names.choose_leading_name(entry),
        "player": entry,
        "ranked": ranked,
        "line": line,
        "now": public_player.build_player_values(entry)["now"],
        "hidden": tournament.standings_hidden,
    }


_EMBED: Final = "t/<slug:slug>/embed/"
urlpatterns = [
    path(_EMBED + "standings/", standings, name="embed_standings"),
    path(_EMBED + "seating/", seating, name="embed_seating"),
    path(_EMBED + "clock/", clock, name="embed_clock"),
    path(_EMBED + "table/<int:number>/", table, name="embed_table"),
    path(_EMBED + "player/<int:number>/", player, name="embed_player"),
]
