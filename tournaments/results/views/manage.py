from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.exact import integer_or
from tournaments.core import extensions, jobs
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import can, require, requires
from tournaments.core.text.names import format_person, map_marks
from tournaments.core.views.manage import page
from tournaments.core.views.renewal import build_renewal
from tournaments.core.views.undo import Undo, announce_success
from tournaments.core.visibility import Visitor, find_hidden_results_round
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.results.forms.results import TableEntryForm
from tournaments.results.models.results import TableResult
from tournaments.results.papers.scoresheet import list_result_fields
from tournaments.results.queries import board as boards
from tournaments.results.queries import confirming, sheets
from tournaments.results.queries.tiles import build_tiles
from tournaments.results.services import corrections, results
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import NotStartedError

START = "clock.control"


def get_round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(
        Round.objects.select_related("tournament", "stage", "ruleset"), tournament=tournament, number=number
    )


def get_table_or_404(tournament: Tournament, number: int, table: int) -> GameTable:
    game_tables = GameTable.objects.select_related("round__tournament", "round__ruleset")
    return get_object_or_404(game_tables, round__tournament=tournament, round__number=number, number=table)


def get_current_round_number(tournament: Tournament) -> int:
    return find_current_round(tournament).number or 1


def _read_chosen_round(request: HttpRequest) -> int:
    return integer_or(request.GET.get("round", ""), 0)


