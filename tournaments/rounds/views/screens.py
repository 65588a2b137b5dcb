"""Projector views that turn their pages, and the shared round clock."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.exact import Range, integer_or
from tournaments.branding.queries import list_sponsors
from tournaments.core.http.request_limits import expensive
from tournaments.core.http.response_cache import mark_cacheable
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.text.language import find_language_code
from tournaments.core.views.public import compute_json_etag, get_visible_tournament, page_key
from tournaments.core.visibility import build_name_marks
from tournaments.entries.models.entries import Entry
from tournaments.events import hall_address
from tournaments.events.models import Announcement, Tournament
from tournaments.events.queries import find_current_round
from tournaments.figures.queries import read_event_numbers
from tournaments.rounds.models import Seat, Seating
from tournaments.rounds.queries import hall_plan, public_seatings
from tournaments.rounds.queries.clock import build_clock_values, find_clock_round
from tournaments.rounds.queries.rotation import find_next_view
from tournaments.rounds.text import format_title
from tournaments.standings.queries import need_texts as needs_words
from tournaments.standings.queries import needs
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.categories import NoCategoryError, add_category_places

MAX_SCREENS: Final = 12
PODIUM: Final = 3
TURN: Final = "turn"
DEFAULT_SECONDS = 12
"""Seconds per page: the time to find a name among forty."""


class ScreenShare(NamedTuple):
    number: int
    of: int


@expensive
def screen(request: HttpRequest, slug: str, view: str) -> HttpResponseBase:
    """Show a projector view, or with `?part=1` only its changing part, with an ETag for polling.

    `?lang=`, `?second=`: languages; `?seconds=` per page; `?category=`; `?screen=2&of=4`: a share of the names.
    """
    tournament = get_visible_tournament(request, slug)
    if view not in VIEWS:
        raise Http404
    language = find_language_code(request.GET.get("lang")) or translation.get_language() or "en"
    second = _choose_second_language(request, tournament, language)
    category = (integer_or(request.GET.get("category")) or None) if view == "standings" else None
    of = integer_or(request.GET.get("of"), within=Range(2, MAX_SCREENS)) if view == "seating" else 0
    number = integer_or(request.GET.get("screen"), within=Range(1, of)) if of else 0
    share = ScreenShare(number, of) if number else None
    with translation.override(language):
        if of and not share:
            return _choose_screen(request, tournament, of)
        if request.GET.get("part"):
            # Projectors that are signed in poll as often as others.
            etag = compute_json_etag(page_key(tournament, "screen", view), second, category, share)
            response = get_conditional_response(request, etag=etag)
            if response is None:
                part = _build_part(tournament, view, second, category, share)
                response = mark_cacheable(render(request, "rounds/screen/_part.html", part))
                response["ETag"] = etag
            patch_cache_control(response, no_cache=True)
            return response
        return render(
            request,
            f"rounds/screen/{view}.html",
            {
                **_build_part(tournament, view, second, category, share),
                "tournament": tournament,
                "view": view,
                "part_url": f"{request.path}?part=1&lang={language}&second={second}"
                + (f"&category={category}" if category else "")
                + (f"&screen={share.number}&of={share.of}" if share else ""),
                "seconds": _read_seconds(request),
                "next_url": _make_rotation_address(request, slug, view) if request.GET.get(TURN) else "",
                "clock": _find_clock_values(tournament),
                "finder": make_qr_code(hall_address.make_absolute(request, reverse("event", args=[slug]))),
                "now": _read_milliseconds(),
            },
        )


@require_safe
def rotation(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the view that is in turn `after` another, or to the first."""
    tournament = get_visible_tournament(request, slug)
    view = find_next_view(tournament, request.GET.get("after", ""))
    query = request.GET.copy()
    query.pop("after", None)
    query[TURN] = "1"
    return redirect(f"{reverse('screen', args=[slug, view])}?{query.urlencode()}")


