from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.records import Problem
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import can, requires
from tournaments.core.text.replay import list_first_problems
from tournaments.core.views.manage import page
from tournaments.core.views.public import get_visible_tournament, public_page
from tournaments.core.views.replays import show_replay
from tournaments.core.visibility import is_hidden
from tournaments.events.models import Tournament
from tournaments.results.forms.table_logs import BYTES, LogForm
from tournaments.results.models.logs import TableLog
from tournaments.results.queries import sheets, table_logs
from tournaments.results.services import replays
from tournaments.results.views.manage import get_table_or_404
from tournaments.rounds.models import GameTable


@requires("results.view")
@require_safe
def logs(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    game_table = get_table_or_404(tournament, number, table)
    return _render_page(request, tournament, game_table, LogForm(seats=sheets.list_seats(game_table)))


@takes(BYTES + FORM)
@requires("logs.attach")
@require_POST
def attach(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    game_table = get_table_or_404(tournament, number, table)
    form = LogForm(request.POST, request.FILES, seats=sheets.list_seats(game_table))
    lines: list[Problem] = []
    if form.is_valid():
        try:
            log = replays.attach(
                Actor.of(request),
                game_table,
                text=form.log,
                file_name=form.name_of_file,
                first_line=form.cleaned_data["first_line"],
            )
        except UserError as error:
            form.add_error(error.field, str(error))
            lines = error.lines if isinstance(error, replays.UnreadableLogError) else []
        else:
            messages.success(request, _("Log %(number)s is attached.") % {"number": log.number})
            return redirect("manage_table_logs", tournament.slug, number, table)
    # Show the text of a file too, so that the named lines can be found.
    form.data = dict(form.data.items()) | {"text": form.log or form.data.get("text", "")}
    return _render_page(request, tournament, game_table, form, status=422, lines=lines)


def _render_page(
    request: HttpRequest,
    tournament: Tournament,
    game_table: GameTable,
    form: LogForm,
    *,
    status: int = 200,
    lines: Sequence[Problem] = (),
) -> HttpResponse:
    attached = table_logs.list_logs(game_table)
    result = sheets.find_latest_result(game_table)
    hidden = result is not None and is_hidden(request.user, result)
    return page(
        request,
        tournament,
        "results/logs.html",
        "results",
        status=status,
        round=game_table.round,
        table=game_table,
        seats=sheets.list_seats(game_table),
        logs=attached,
        comparison=table_logs.compare(game_table, attached, None if hidden else result),
        hidden=hidden,
        form=form,
        lines=list_first_problems(form.data.get("text", ""), lines),
        may_attach=can(request.user, "logs.attach", tournament),
    )


def _get_log(table: GameTable, number: int) -> TableLog:
    return get_object_or_404(TableLog, table=table, number=number, removed_at__isnull=True)


@requires("results.view")
@require_safe
def replay(request: HttpRequest, tournament: Tournament, number: int, table: int, log: int) -> HttpResponse:
    table_log = _get_log(get_table_or_404(tournament, number, table), log)
    if table_logs.has_secret_boards(table_log.table) and not can(request.user, "deals.secret", tournament):
        messages.error(
            request, _("The log tells a board that others have still to play; it opens when that is public.")
        )
        return redirect("manage_table_logs", tournament.slug, number, table)
    address = reverse("manage_table_logs", args=[tournament.slug, number, table])
    return show_replay(request, table_log.text, back=(address, _format_table_name(table_log.table)))


def _format_table_name(table: GameTable) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.number}


@require_safe
@public_page("results")
def public_logs(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show the logs of a table beside its confirmed sheet, once the round's results are released."""
    game_table = _get_public_table(tournament, number, table)
    comparison = table_logs.compare(
        game_table, table_logs.list_logs(game_table), sheets.find_confirmed_result(game_table)
    )
    context = {
        "page_title": _format_table_name(game_table),
        "comparison": comparison,
        "number": number,
        "table": game_table,
    }
    return TemplateResponse(request, "results/public/table_logs.html", context)


@require_safe
def public_replay(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """Show a log of the table in the viewer, once the round's results are released."""
    tournament = get_visible_tournament(request, slug)
    table_log = _get_log(_get_public_table(tournament, number, table), log)
    address = reverse("event_table_logs", args=[tournament.slug, number, table])
    return show_replay(request, table_log.text, back=(address, _format_table_name(table_log.table)))


def _get_public_table(tournament: Tournament, number: int, table: int) -> GameTable:
    game_table = table_logs.find_public_table(tournament, number, table)
    if game_table is None:
        raise Http404
    return game_table


_DESK = "t/<slug:slug>/manage/results/<int:number>/table/<int:table>/logs/"
_PUBLIC = "t/<slug:slug>/results/<int:number>/table/<int:table>/logs/"
urlpatterns = [
    path(_DESK, logs, name="manage_table_logs"),
    path(_DESK + "attach/", attach, name="manage_attach_log"),
    path(_DESK + "<int:log>/", replay, name="manage_table_log"),
    path(_PUBLIC, public_logs, name="event_table_logs"),
    path(_PUBLIC + "<int:log>/", public_replay, name="event_table_log"),
]
