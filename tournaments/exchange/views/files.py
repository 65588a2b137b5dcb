"""Downloads of an event for its organisers: one URL for each export, and all data of a person."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.downloads import Export, list_exports
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import requires
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import Order, find_paper
from tournaments.core.views.manage import ask_to_continue
from tournaments.core.views.papers import make_paper_response
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.files import event


def _make_address(wanted: Export) -> URLPattern:
    @requires(wanted.action)
    @require_safe
    def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
        disposition = f'attachment; filename="{wanted.file_name(tournament)}"'
        try:
            content = wanted.make(tournament, request.GET)
        except OpenItemsError as error:
            return ask_to_continue(request, error)
        if wanted.taken is not None and request.method == "GET":
            wanted.taken(Actor.of(request), tournament)
        return HttpResponse(content, content_type=wanted.content_type, headers={"Content-Disposition": disposition})

    return path(f"t/<slug:slug>/manage/{wanted.path}", download, name=wanted.name)


@requires("entries.export")
@require_safe
def person_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    answer = HttpResponse(event.build_person_file(entry), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{number}.json"'
    return answer


@requires("entries.export")
@require_safe
def person_paper(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    paper, size = find_paper("personal-data"), request.GET.get("paper", "a4")
    if paper is None:
        raise Http404
    order = Order(tournament, subject=entry)
    return make_paper_response(
        request, paper, order, size if size in PAPERS else "a4", f"{tournament.slug}-{number}.pdf"
    )


urlpatterns = [
    *(_make_address(wanted) for wanted in list_exports()),
    path("t/<slug:slug>/manage/entries/<int:number>/data.json", person_file, name="manage_entry_data"),
    path("t/<slug:slug>/manage/entries/<int:number>/data.pdf", person_paper, name="manage_entry_data_paper"),
]