def _make_rotation_address(request: HttpRequest, slug: str, view: str) -> str:
    query = request.GET.copy()
    query["after"] = view
    return f"{reverse('screen_rotation', args=[slug])}?{query.urlencode()}"


def _choose_screen(request: HttpRequest, tournament: Tournament, of: int) -> HttpResponse:
    values = {
        "tournament": tournament,
        "view": "choice",
        "page_title": _("Seating on several screens"),
        "counts": range(2, MAX_SCREENS + 1),
        "of": of,
        "screens": enumerate(public_seatings.build_alphabet(tournament, of).labels, 1),
        "clock": _find_clock_values(tournament),
        "now": _read_milliseconds(),
    }
    return render(request, "rounds/screen/choice.html", values)


def _build_part(
    tournament: Tournament, view: str, second: str, category: int | None, share: ScreenShare | None
) -> dict[str, Any]:
    heading, suffix, body = _render_body(tournament, view, category, share)
    number = _find_round_number(tournament, view)
    with translation.override(second):
        second_title = format_title(view, number)
    return {
        "page_title": f"{heading}{suffix}",
        "second_title": f"{second_title}{suffix}" if second_title != heading else "",
        "second_language": second,
        "body": body,
    }


def _render_body(
    tournament: Tournament, view: str, category: int | None, share: ScreenShare | None
) -> tuple[str, str, str]:
    heading, suffix = format_title(view, _find_round_number(tournament, view)), ""
    with timezone.override(ZoneInfo(tournament.time_zone)):
        about = {"tournament": tournament, "section": "", "marks": build_name_marks(tournament)}
        values = {"page_title": heading, **VIEWS[view](tournament), **about}
        if view == "standings" and values["table"]:
            try:
                values["table"] = add_category_places(tournament, values["table"], category)
            except NoCategoryError:
                raise Http404 from None
            if values["table"].category:
                suffix = f": {values['table'].category}"
        if share:
            values |= _select_share(tournament, values["by_name"], share)
            suffix = f": {values['letters']}" if values["letters"] else ""
        important = Announcement.current(tournament.pk).filter(level=Announcement.Level.IMPORTANT)
        above = render_to_string("rounds/screen/_announcements.html", {"announcements": important})
        return heading, suffix, above + render_to_string(f"rounds/screen/_{view}.html", values)


def _find_round_number(tournament: Tournament, view: str) -> int | None:
    if view in ("seating", "plan"):
        return find_current_round(tournament).number
    if view in ("standings", "teams", "numbers"):
        return ranking.get_last_public_round(tournament) or None
    return None


def _build_seating_values(tournament: Tournament) -> Mapping[str, Any]:
    seating = _find_current_seating(tournament)
    return {
        "seating": seating,
        "by_name": public_seatings.sort_seats_by_name(public_seatings.list_seated_tables(seating)),
    }


def _select_share(
    tournament: Tournament, by_name: Sequence[tuple[public_seatings.SeatedTable, Seat]], share: ScreenShare
) -> Mapping[str, Any]:
    """Return the names of a screen, its letters, and those of all screens."""
    alphabet = public_seatings.build_alphabet(tournament, share.of)
    return {
        "by_name": [
            seat for seat in by_name if alphabet.part_of(public_seatings.build_name_key(seat[1].entry)) == share.number
        ],
        "letters": alphabet.labels[share.number - 1],
        "screens": list(enumerate(alphabet.labels, 1)),
        "share": share,
    }


def _build_plan_values(tournament: Tournament) -> Mapping[str, Any]:
    seating = _find_current_seating(tournament)
    if seating is None:
        return {"cells": [], "columns": 0}
    tables = {table.number: table for table in public_seatings.list_seated_tables(seating)}
    plan = hall_plan.build_hall_plan(tournament, tables, hall_plan.get_row_length(tournament))
    return {"cells": [tables.get(number or 0) for number in plan.cells], "columns": plan.columns}


