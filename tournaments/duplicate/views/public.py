from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import json_script
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import EngineError
from tournaments.core.http.request_limits import expensive
from tournaments.core.installation import get_program_folder
from tournaments.core.text.names import choose_leading_name
from tournaments.core.text.sentences import in_words
from tournaments.core.views.public import get_visible_tournament, public_page
from tournaments.core.views.replays import show_replay
from tournaments.core.visibility import find_hidden_results_round, open_boards
from tournaments.duplicate.forms import DealSheetForm
from tournaments.duplicate.logic.comparison import METHODS
from tournaments.duplicate.logic.seed_shares import read_shares
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.queries import board_results, deals
from tournaments.duplicate.queries.board_openings import list_openings
from tournaments.events.models import Tournament
from tournaments.standings.queries.standings import make_leaving_lookup

OFFLINE_PAGE = get_program_folder("static") / "offline" / "verify-deals.html"
NOTHING_PUBLISHED = '<script type="application/json" id="published">{}</script>'


def _require_board_set(tournament: Tournament) -> BoardSet:
    return get_object_or_404(tournament.board_sets.select_related("ruleset"), withdrawn_at=None)


def _has_results_page(board: Board, closed: int | None) -> bool:
    """Return True if the board has a page with results; `closed` is the first session with hidden results."""
    return not board.retired_at and board.released_at is not None and (closed is None or board.session < closed)


