"""Photos of signed sheets, with names and signatures: the desk needs permission, players need their table's code."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core import pictures
from tournaments.core.audit import Actor
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.views.manage import try_change
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.forms.table_code import PhotoForm
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.queries.confirming import may_players_write
from tournaments.results.services import photos
from tournaments.results.views.manage import get_table_or_404
from tournaments.rounds.models import GameTable
from tournaments.rounds.phone import Phone, get_table_by_code


def _add_photo(request: HttpRequest, by: Actor, table: GameTable, entry: Entry | None = None) -> None:
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["photo"])))
        return
    small = form.cleaned_data["photo"]
    try_change(
        request, lambda: photos.add(by, table, small=small, by_entry=entry), _("The photo is saved with the sheet.")
    )


def _render_picture(table: GameTable, number: int) -> HttpResponse:
    photo = get_object_or_404(SheetPhoto, table=table, number=number)
    return HttpResponse(bytes(photo.picture), content_type="image/jpeg")


@takes(pictures.MAX_BYTES + FORM)
@require_POST
@never_cache
def add_by_code(request: HttpRequest, token: str) -> HttpResponse:
    """Add a photo as a player of the table; a known phone identifies the player."""
    table = get_table_by_code(token)
    if not may_players_write(table):
        raise PermissionDenied
    owner = Phone.of(request).find_player(table.round.tournament_id)
    mine = Entry.objects.filter(tournament=table.round.tournament_id)
    entry = None if owner is None else mine.filter(pk=owner).first()
    _add_photo(request, Actor.of_table(table, request), table, entry)
    return redirect("table_code", token)


@require_safe
@never_cache
def by_code(request: HttpRequest, token: str, number: int) -> HttpResponse:
    table = get_table_by_code(token)
    if not may_players_write(table):
        raise PermissionDenied
    return _render_picture(table, number)


@takes(pictures.MAX_BYTES + FORM)
@requires("results.enter")
@require_POST
def add(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    _add_photo(request, Actor.of(request), get_table_or_404(tournament, number, table))
    return redirect("manage_table", tournament.slug, number, table)


@requires("results.view")
@require_safe
@never_cache
def picture(request: HttpRequest, tournament: Tournament, number: int, table: int, photo: int) -> HttpResponse:
    return _render_picture(get_table_or_404(tournament, number, table), photo)


_DESK = "t/<slug:slug>/manage/results/<int:number>/table/<int:table>/photos/"
urlpatterns = [
    path("e/<str:token>/photos/", add_by_code, name="table_code_add_photo"),
    path("e/<str:token>/photos/<int:number>/", by_code, name="table_code_photo"),
    path(_DESK, add, name="manage_add_photo"),
    path(_DESK + "<int:photo>/", picture, name="manage_photo"),
]
