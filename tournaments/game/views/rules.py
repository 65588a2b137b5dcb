"""Rules pages, made from the engine's tables, so that they match the scoring."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine.family import ruleset_names
from tournaments.core.http.request_limits import expensive
from tournaments.core.views.public import set_cache_headers
from tournaments.game import queries

KEEP_SECONDS = 24 * 3600


def rules(request: HttpRequest) -> HttpResponseBase:
    return set_cache_headers(
        render(request, "game/rules/list.html", {"families": queries.list_rulesets_by_family()}), request
    )


@expensive
def rules_page(request: HttpRequest, name: str) -> HttpResponseBase:
    # Refuse unknown names first: a key of the cache may not be as long as an address.
    if name not in ruleset_names():
        raise Http404
    key = f"rules:{settings.EDITION}:{get_language()}:{name}"
    cached: tuple[str, SafeString] | None = cache.get(key)
    if cached is None:
        page = queries.build_rules_page(name)
        cached = (page["title"], render_to_string("game/rules/_page.html", page))
        cache.set(key, cached, KEEP_SECONDS)
    values = {"title": cached[0], "body": cached[1], "ruleset_name": name}
    return set_cache_headers(render(request, "game/rules/page.html", values), request)


urlpatterns = [path("rules/", rules, name="rules"), path("rules/<slug:name>/", rules_page, name="rules_page")]
