"""Guides, served by the site itself: a hall may have no internet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.core.installation import read_version
from tournaments.core.views.long_lists import read_search_words
from tournaments.site.views import guide_pages as guide


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    language = get_language() or "en"
    query = read_search_words(request)
    context = {
        "tasks": guide.list_tasks(language),
        "query": query,
        "matches": guide.search_sections(query, language),
        "version": read_version(),
    }
    return render(request, "site/guide/index.html", context)


@require_safe
def show(request: HttpRequest, name: str) -> HttpResponse:
    try:
        page = guide.read(name, get_language() or "en")
    except LookupError:
        raise Http404 from None
    return render(request, "site/guide/page.html", {"guide": page})


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    try:
        picture = guide.get_image(name)
    except LookupError:
        raise Http404 from None
    return HttpResponse(picture.read_bytes(), content_type="image/webp")


@require_safe
def schema(request: HttpRequest, name: str) -> HttpResponse:
    try:
        content = guide.get_schema(name)
    except LookupError:
        raise Http404 from None
    return HttpResponse(content.read_bytes(), content_type="application/schema+json")


urlpatterns = [
    path("help/", index, name="guide"),
    path("help/images/<str:name>", picture, name="guide_image"),
    path("help/files/<str:name>", schema, name="guide_schema"),
    path("help/<slug:name>/", show, name="guide_page"),
]