def _find_current_seating(tournament: Tournament) -> Seating | None:
    number = find_current_round(tournament).number
    return public_seatings.find_public_seating(tournament, number) if number is not None else None


def _find_clock_values(tournament: Tournament) -> dict[str, Any] | None:
    return build_clock_values(round_) if (round_ := find_clock_round(tournament)) else None


def _build_no_values(tournament: Tournament) -> Mapping[str, Any]:
    return {}


def _build_standings_values(tournament: Tournament) -> Mapping[str, Any]:
    return {"table": ranking.find_public_standings(tournament), "hidden": tournament.standings_hidden}


def _build_numbers_values(tournament: Tournament) -> Mapping[str, Any]:
    _stored, first = read_event_numbers(tournament, with_games=False)
    others = (read_event_numbers(tournament, family, with_games=False)[1] for family in first.families[1:])
    parts = [first, *others]
    people = Entry.objects.select_related("team").in_bulk({key for numbers in parts for key in numbers.sums})
    return {"parts": parts, "people": people, "hidden": tournament.standings_hidden}


def _build_needs_values(tournament: Tournament) -> Mapping[str, Any]:
    listed = needs.list_needs_near_line(tournament)
    return {
        "chances": [
            {"found": player_needs, "state": needs_words.describe_certainty(player_needs)} for player_needs in listed
        ],
        "aim": needs_words.describe_aim(listed[0].last) if listed else "",
        "counted": needs_words.describe_counted_results(listed[0].last) if listed else "",
    }


def _build_podium_values(tournament: Tournament) -> Mapping[str, Any]:
    over = tournament.state == Tournament.State.FINISHED
    table = ranking.find_public_standings(tournament) if over else None
    lines: Sequence[Any] = (table.teams or table.individual) if table else []
    columns = (table.team_columns if table.teams else table.columns) if table else []
    return {
        "lines": [line for line in lines if 1 <= line.row.place <= PODIUM and line.row.out is None],
        "unit": columns[0].name if columns else "",
        "hidden": tournament.standings_hidden,
        "over": over,
    }


def _build_sponsors_values(tournament: Tournament) -> Mapping[str, Any]:
    return {"sponsors": list_sponsors(tournament, "on_screens")}


VIEWS = {
    "podium": _build_podium_values,
    "sponsors": _build_sponsors_values,
    "seating": _build_seating_values,
    "plan": _build_plan_values,
    "standings": _build_standings_values,
    "teams": _build_standings_values,
    "numbers": _build_numbers_values,
    "clock": _build_no_values,
    "needs": _build_needs_values,
}


def clock_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the clock's state with an ETag; `X-Server-Time` (milliseconds) corrects device clocks, also on a 304."""
    tournament = get_visible_tournament(request, slug)
    state = _find_clock_values(tournament)
    etag = compute_json_etag("clock", tournament.pk, state)
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        response = JsonResponse({"clock": state})
        response["ETag"] = etag
    response["X-Server-Time"] = str(_read_milliseconds())
    patch_cache_control(response, no_cache=True)
    return response


def _read_milliseconds() -> int:
    return time.time_ns() // 1_000_000


def _choose_second_language(request: HttpRequest, tournament: Tournament, first: str) -> str:
    """Return the language under the heading: the requested one, else the event's other print language, else English."""
    second = find_language_code(request.GET.get("second"))
    if second:
        return second
    printed = [code for code in map(str, tournament.print_languages) if find_language_code(code) and code != first]
    return (printed or ["en" if first != "en" else first])[0]


def _read_seconds(request: HttpRequest) -> int:
    return min(max(integer_or(request.GET.get("seconds"), DEFAULT_SECONDS), 3), 120)


urlpatterns = [
    path("t/<slug:slug>/screen/", rotation, name="screen_rotation"),
    path("t/<slug:slug>/screen/<slug:view>/", screen, name="screen"),
    path("t/<slug:slug>/clock.json", clock_json, name="clock_json"),
]
