"""Public pages of hall and mirror: a visitor without an account sees the same on both, in each language."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter, deque
from contextlib import suppress
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from tests.support.people import acting
from tests.support.private_values import mark_private_values, private_values_in
from tests.support.whole_events import eventful
from tests.tournaments.exchange.test_mirrors import TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.events import services as event_services
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db]

SLUG = "spring-open"
LEAST, PER_ROUTE = 12, 3
FILES = re.compile(r"/api/|/static/|log_out|sign-out|/live/|/ask/\w|\.(?:pdf|png|zip|xlsx)$|/mirror/")
NOTICE = re.compile(r'<p class="notice info" role="note">.*?</p>', re.DOTALL)
ADDRESSES = re.compile(r'(?:href|src|action|value|content|data-[\w-]+|hx-[\w-]+|id|for|aria-\w+)="[^"]*"')
VARYING = re.compile(r'name="csrfmiddlewaretoken"[^>]*|nonce="[^"]*"|\?v=[0-9a-f]+|^UID:.*$', re.MULTILINE)


class Links(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "a" and values.get("href"):
            self.links.append(str(values["href"]).partition("#")[0])


def normalise(html: str, slug: str) -> list[str]:
    """Return the lines of a page without what may differ: the notice of the mirror, tokens, addresses."""
    text = VARYING.sub("", NOTICE.sub("", html)).replace(slug, "SLUG")
    return [line.strip() for line in ADDRESSES.sub("", text).splitlines() if line.strip()]


def get(client: Client, address: str, language: str) -> tuple[int, str]:
    answer = client.get(address, headers={"Accept-Language": language}, follow=True)
    kind = answer.get("Content-Type", "")
    return answer.status_code, answer.getvalue().decode() if "html" in kind or "text" in kind else kind


def group_by_route(links: list[str]) -> dict[str, list[str]]:
    """Return the links to pages of events by route and query, in the order of the page."""
    groups: dict[str, list[str]] = {}
    for link in dict.fromkeys(links):
        path, _mark, query = link.partition("?")
        if path.startswith("/t/") and not FILES.search(path):
            with suppress(Resolver404):
                groups.setdefault(f"{resolve(path).view_name}?{query}", []).append(link)
    return groups


def compare(hall: Tournament, sites: TwoSites, languages: list[str]) -> tuple[int, dict[str, str]]:  # noqa: F811
    """Walk both sites by their links; return the number of pages and the differences by page."""
    start_here = f"/t/{hall.slug}/"
    waiting = deque([(start_here, f"/t/{SLUG}/")])
    walked, routes, differences = set(), Counter(), {}
    while waiting:
        here, there = waiting.popleft()
        if here in walked:
            continue
        walked.add(here)
        try:
            route = resolve(here.partition("?")[0]).view_name
        except Resolver404:
            continue
        routes[route] += 1
        if routes[route] > PER_ROUTE:
            continue
        for language in languages:
            ours = get(Client(), here, language)
            with sites.there():
                theirs = get(Client(), there, language)
            pages = normalise(ours[1], hall.slug), normalise(theirs[1], SLUG)
            if ours[0] != theirs[0] or pages[0] != pages[1]:
                lines = list(difflib.unified_diff(*pages, "hall", "mirror", lineterm="", n=0))
                differences[f"{language} {here}"] = "\n".join([f"{ours[0]} {theirs[0]}", *lines[:40]])
                break
        links = [group_by_route(Links(page[1]).links) for page in (ours, theirs)]
        for name in links[0]:
            waiting.extend(zip(links[0][name], links[1].get(name, ()), strict=False))
    return len(walked), differences


@pytest.mark.long
@pytest.mark.parametrize("family", ["mcr", "riichi"])
def test_a_visitor_sees_the_same_on_both_sites(sites, family):  # noqa: F811
    event = eventful(family, 7)
    if not event.published:
        event = event_services.publish(acting(), event, published=True)
    start(event, sites)
    deliver(event, sites)
    languages = [code for code, _name in settings.LANGUAGES]
    number, differences = compare(event, sites, languages)
    assert not differences, "\n\n".join(f"{page}: {lines}" for page, lines in differences.items())
    assert number >= LEAST


def test_no_private_value_reaches_the_mirror(sites):  # noqa: F811
    event = eventful("mcr", 7)
    mark_private_values()
    start(event, sites)
    deliver(event, sites)
    with sites.there():
        stored = dump_database()
    assert not private_values_in(stored)


def dump_database() -> str:
    """Return every row of the present database as text."""
    from django.core import serializers
    from django.apps import apps

    rows = (model._base_manager.all() for model in apps.get_models())
    return "\n".join(serializers.serialize("json", part) for part in rows)
