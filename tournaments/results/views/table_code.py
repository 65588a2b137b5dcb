"""Pages behind a table's QR code: players enter and confirm their sheet on a phone, without an account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.core.audit import Actor, locked
from tournaments.core.errors import RemovedError, StaleSheetError, UserError
from tournaments.core.http.idempotency import sent_once
from tournaments.core.visibility import is_hidden
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round, is_current
from tournaments.results.forms.results import SheetForm, WhoForm
from tournaments.results.forms.table_code import PhotoForm
from tournaments.results.models.results import TableResult
from tournaments.results.queries import confirming, seat_check, sheets
from tournaments.results.services import results
from tournaments.results.services.typists import Typist
from tournaments.results.views.phone_rows import build_sheet_rows, build_typed_rows
from tournaments.rounds.models import GameTable, Round, Seat
from tournaments.rounds.phone import Phone, get_event_by_code, get_table_by_code
from tournaments.rounds.services.rounds import NotStartedError, require_started


@sent_once
@never_cache
def sheet(request: HttpRequest, token: str) -> HttpResponse:
    """Enter the sheet, or view and confirm it. The code is the key, and opens this table only."""
    if request.method == "POST":
        return _save_sheet(request, token)
    table = get_table_by_code(token)
    current = sheets.find_latest_result(table)
    if current is None and table.plays.exists():
        # The sheet of a table with duplicate boards is added up from them.
        return redirect("table_boards", token)
    phone, form = Phone.of(request), SheetForm.opened(table, request.user)
    editing = current is None or "edit" in request.GET
    return phone.remember(_render_page(request, table, form, _make_who_form(request, table, phone), editing=editing))


def _save_sheet(request: HttpRequest, token: str) -> HttpResponse:
    phone, event = Phone.of(request), get_event_by_code(token)
    try:
        with locked(event) as lock:
            table = lock.note_read(get_table_by_code(token))
            stored = sheets.read_table_sheets(table)
            form = SheetForm.of_sheets(stored, request.POST)
            who = WhoForm(request.POST, seats=form.seats, owner=phone.find_player(event.pk))
            is_open = confirming.may_players_write(table)
            if is_complete := is_open and form.is_valid() & who.is_valid():
                player = who.cleaned_data["player"]
                entry = next(seat.entry for seat in form.seats if seat.entry.pk == player)
                by, typist = Actor.of_table(table, request), Typist.on(phone, entry)
                results.submit_sheet(by, table, **form.sheet, typist=typist, stored=stored)
    except RemovedError as error:
        raise Http404 from error
    except StaleSheetError as error:
        if request.headers.get("Idempotency-Key"):
            return JsonResponse(
                {"message": str(error), "stale": {"points": _find_visible_points(request, error.current)}}, status=409
            )
        return _render_page(request, table, form, who, editing=True, status=409, error=str(error), stale=error.current)
    except UserError as error:
        return _render_page(
            request, table, form, who, editing=True, status=422, error=str(error), problems=error.problems
        )
    if not is_open:
        if (early := _find_too_early_error(table)) is not None:
            return _render_page(request, table, form, who, editing=True, open=True, status=422, error=str(early))
        return _render_page(
            request, table, form, who, editing=False, status=403, error=_("Results are entered at the desk.")
        )
    if not is_complete:
        return _render_page(request, table, form, who, editing=True, status=422)
    messages.success(request, _("Thank you. The other players confirm next."))
    phone.assign_player(event.pk, player)
    return phone.remember(redirect("table_code", token))


def _find_too_early_error(table: GameTable) -> NotStartedError | None:
    """Return the error of a sheet that players may enter only once the round has started."""
    try:
        require_started(table.round)
    except NotStartedError as error:
        if table.round.tournament.entry_by == Tournament.EntryBy.TABLE_CODE:
            return error
    return None


@sent_once
@require_POST
@never_cache
def confirm(request: HttpRequest, token: str, version: int) -> HttpResponse:
    table = get_table_by_code(token)
    result = get_object_or_404(TableResult, table=table, version=version)
    result.table = table
    phone = Phone.of(request)
    who = _make_who_form(request, table, phone)
    blind = table.round.tournament.blind_reentry
    form = SheetForm.of_table(table, request.POST if blind else None)
    if not confirming.may_players_write(table):
        return _render_page(
            request, table, form, who, editing=False, status=403, error=_("Results are entered at the desk.")
        )
    if not who.is_valid() or (blind and not form.is_valid()):
        return _render_page(request, table, form, who, editing=False, status=422)
    try:
        if confirming.may_not_confirm(request.user, result):
            raise UserError(_("You entered this sheet. Another person must confirm it."))
        results.confirm_sheet(
            Actor.of_table(table, request),
            result,
            by_entry=_get_entry(table, who.cleaned_data["player"]),
            device=phone.known_device,
            initials=who.cleaned_data.get("initials", ""),
            again=form.points if blind else None,
        )
    except UserError as error:
        return _render_page(
            request, table, form, who, editing=False, status=422, error=str(error), problems=error.problems
        )
    messages.success(request, _("Thank you. You have confirmed the sheet."))
    if not who.cleaned_data.get("initials"):
        phone.assign_player(table.round.tournament_id, who.cleaned_data["player"])
    return phone.remember(redirect("table_code", token))


def _make_who_form(request: HttpRequest, table: GameTable, phone: Phone) -> WhoForm:
    tournament = table.round.tournament
    return WhoForm(
        request.POST or None,
        seats=sheets.list_seats(table),
        one_phone=tournament.one_phone,
        owner=phone.find_player(table.round.tournament_id),
    )


def _find_seat_check(table: GameTable, owner: int | None) -> dict[str, Any] | None:
    """Return the seat of the phone's owner, here or elsewhere; None if unknown, or while no round is being seated."""
    if owner is None or not is_current(table.round):
        return None
    seat = Seat.objects.filter(seating=table.round.current_seating, entry=owner).select_related("entry").first()
    return {"seat": seat, "right": seat is not None and seat.table_number == table.number}


