from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.results.forms.table_code import SeatForm
from tournaments.results.queries import seat_check, sheets
from tournaments.results.services import table_phone
from tournaments.rounds.models import GameTable, Seat
from tournaments.rounds.phone import Phone, get_table_by_code


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def seats(request: HttpRequest, token: str) -> HttpResponse:
    """Show the four seats as claimed, and ask for this player's."""
    table = get_table_by_code(token)
    if not seat_check.is_open(table):
        return redirect("table_code", token)
    if request.headers.get("HX-Request"):
        return render(request, "results/_seats.html", {"check": seat_check.build_seat_check(table), "table": table})
    phone = Phone.of(request)
    form = _make_form(request, table, phone)
    if request.method == "POST" and form.is_valid():
        entry = Entry.objects.get(tournament=table.round.tournament_id, pk=form.cleaned_data["player"])
        try:
            table_phone.claim_seat(Actor.of_table(table, request), table, entry=entry, wind=form.cleaned_data["wind"])
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            phone.assign_player(table.round.tournament_id, entry.pk)
            return phone.remember(redirect("table_seats", token))
    values = {
        "tournament": table.round.tournament,
        "table": table,
        "round": table.round,
        "check": seat_check.build_seat_check(table),
        "form": form,
    }
    return phone.remember(render(request, "results/table_seats.html", values, status=422 if form.errors else 200))


def _make_form(request: HttpRequest, table: GameTable, phone: Phone) -> SeatForm:
    playing = Seat.objects.filter(seating=table.round.current_seating).select_related("entry")
    return SeatForm(
        request.POST or None,
        seats=sheets.list_seats(table),
        others=sorted((seat.entry for seat in playing), key=lambda entry: entry.name),
        owner=phone.find_player(table.round.tournament_id),
    )


urlpatterns = [path("e/<str:token>/seats/", seats, name="table_seats")]