@requires("board.view")
@require_safe
def board(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    round_ = get_round(tournament, number or _read_chosen_round(request) or get_current_round_number(tournament))
    entries = {entry.pk: entry for entry in tournament.entries.order_by()}
    tables = boards.list_board_tables(round_, entries=entries)
    calls = extensions.render_pieces("board", {"request": request, "tournament": tournament})
    work_waits = not jobs.is_worker_alive()
    marks = map_marks(entries.values())
    players = {table.number: ", ".join(format_person(seat.entry, marks) for seat in table.seats) for table in tables}
    tiles = build_tiles(round_, tables, extensions.make_tile_renderer(request, tournament))
    may_open = can(request.user, "results.view", tournament)
    renewal = build_renewal(
        request,
        frame=[tiles.frame, may_open, tournament.time_zone],
        remainder=[tiles.counts, calls, work_waits],
        rows=tiles.facts(players),
    )
    if renewal.is_nothing:
        return HttpResponse(status=204)
    part = "results/_board.html" if request.headers.get("HX-Request") else "results/board.html"
    answer = page(
        request,
        tournament,
        part,
        "board",
        round=round_,
        **renewal.context,
        **tiles.context(renewal.changed),
        may_open=may_open,
        listed=[(table, players[table.number]) for table in tables if renewal.sends(tiles.key_of(table))],
        out_of_band="true" if renewal.is_part else "",
        rounds=tournament.rounds.order_by("number"),
        calls=calls,
        work_waits=work_waits,
    )
    return renewal.answer(answer)


@requires("results.view")
@require_safe
def home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return redirect(
        "manage_results", tournament.slug, _read_chosen_round(request) or get_current_round_number(tournament)
    )


@requires("results.view")
@require_safe
def of_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a round's sheets for keyboard entry; the page renews tiles, and sheets (``?table=``) that others changed."""
    round_ = get_round(tournament, number)
    version = sheets.get_round_ruleset(round_)
    may_confirm = can(request.user, "results.confirm", tournament)
    may_enter = round_.annulled_at is None and can(request.user, "results.enter", tournament)
    rules = sheets.get_sheet_rules(version)
    renewed, wanted = "HX-Request" in request.headers, integer_or(request.GET.get("table", ""), 0)
    tables = boards.list_board_tables(round_, with_players=not renewed or bool(wanted))
    tiles, waiting = (
        build_tiles(round_, tables, extensions.make_tile_renderer(request, tournament)),
        confirming.collect_waiting(round_),
    )
    renewal = build_renewal(request, frame=tiles.frame, remainder=[tiles.counts, waiting], rows=tiles.facts())
    context_values: dict[str, Any] = {"round": round_, "waiting": waiting, "may_open": True}
    context_values |= renewal.context | tiles.context(renewal.changed)
    if renewed and not wanted:
        if renewal.is_nothing:
            return HttpResponse(status=204)
        return renewal.answer(page(request, tournament, "results/_entry_tiles.html", "results", **context_values))
    listed = [table for table in tables if table.number == wanted] if renewed else tables
    lines = [TableEntryForm(table, request.user, rules=rules, may_confirm=may_confirm) for table in listed]
    context_values |= {"photos": sheets.count_photos_by_table(round_.pk), "may_enter": may_enter}
    if renewed:
        if not lines:
            raise Http404
        return page(request, tournament, "results/_entry_line.html", "results", line=lines[0], **context_values)
    return page(
        request,
        tournament,
        "results/entry.html",
        "results",
        **context_values,
        rounds=tournament.rounds.order_by("number"),
        lines=lines,
        seated=any(table.seats for table in tables),
        fields=list_result_fields(rules),
        sums=sheets.build_sum_parameters(version),
        may_release=round_.annulled_at is None and can(request.user, "results.release", tournament),
        alike=sheets.list_results_entered_twice(round_, request.user) if may_confirm else [],
        missing=[row.number for row in tables if row.state != "confirmed"],
        alone=may_enter and confirming.is_alone(request.user, round_),
    )


def may_start_for(user: Visitor, table: GameTable, error: UserError | None) -> bool:
    """Return whether a sheet was refused because its round has not started, and the account may start it."""
    return isinstance(error, NotStartedError) and error.startable and can(user, START, table.round.tournament)


def start_first(request: HttpRequest, table: GameTable) -> bool:
    """Start the round if the request asks for it beside a sheet. Raises `UserError`, PermissionDenied."""
    if "start" not in request.POST:
        return False
    require(request.user, START, table.round.tournament)
    rounds.start(Actor.of(request), table.round)
    return True


def undo_sheets(number: int, results: Sequence[TableResult]) -> Undo | None:
    """Return the undo of the last step on sheets; None if one was corrected or the round is over."""
    if not all(corrections.may_take_back(result) for result in results):
        return None
    pairs = " ".join(f"{result.table.number}:{result.version}" for result in results)
    return Undo("manage_take_back", "results.confirm", {"number": number}, {"sheets": pairs})


def tell_state(request: HttpRequest, game_table: GameTable, result: TableResult) -> None:
    values = {"table": game_table.number, "state": result.get_state_display()}
    round_ = game_table.round
    message = _("Table %(table)s: %(state)s.") % values
    announce_success(request, round_.tournament, message, undo_sheets(round_.number, [result]))
    for warning in list_outdated_warnings(result):
        messages.warning(request, warning)


def list_outdated_warnings(result: TableResult) -> list[str]:
    outdated = results.list_outdated(result) if result.version > 1 else []
    # Outside an f-string, where gettext's extractor finds it.
    stays = _("It stays as it is.")
    return [f"{difference.item.label}. {'' if difference.open else stays}".strip() for difference in outdated]


def describe_release(tournament: Tournament, round_: Round) -> str:
    values = {"number": round_.number}
    closed = find_hidden_results_round(tournament)
    if closed is not None and round_.number >= closed:
        return _("The results of round %(number)s are released; they stay hidden until the ceremony.") % values
    if tournament.rehearsal:
        return _("The results of round %(number)s are released; a rehearsal is never public.") % values
    if not tournament.published:
        return _("The results of round %(number)s are released, but the public pages are closed.") % values
    return _("The results of round %(number)s are public.") % values


_BASE = "t/<slug:slug>/manage/"
urlpatterns = [
    path(_BASE + "board/", board, name="manage_board"),
    path(_BASE + "board/<int:number>/", board, name="manage_board_round"),
    path(_BASE + "results/", home, name="manage_results_home"),
    path(_BASE + "results/<int:number>/", of_round, name="manage_results"),
]
