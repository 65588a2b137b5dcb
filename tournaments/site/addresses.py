"""Routes found by the first parts of an address, instead of trying some hundreds of them one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.urls import ResolverMatch, URLPattern, URLResolver
from django.urls.converters import PathConverter
from django.urls.resolvers import RoutePattern

Address = URLPattern | URLResolver

Parts = tuple[str | None, ...]
"""The parts of a route between its slashes; None for one that is not the same in all addresses of the route."""

PARTS: Final = 6
"""Parts of an address that are looked at."""
KEPT: Final = 500
"""Kinds of addresses whose routes are kept."""


class ByFirstParts(URLResolver):
    """Django's resolver of routes, which tries in their order only those that have the parts of the address.

    >>> ByFirstParts("", [path("t/<slug:slug>/", event), path("seasons/", seasons)]).resolve("seasons/").func
    seasons
    """

    def __init__(self, route: str, patterns: Sequence[Address]) -> None:
        super().__init__(RoutePattern(route, is_endpoint=False), list(patterns))
        routes = [(_parts(each), each) for each in patterns]
        words = [{parts[place] for parts, _each in routes if place < len(parts)} - {None} for place in range(PARTS)]

        @lru_cache(KEPT)
        def those_with(parts: Parts) -> URLResolver:
            """A resolver of the routes that an address with these parts may have; None is none of the words there."""
            fit = [
                each
                for own, each in routes
                if all(word in (None, part) for word, part in zip(own, parts[: len(own)], strict=True))
            ]
            return URLResolver(self.pattern, fit)

        self._words, self._those_with = words, those_with

    def resolve(self, path: str) -> ResolverMatch:
        """The route of the address. Raises Resolver404 where there is none."""
        matched: Any = self.pattern.match(str(path))
        parts = matched[0].split("/", PARTS) if matched else ()
        # What follows the end of an address is no word of a route, or the empty one at a route's own end.
        given = [*parts, *([""] * PARTS)][:PARTS]
        key = tuple(part if part in words else None for part, words in zip(given, self._words, strict=True))
        return self._those_with(key).resolve(path)


def _parts(address: Address) -> Parts:
    """The parts of the route as far as they are known to be parts of the address; none of other kinds of patterns."""
    if not isinstance(address.pattern, RoutePattern):
        return ()
    *found, last = str(address.pattern).split("/")
    if isinstance(address, URLPattern):
        found.append(last)
    parts = []
    for part in found[:PARTS]:
        names = [name for name in address.pattern.converters if f":{name}>" in part or f"<{name}>" in part]
        if any(isinstance(address.pattern.converters[name], PathConverter) for name in names):
            break
        parts.append(None if names else part)
    return tuple(parts)
