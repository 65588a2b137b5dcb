from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging.cases.pages import get_case, show_case
from judging.cases.queries.overview import make_overview as get_overview
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament


@requires("cases.view")
@require_safe
@never_cache
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    desk = get_overview(tournament)
    return page(request, tournament, "cases/overview.html", "cases", overview=desk, now=timezone.now())


@requires("cases.view")
@require_safe
@never_cache
def case(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return show_case(request, tournament, get_case(tournament, number))
