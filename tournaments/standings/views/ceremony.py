"""Ceremony on the projector, one key per place, for accounts that may see the standings already."""

from __future__ import annotations

from itertools import islice

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.exact import integer_or
from tournaments.core.permissions import can
from tournaments.core.text.language import find_language_code
from tournaments.core.views.public import get_visible_tournament
from tournaments.core.visibility import build_name_marks
from tournaments.core.visibility import may_open_ceremony as may_see_ceremony
from tournaments.standings.forms.standings import BEGIN_WITH
from tournaments.standings.queries.categories import NoCategoryError
from tournaments.standings.queries.ceremony import PODIUM, build_ceremony
from tournaments.standings.queries.metric_names import format_columns


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the projector's page with all places, so that a hall without network goes on."""
    tournament = get_visible_tournament(request, slug)
    if not may_see_ceremony(request.user, tournament):
        if request.user.is_anonymous:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied
    teams = {"teams": tournament.has_teams, "players": False}.get(request.GET.get("of", ""))
    category = None if teams else integer_or(request.GET.get("category")) or None
    begin = max(1, integer_or(request.GET.get("begin"), BEGIN_WITH))
    language = find_language_code(request.GET.get("lang")) or translation.get_language() or "en"
    with translation.override(language):
        try:
            of_teams, places, columns = build_ceremony(tournament, teams=teams, begin=begin, category=category)
        except NoCategoryError:
            raise Http404 from None
        written = iter(format_columns([line for _place, lines in places for line in lines]))
        steps = [(place, list(islice(written, len(lines)))) for place, lines in places]
        values = {
            "tournament": tournament,
            "teams": of_teams,
            "marks": build_name_marks(tournament),
            "category": next(
                (candidate for candidate in tournament.categories.all() if candidate.number == category), None
            ),
            "steps": steps,
            "columns": columns,
            "podium": [step for step in reversed(steps) if step[0] <= PODIUM],
            "may_end": can(request.user, "results.release", tournament) and tournament.ceremony_at is not None,
            "page_title": _("Ceremony"),
            "view": "ceremony",
        }
        return render(request, "standings/screen/ceremony.html", values)


urlpatterns = [path("t/<slug:slug>/ceremony/", show, name="ceremony")]
