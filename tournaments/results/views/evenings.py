from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import page, submit
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.results.forms.evenings import OpenTableForm
from tournaments.results.queries import evenings, hall
from tournaments.results.services import open_tables
from tournaments.rounds.models import GameTable
from tournaments.seasons.models import Evening


def show_evening(request: HttpRequest, tournament: Tournament, *, form: BaseForm, status: int = 200) -> HttpResponse:
    evening_row = Evening.objects.filter(tournament=tournament).first()
    room_path = reverse("evening_room", args=[evening_row.token]) if evening_row else ""
    context = {
        "form": form,
        "room": room_path,
        "qr": make_qr_code(hall_address.make_absolute(request, room_path)) if room_path else "",
        "tables": hall.list_open_tables(tournament),
        "sit_out": evenings.list_next_to_sit_out(tournament),
        "evenings": evenings.group_tables_by_evening(tournament),
    }
    return page(request, tournament, "results/manage/evening.html", "evening", status=status, **context)


@never_cache
def room(request: HttpRequest, token: str) -> HttpResponse:
    """Show the tables of the evening, and a form to open one. The code is the key."""
    evening_row = get_object_or_404(Evening.objects.select_related("tournament"), token=token)
    tournament = evening_row.tournament
    form = OpenTableForm(request.POST or None, tournament=tournament, newcomers=evening_row.newcomers)
    table = submit(
        request,
        form,
        lambda: open_tables.open_table(
            Actor.of_room(request), tournament, sitters=form.sitters, name=form.cleaned_data["name"]
        ),
        _("The table is open. Enter its result here when the game is over."),
    )
    if table is not None:
        return redirect("table_code", table.token)
    context = {
        "evening": evening_row,
        "tournament": tournament,
        "form": form,
        "tables": hall.list_open_tables(tournament),
        "sit_out": evenings.list_next_to_sit_out(tournament),
    }
    return render(request, "results/evening.html", context, status=422 if form.is_bound else 200)


@require_POST
@never_cache
def room_close(request: HttpRequest, token: str, number: int) -> HttpResponse:
    evening_row = get_object_or_404(Evening, token=token)
    table = get_object_or_404(GameTable, round__tournament=evening_row.tournament_id, round__number=number, number=1)
    if not evening_row.can_open_tables:
        raise Http404
    try:
        open_tables.abandon(Actor.of_room(request), table)
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The table is closed."))
    return redirect("evening_room", token)


urlpatterns = [
    path("evening/<str:token>/", room, name="evening_room"),
    path("evening/<str:token>/<int:number>/close/", room_close, name="evening_room_close"),
]
