"""Sitemap and robots.txt: search engines read what is public, and nothing else."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.sitemaps import GenericSitemap, Sitemap
from django.contrib.sitemaps.views import sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.seasons.models import Season
from tournaments.site.views import guide_pages

CLOSED: Final = (
    "/account/", "/address/", "/api/", "/backups/", "/jobs/", "/manage/", "/sign-in/", "/t/*/manage/",
    "/seasons/*/manage/", "/*?",
)  # fmt: skip
"""Paths that lead to nothing public, and searches of pages that the sitemap names."""


class EventMap(GenericSitemap):
    """The published events."""

    def location(self, item: Any) -> str:
        return reverse("event", args=[item.slug])


class SeasonMap(GenericSitemap):
    """The public seasons."""

    def location(self, item: Any) -> str:
        return reverse("season", args=[item.slug])


class PageMap(Sitemap):
    """The site's own pages, and the guides."""

    def items(self) -> list[str]:
        """Return the addresses."""
        pages = [reverse(name) for name in ("event_list", "seasons", "rules", "hand_checker", "replay", "guide")]
        return pages + [reverse("guide_page", args=[name]) for name in guide_pages.PAGES]

    def location(self, item: str) -> str:
        return item


MAPS: Final[dict[str, type[Sitemap] | Sitemap]] = {
    # Without the time of the last change, which would tell of results that are not public.
    "events": EventMap({"queryset": Tournament.objects.filter(published=True).order_by("pk").only("slug")}),
    "seasons": SeasonMap({"queryset": Season.objects.filter(published=True).order_by("pk")}),
    "pages": PageMap(),
}


@require_safe
def site_map(request: HttpRequest) -> HttpResponse:
    """Return the addresses of the public pages in the format of sitemaps.org."""
    return sitemap(request, MAPS)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return what search engines may read."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines.append(f"Sitemap: {hall_address.absolute(request, reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", site_map, name="sitemap"),
]