@require_safe
@public_page("deals")
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    board_set = deals.find_board_set(tournament)
    withdrawn = tournament.board_sets.exclude(withdrawn_at=None)
    if board_set is None and not withdrawn:
        raise Http404
    boards = list(board_set.all_boards.all()) if board_set else []
    closed = find_hidden_results_round(tournament)
    context = {
        "page_title": _("Boards"),
        "made": board_set,
        "withdrawn": withdrawn,
        "steps": deals.list_protocol_steps(board_set),
        "boards": [(board, _has_results_page(board, closed)) for board in boards],
        "openings": list_openings(tournament) if board_set else [],
        "shares": read_shares(board_set.seed_shares) if board_set else [],
        "deal_seed": deals.compute_dealing_seed(board_set).hex() if board_set and board_set.seed else "",
        "seed_fits": deals.is_promise_kept(board_set) if board_set and board_set.seed else None,
    }
    return TemplateResponse(request, "duplicate/public.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_visible_tournament(request, slug)
    board_set = _require_board_set(tournament)
    form = DealSheetForm(request.POST or None)
    check = None
    if request.method == "POST" and form.is_valid():
        try:
            check = deals.check_sheet(board_set, form.cleaned_data["text"])
        except EngineError as error:
            form.add_error("text", in_words(error))
    context = {"tournament": tournament, "section": "deals", "made": board_set, "form": form, "check": check}
    return render(request, "duplicate/verify.html", context, status=422 if form.errors else 200)


@require_safe
def offline(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_visible_tournament(request, slug)
    published = json_script(deals.build_facts_for_checking(_require_board_set(tournament)), "published")
    page = OFFLINE_PAGE.read_text("utf-8").replace(NOTHING_PUBLISHED, published)
    return HttpResponse(page, headers={"Content-Disposition": f'attachment; filename="{slug}-verify.html"'})


@require_safe
@expensive
@public_page("deals")
def traveller(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    travelled = board_results.find_traveller(_require_board_set(tournament), session, number)
    if travelled is None:
        raise Http404
    title = _("Session %(session)s, board %(number)s") % {"session": session, "number": number}
    board, results = travelled
    context = {
        "page_title": title,
        "board": board,
        "results": results,
        "walls": board_results.list_walls(board),
        "scales": board_results.SCALES.items(),
    }
    return TemplateResponse(request, "duplicate/traveller.html", context)


@require_safe
def sheet(request: HttpRequest, slug: str, session: int, number: int, reserve: int = 0) -> HttpResponse:
    board_set = _require_board_set(get_visible_tournament(request, slug))
    boards = Board.objects.filter(board_set=board_set, released_at__isnull=False)
    board = get_object_or_404(boards, session=session, number=number, reserve=reserve)
    name = f"{slug}-{session}-{number}.mjdeal"
    response = HttpResponse(board.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _read_log(tournament: Tournament, session: int, number: int, table: int) -> dict[str, Any]:
    plays = BoardPlay.objects.filter(
        open_boards(tournament, "board__"), board__board_set=_require_board_set(tournament)
    )
    play = get_object_or_404(
        plays.exclude(record={}).select_related("table"),
        board__session=session,
        board__number=number,
        table__number=table,
    )
    return play.record | {"id": f"{tournament.slug}-{session}-{number}-{table}"}


@require_safe
def log(request: HttpRequest, slug: str, session: int, number: int, table: int) -> HttpResponse:
    """Return a played hand of a public board for `python -m engine replay --deal`."""
    case = _read_log(get_visible_tournament(request, slug), session, number, table)
    return JsonResponse(case)


@require_safe
def replay(request: HttpRequest, slug: str, session: int, number: int, table: int) -> HttpResponse:
    tournament = get_visible_tournament(request, slug)
    case = _read_log(tournament, session, number, table)
    back = (
        reverse("event_deals_board", args=[slug, session, number]),
        _("Session %(session)s, board %(number)s") % {"session": session, "number": number},
    )
    return show_replay(request, json.dumps(case), back=back)


@require_safe
@expensive
@public_page("deals")
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = get_object_or_404(tournament.entries.select_related("team"), number=number)
    results = [
        result
        for result in board_results.list_seat_results(_require_board_set(tournament))
        if result.seat.entry == entry
    ]
    totals = [sum(result.values[method] for result in results) for method in board_results.SCALES]
    context = {
        "page_title": _("Boards of %(name)s") % {"name": choose_leading_name(entry)},
        "entry": entry,
        "results": results,
        "scales": board_results.SCALES.items(),
        "totals": totals,
    }
    return TemplateResponse(request, "duplicate/player.html", context)


@require_safe
@expensive
@public_page("deals")
def standings(request: HttpRequest, tournament: Tournament, scale: str = "difference") -> HttpResponse:
    method = next((key for key in METHODS if key == scale), None)
    if method is None:
        raise Http404

    board_set = _require_board_set(tournament)
    hidden = tournament.standings_hidden
    players, teams, victory = ((), (), ()) if hidden else board_results.compute_board_standings(board_set, method)
    leaving_teams = make_leaving_lookup(tournament, board_results.get_last_session(board_set))
    context = {
        "page_title": _("Standings of the boards"),
        "scales": board_results.SCALES.items(),
        "scale": method,
        "hidden": hidden,
        "players": [(row, leaving_teams(row.key)) for row in players],
        "teams": teams,
        "victory": victory,
    }
    return TemplateResponse(request, "duplicate/standings.html", context)


@require_safe
@expensive
@public_page("deals")
def tables(request: HttpRequest, tournament: Tournament, session: int) -> HttpResponse:
    """Show each table's next board on a screen in the hall, without tiles or results."""
    _require_board_set(tournament)
    round_ = get_object_or_404(tournament.rounds, number=session)
    tables = deals.list_next_boards(round_)
    if not any(table.total for table in tables):
        raise Http404
    title = _("What comes next: session %(session)s") % {"session": session}
    context = {"page_title": title, "session": session, "at_tables": tables}
    return TemplateResponse(request, "duplicate/tables.html", context)


OF = "t/<slug:slug>/deals"

urlpatterns = [
    path(f"{OF}/", show, name="event_deals"),
    path(f"{OF}/verify/", verify, name="event_deals_verify"),
    path(f"{OF}/verify.html", offline, name="event_deals_offline"),
    path(f"{OF}/standings/", standings, name="event_deals_standings"),
    path(f"{OF}/standings/<str:scale>/", standings, name="event_deals_scale"),
    path(f"{OF}/players/<int:number>/", player, name="event_deals_player"),
    path(f"{OF}/next/<int:session>/", tables, name="event_deals_tables"),
    path(f"{OF}/<int:session>/<int:number>/", traveller, name="event_deals_board"),
    path(f"{OF}/<int:session>/<int:number>/log/<int:table>/", log, name="event_deals_log"),
    path(f"{OF}/<int:session>/<int:number>/replay/<int:table>/", replay, name="event_deals_replay"),
    path(f"{OF}/<int:session>/<int:number>/sheet/", sheet, name="event_deals_sheet"),
    path(f"{OF}/<int:session>/<int:number>/sheet/<int:reserve>/", sheet, name="event_deals_reserve_sheet"),
]
