"""Which route an address has: what Django finds when it tries them all, one after the other."""

from uuid import UUID

import pytest
from django.urls import Resolver404, URLResolver, include, path, resolve, reverse
from django.urls.resolvers import RegexPattern

from tests.support.hostile import routes
from tournaments.site.addresses import ByFirstParts


def nobody() -> None:
    """Stands for a view."""


ROUTES = [
    path("", nobody, name="home"),
    path("t/<slug:slug>/", nobody, name="event"),
    path("t/<slug:slug>/<str:page>", nobody, name="page without end"),
    path("t/<slug:slug>/book/<path:clause>/", nobody, name="clause"),
    path("t/<slug:slug>/book/mcr/<int:number>/", nobody, name="never"),
    path("t/<slug:slug>/file.<str:kind>", nobody, name="file, never"),
    path("t/<slug:slug>/a/b/c/d/<int:one>/<int:two>/", nobody, name="long"),
    path("inner/", include([path("<int:number>/", nobody, name="inner"), path("", nobody, name="inner home")])),
    path("inner/words/", nobody, name="behind the inner ones"),
]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "t",
        "t/x/",
        "t/x/standings",
        "t/x/file.csv",
        "t/x/book/mcr/7/",
        "t/x/book/7/",
        "t/x/book/",
        "t/x/a/b/c/d/1/2/",
        "t/x/a/b/c/d/1/2",
        "t/x/a/b/c/e/1/2/",
        "inner/",
        "inner/7/",
        "inner/words/",
        "nowhere/",
        "t//",
    ],
)
def test_an_address_has_the_first_route_that_fits(address):
    def found(resolver: URLResolver) -> tuple[object, ...] | None:
        try:
            match = resolver.resolve(address)
        except Resolver404:
            return None
        return match.view_name, match.route, match.kwargs

    assert found(ByFirstParts("", ROUTES)) == found(URLResolver(RegexPattern(""), ROUTES))


VALUES = {"UUIDConverter": str(UUID(int=7)), "SlugConverter": "x", "StringConverter": "x", "PathConverter": "x/y"}


def test_every_route_of_the_site_is_found_at_its_address():
    found = {}
    for route in routes():
        address = reverse(route.name, kwargs={name: VALUES.get(kind, 7) for name, kind in route.names})
        found[route.name] = resolve(address).view_name
    assert found == {name: name for name in found}
    assert len(found) > 300
