"""Files of an event for its organisers: one address for each entry of `exports.registry`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.core.downloads import Export, exports
from tournaments.core.open_items_service import OpenItemsError
from tournaments.core.permissions import requires
from tournaments.core.views.manage import ask_to_continue
from tournaments.events.models import Tournament


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
