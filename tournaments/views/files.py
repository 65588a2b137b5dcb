"""Files of an event for its organisers: one address for each entry of `exports.registry`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.exports.registry import Export, exports
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.services.open_items import OpenItemsError
from tournaments.views.manage_support import ask_to_continue


def _address(wanted: Export) -> URLPattern:
    @requires(wanted.action)
    @require_safe
    def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
        disposition = f'attachment; filename="{wanted.file_name(tournament)}"'
        try:
            content = wanted.make(tournament, request.GET)
        except OpenItemsError as error:
            return ask_to_continue(request, error)
        return HttpResponse(content, content_type=wanted.content_type, headers={"Content-Disposition": disposition})

    return path(f"t/<slug:slug>/manage/{wanted.path}", download, name=wanted.name)


urlpatterns = [_address(wanted) for wanted in exports()]
