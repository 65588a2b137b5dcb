"""Sitemap and robots.txt: search engines read only public pages."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.sitemaps import GenericSitemap, Sitemap
from django.contrib.sitemaps.views import sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.core.installation import get_program_folder
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.people.careers import query_visible_people
from tournaments.seasons.models import Season
from tournaments.site.views import guide_pages

CLOSED: Final = (
    "/account/", "/accounts/", "/address/", "/api/", "/backups/", "/jobs/", "/manage/", "/sign-in/", "/t/*/manage/",
    "/seasons/*/manage/", "/*?",
)  # fmt: skip
OPEN: Final = ("/*?lang=",)
"""Canonical addresses and pictures of pages in a language; the longer pattern counts."""


class EventMap(GenericSitemap):
    def location(self, item: Any) -> str:
        return reverse("event", args=[item.slug])


class SeasonMap(GenericSitemap):
    def location(self, item: Any) -> str:
        return reverse("season", args=[item.slug])


class PersonMap(GenericSitemap):
    def location(self, item: Any) -> str:
        return reverse("public_person", args=[item.key])


class PageMap(Sitemap):
    def items(self) -> list[str]:
        pages = [
            reverse(name)
            for name in ("event_list", "seasons", "public_people", "rules", "hand_checker", "replay", "guide")
        ]
        return pages + [reverse("guide_page", args=[name]) for name in guide_pages.PAGES]

    def location(self, item: str) -> str:
        return item


MAPS: Final[dict[str, type[Sitemap] | Sitemap]] = {
    # No time of the last change, which would reveal unpublished results.
    "events": EventMap({"queryset": Tournament.objects.filter(published=True).order_by("pk").only("slug")}),
    "seasons": SeasonMap({"queryset": Season.objects.filter(published=True).order_by("pk")}),
    "people": PersonMap({"queryset": query_visible_people().order_by("pk")}),
    "pages": PageMap(),
}


@require_safe
def site_map(request: HttpRequest) -> HttpResponse:
    return sitemap(request, MAPS)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED), *(f"Allow: {path}" for path in OPEN)]
    lines.append(f"Sitemap: {hall_address.make_absolute(request, reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=24 * 3600, public=True)
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon that browsers ask for at the root where a page names none, as a picture or a file."""
    icon = get_program_folder("static") / "img" / "favicon.ico"
    return HttpResponse(icon.read_bytes(), content_type="image/x-icon")


urlpatterns = [
    path("favicon.ico", favicon, name="favicon"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", site_map, name="sitemap"),
]
