"""Last sign of life of the hall whose event is shown here, for pages that count its age."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.views.public import get_visible_tournament
from tournaments.exchange.queries import find_mirror_state


@never_cache
@require_safe
def heard(request: HttpRequest, slug: str) -> HttpResponse:
    """Return times in milliseconds: when the hall was heard, and now, by which pages correct their clocks."""
    state = find_mirror_state(get_visible_tournament(request, slug))
    if state is None:
        raise Http404
    moments = {"at": state.since, "now": timezone.now()}
    times = {name: int(moment.timestamp() * 1000) for name, moment in moments.items()}
    return JsonResponse(times | {"live": state.live})


urlpatterns = [path("t/<slug:slug>/mirror/heard/", heard, name="mirror_heard")]