def _find_other_current_round(table: GameTable) -> int | None:
    """Return the current round if the code belongs to a later one."""
    if table.round.state != Round.State.PUBLISHED or is_current(table.round):
        return None
    return find_current_round(table.round.tournament).number


def _get_entry(table: GameTable, pk: int) -> Entry:
    return get_object_or_404(Entry, tournament=table.round.tournament_id, pk=pk)


def _find_visible_points(request: HttpRequest, result: TableResult) -> list[int] | None:
    return None if is_hidden(request.user, result) else [seat.points for seat in result.seats.order_by("order")]


def _render_page(
    request: HttpRequest,
    table: GameTable,
    form: SheetForm,
    who: WhoForm,
    *,
    editing: bool,
    status: int = 200,
    error: str = "",
    **context: Any,
) -> HttpResponse:
    current = sheets.find_latest_result(table)
    tournament = table.round.tournament
    scoring = sheets.build_sum_parameters(sheets.get_round_ruleset(table.round))
    seats = list(current.seats.select_related("entry")) if current else []
    # The reason is asked for under "More", outside the form.
    form.fields["reason"].widget.attrs["form"] = "sheet"
    values: dict[str, Any] = {
        "tournament": tournament,
        "table": table,
        "round": table.round,
        "seats": form.seats,
        "form": form,
        "typed": build_typed_rows(form, who),
        "rest": form.sheet_fields[len(form.seats) :],
        "who": who,
        "current": current,
        "read": build_sheet_rows(seats, scoring["table_points"], who),
        "confirmed_by": list(current.confirmed_by.select_related("entry", "user")) if current else [],
        "hidden": current is not None and is_hidden(request.user, current),
        "editing": editing and (current is None or current.state != TableResult.State.CONFIRMED),
        "open": confirming.may_players_write(table),
        "error": error,
        "here": _find_seat_check(table, Phone.of(request).find_player(tournament.pk)),
        "another_round": _find_other_current_round(table),
        "seats_open": current is None and seat_check.is_open(table),
        "photos": sheets.list_photos(table) if confirming.may_players_write(table) else [],
        "photo_form": PhotoForm(),
        "sums": scoring,
        "more_open": editing and bool(current or error or form.errors.get("reason")),
    }
    return render(request, "results/table_code.html", values | context, status=status)


urlpatterns = [
    path("e/<str:token>/", sheet, name="table_code"),
    path("e/<str:token>/confirm/<int:version>/", confirm, name="table_code_confirm"),
]
