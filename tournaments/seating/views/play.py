"""Play now: start an event with one form, show its tables with one code, and find one's table by that code."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.audit import Actor
from tournaments.core.http.problems import refused
from tournaments.core.permissions import requires, requires_site
from tournaments.core.printing.documents import code
from tournaments.core.views import long_lists
from tournaments.core.views.manage import page, piece, submit
from tournaments.core.views.renewal import renewal_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import marks_of
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.results.queries import board
from tournaments.rounds.models import Round
from tournaments.rounds.queries.participants import left_out
from tournaments.seating.forms.seatings import PlayNowForm
from tournaments.seating.queries.hall_code import event_of_hall_code, hall_code, hall_is_open
from tournaments.seating.services import play
from tournaments.standings.queries import public


@requires_site("tournaments.create")
def play_now(request: HttpRequest) -> HttpResponse:
    """Show and handle the form that starts an event at once."""
    form = PlayNowForm(request.POST or None)

    def begin() -> Tournament:
        values = form.cleaned_data
        return play.begin(
            Actor.of(request),
            preset_key=values["preset"],
            players=values["players"],
            time_zone=values["time_zone"],
        )

    made = submit(request, form, begin, "")
    if made is not None:
        return redirect("manage_play", made.slug)
    return render(request, "seating/manage/play_now.html", {"form": form}, status=422 if form.is_bound else 200)


@requires("print")
@require_safe
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tables of the round in play with the code of the hall, and the step to the next round."""
    return show_tables(request, tournament)


def show_tables(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, players_form: BaseForm | None = None
) -> HttpResponse:
    round_ = _round(tournament)
    context: dict[str, Any] = {"round": round_, "marks": marks_of(tournament)}
    if round_ is not None:
        round_tables = board.board(round_)
        context |= {
            "tables": round_tables,
            "missing": sum(table.state != "confirmed" for table in round_tables),
            "following": round_.number + 1,
            "sits_out": _sits_out(round_),
        }
        list_of_tables = piece(request, tournament, "seating/manage/_play_tables.html", **context)
        renewal = renewal_of(request, frame=list_of_tables, remainder=None, rows={})
        if renewal.is_nothing:
            return HttpResponse(status=204)
        context |= renewal.context | {"list_of_tables": list_of_tables}
    if request.headers.get("HX-Request"):
        return page(request, tournament, "seating/manage/_play_part.html", "play", **context)
    if hall_is_open(tournament):
        address = hall_address.absolute(request, reverse("hall", args=[hall_code(tournament)]))
        context |= {"has_code": True, "address": address, "qr": code(address)}
    context["players_form"] = players_form or blank_form("manage_play_players", tournament)
    return page(request, tournament, "seating/manage/play.html", "play", status=status, **context)


@never_cache
@require_safe
def hall(request: HttpRequest, key: str) -> HttpResponse:
    """List the tables of the round in play, each leading to its own page; a round with one table shows that page. The
    key is the code of the hall.
    """
    tournament = event_of_hall_code(key)
    if tournament is None:
        return refused(request, 404, _("This code is not in use. Scan the one in the hall, or ask an organiser."))
    round_ = _round(tournament)
    tokens = dict(round_.tables.values_list("pk", "token")) if round_ else {}
    if len(tokens) == 1 and not _sits_out(round_):
        return redirect("table_code", *tokens.values())
    shown = [(table, tokens[table.pk]) for table in board.board(round_)] if round_ else []
    wanted = public.searched_players(tournament, long_lists.searched(request))
    if wanted is not None:
        shown = [one for one in shown if any(seat.entry.pk in wanted for seat in one[0].seats)]
    listed = long_lists.in_pages(request, shown, long_lists.TABLES, lambda one: one[0].called)
    return render(
        request,
        "seating/public/hall.html",
        {
            "tournament": tournament,
            "round": round_,
            "list": listed,
            "tables": listed.rows,
            "sits_out": _sits_out(round_),
            "marks": marks_of(tournament),
        },
    )


def _sits_out(round_: Round | None) -> list[Entry]:
    seating = round_.current_seating if round_ is not None else None
    return left_out(seating) if seating is not None else []


def _round(tournament: Tournament) -> Round | None:
    """Return the round of the field that is being played, else the last one played."""
    field = tournament.rounds.filter(alone=False).select_related("stage", "tournament", "clock")
    begun = field.filter(state__in=[Round.State.PLAYING, Round.State.FINISHED]).order_by("number")
    return begun.filter(state=Round.State.PLAYING).first() or begun.last()


urlpatterns = [
    path("manage/play/", play_now, name="play_now"),
    path("t/<slug:slug>/manage/play/", tables, name="manage_play"),
    path("hall/<str:key>/", hall, name="hall"),
]
