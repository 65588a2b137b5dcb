from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.http.problems import make_refusal
from tournaments.core.permissions import requires, requires_site
from tournaments.core.views import long_lists
from tournaments.core.views.manage import submit
from tournaments.core.visibility import build_name_marks
from tournaments.events.models import Tournament
from tournaments.results.queries import board
from tournaments.seating.actions.play import AddPlayersNow
from tournaments.seating.forms.seatings import PlayNowForm
from tournaments.seating.pages import find_round_in_play, list_players_sitting_out, show_tables
from tournaments.seating.queries.hall_code import find_event_of_hall_code
from tournaments.seating.services import play
from tournaments.standings.queries import public


@requires_site("tournaments.create")
def play_now(request: HttpRequest) -> HttpResponse:
    form = PlayNowForm(request.POST or None)

    def begin() -> Tournament:
        values = form.cleaned_data
        return play.begin(
            Actor.of(request),
            preset_key=values["preset"],
            players=values["players"],
            time_zone=values["time_zone"],
        )

    round_ = submit(request, form, begin, "")
    if round_ is not None:
        return redirect("manage_play", round_.slug)
    return render(request, "seating/manage/play_now.html", {"form": form}, status=422 if form.is_bound else 200)


@requires("print")
@require_safe
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_tables(request, tournament, players_form=AddPlayersNow.make_blank_form(tournament))


@never_cache
@require_safe
def hall(request: HttpRequest, key: str) -> HttpResponse:
    """List the tables in play for the code of the hall, `key`; show a single table's page at once."""
    tournament = find_event_of_hall_code(key)
    if tournament is None:
        return make_refusal(request, 404, _("This code is not in use. Scan the one in the hall, or ask an organiser."))
    round_ = find_round_in_play(tournament)
    tokens = dict(round_.tables.values_list("pk", "token")) if round_ else {}
    if len(tokens) == 1 and not list_players_sitting_out(round_):
        return redirect("table_code", *tokens.values())
    tables = [(table, tokens[table.pk]) for table in board.list_board_tables(round_)] if round_ else []
    wanted = public.find_searched_keys(tournament, long_lists.read_search_words(request))
    if wanted is not None:
        tables = [row for row in tables if any(seat.entry.pk in wanted for seat in row[0].seats)]
    listed = long_lists.in_pages(request, tables, long_lists.TABLES, lambda row: row[0].called)
    return render(
        request,
        "seating/public/hall.html",
        {
            "tournament": tournament,
            "round": round_,
            "list": listed,
            "tables": listed.rows,
            "sits_out": list_players_sitting_out(round_),
            "marks": build_name_marks(tournament),
        },
    )


urlpatterns = [
    path("manage/play/", play_now, name="play_now"),
    path("t/<slug:slug>/manage/play/", tables, name="manage_play"),
    path("hall/<str:key>/", hall, name="hall"),
]
