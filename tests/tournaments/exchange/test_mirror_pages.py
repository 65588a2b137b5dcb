"""Public pages of hall and mirror: a visitor without an account sees the same on both, in each language."""

from __future__ import annotations

import datetime
import difflib
import re
from collections import Counter, deque
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from tests.support.checked_events import boards_event
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.private_values import mark_private_values, private_values_in
from tests.support.slices import in_slice
from tests.support.whole_events import eventful
from tests.tournaments.exchange.test_mirrors import TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.entries.models.entries import Entry
from tournaments.entries.services.players import edit
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.document.sections import list_sections
from tournaments.exchange.document.visitor import VISITOR
from tournaments.exchange.models import Mirror
from tournaments.seating.models.constraints import SeatingConstraint

pytestmark = [pytest.mark.django_db]

SLUG = "spring-open"
LEAST, PER_ROUTE = 12, 3
HERE_ALONE = frozenset({"event_check"})
"""Pages that differ by design: a mirror has no log, so it has no files for checking the event."""
RELEASED = re.compile(r'<p class="soft small">\s*[^<]*<code class="mono">[^<]*</code>\s*</p>')
"""Line of the results page that names an entry of the log, which a mirror has not."""
NOT_SENT = Path(__file__).with_name("not_sent.txt")
FILES = re.compile(r"/api/|/static/|log_out|sign-out|/live/|/ask/\w|\.(?:pdf|png|zip|xlsx)$|/mirror/")
NOTICE = re.compile(r'<p\s[^>]*role="note"\s+data-heard=.*?</script>', re.DOTALL)
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
    text = VARYING.sub("", RELEASED.sub("", NOTICE.sub("", html))).replace(slug, "SLUG")
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
        if routes[route] > PER_ROUTE or route in HERE_ALONE:
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
@pytest.mark.parametrize("family", ["mcr", "riichi", "boards"])
def test_a_visitor_sees_the_same_on_both_sites(sites, family):  # noqa: F811
    event = boards_event() if family == "boards" else eventful(family, 7)
    # The explanation of a round counts wishes that were not granted, and wishes are never sent.
    SeatingConstraint.objects.filter(tournament=event).delete()
    if not event.published:
        event = event_services.publish(acting(), event, published=True)
    start(event, sites)
    deliver(event, sites)
    languages = in_slice([code for code, _name in settings.LANGUAGES], len(settings.LANGUAGES))
    number, differences = compare(event, sites, languages)
    assert not differences, "\n\n".join(f"{page}: {lines}" for page, lines in differences.items())
    assert number >= LEAST


def test_initials_leave_the_hall_without_the_name(sites):  # noqa: F811
    event = small_tournament(8, slug="spring-open")
    people(event)
    Entry.objects.filter(pk=event.entries.get(number=1).pk).update(native_name="Geheimnis")
    edit(acting(), event.entries.get(number=1), family_name="Verborgen", given_name="Nina", initials_only=True)
    start(event, sites)
    deliver(event, sites)
    shown = event.entries.get(number=1).public_name
    with sites.there():
        mirrored = Entry.objects.get(tournament__slug=SLUG, number=1)
        stored = dump_database()
    assert mirrored.full_name == shown
    assert [word for word in ("Verborgen", "Nina", "Geheimnis") if word in stored] == []


def test_a_silent_mirror_asks_its_organiser(sites):  # noqa: F811
    event = small_tournament(8, slug="spring-open")
    start(event, sites)
    deliver(event, sites)
    question = "The hall has published nothing here since"
    with sites.there():
        address = reverse("manage_home", args=[SLUG])
        assert question not in signed_in("ada").get(address).content.decode()
        Mirror.objects.update(received_at=timezone.now() - datetime.timedelta(days=31))
        assert question in signed_in("ada").get(address).content.decode()


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
    rows = (model._base_manager.all() for model in apps.get_models())
    return "\n".join(serializers.serialize("json", part) for part in rows)


def test_each_column_is_listed_as_sent_or_not():
    listed = dict(line.split(": ") for line in NOT_SENT.read_text("utf-8").splitlines())
    for section in list_sections():
        columns = {*(column.name for column in section.columns), *section.many}
        sent = set(VISITOR[section.name].columns) if section.name in VISITOR else set()
        not_sent = set(listed.pop(section.name, "").split())
        assert (sent & not_sent, sent | not_sent) == (set(), columns), section.name
    assert listed == {}
