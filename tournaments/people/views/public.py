"""Pages of people across events: search, and a person's events. They exist only with consent."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.text import names
from tournaments.core.views.public import set_cache_headers
from tournaments.figures.queries import read_player_numbers
from tournaments.people import careers, ratings
from tournaments.people.charts import draw_places
from tournaments.people.models import Person

PER_PAGE = 60
MAX_WORDS = 100


def get_visible_person(key: str) -> Person:
    """Return the person. Raises Http404 for an unknown one and for one who does not consent, in the same way."""
    return get_object_or_404(careers.query_visible_people(), key=key)


@require_safe
def people(request: HttpRequest) -> HttpResponseBase:
    words = request.GET.get("q", "")[:MAX_WORDS]
    page = Paginator(careers.search_people(words), PER_PAGE).get_page(request.GET.get("page"))
    newest = careers.load_newest_entries(page.object_list)
    rows = [(person, newest[person.pk]) for person in page.object_list if person.pk in newest]
    answer = render(request, "people/list.html", {"page": page, "rows": rows, "words": words})
    return set_cache_headers(answer, request)


@require_safe
def person(request: HttpRequest, key: str, name: str = "") -> HttpResponseBase:
    """Show a person's events; a merged person leads to the remaining one. `name` only decorates the address."""
    if (remaining := careers.find_remaining_person(key)) is not None:
        return set_cache_headers(redirect("public_person", remaining.key), request)
    career = careers.build_career(get_visible_person(key))
    context: dict[str, Any] = {
        "career": career,
        "name": names.choose_leading_name(career.entry),
        "initials": names.make_initials(career.entry.public_name),
        "has_photo": careers.find_photo(career.person) is not None,
        "chart": draw_places([(event.place, event.of) for event in reversed(career.results)]),
        "numbers": read_player_numbers([event.entry for event in career.events], request.GET.get("family", "")),
        "ratings": ratings.list_ratings_of(career),
    }
    return set_cache_headers(render(request, "people/person.html", context), request)


@require_safe
def photo(request: HttpRequest, key: str) -> HttpResponse:
    portrait = careers.find_photo(get_visible_person(key))
    if portrait is None:
        raise Http404
    answer = HttpResponse(bytes(portrait.picture), content_type="image/jpeg")
    set_cache_headers(answer, request)
    return answer


urlpatterns = [
    path("people/", people, name="public_people"),
    path("people/<str:key>/", person, name="public_person"),
    path("people/<str:key>/photo/", photo, name="public_person_photo"),
    path("people/<str:key>/<slug:name>/", person, name="public_person_named"),
]
