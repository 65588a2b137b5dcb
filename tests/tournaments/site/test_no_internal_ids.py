"""No id of the program reaches a person: every page that the organiser, or a stranger, comes to by its links."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from engine.family import ruleset_names
from tests.support.cases import case_with_facts, ruled
from tests.support.people import acting, signed_in
from tests.support.tables import enter, table_of
from tournaments.core.audit import ACTIONS
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

SNAKE = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
VERSIONED = re.compile(r"\b(?:result|seating|round \d+ table \d+|[\w-]+) v\d+\b")
SILENT = {"script", "style", "code", "pre", "textarea", "template", "svg", "kbd"}
"""Parts of a page that are no text, or are meant to be typed as they stand."""
FILES = re.compile(r"\.(?:csv|json|pdf|ics|xlsx|zip|txt|png|svg)$|/api/|/static/|log_out|sign-out|/live/|/ask/\w")


class Page(HTMLParser):
    """The links of a page, and the text of its main part with what stands in text fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.texts: list[str] = []
        self.silent: list[str] = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.inside = self.inside or tag == "main"
        if tag in SILENT:
            self.silent.append(tag)
        if tag == "a" and values.get("href"):
            self.links.append(str(values["href"]))
        if tag == "input" and values.get("type", "text") == "text" and self.inside:
            self.texts.append(values.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "main"
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if self.inside and not self.silent:
            self.texts.append(data)


def codes_in(page: Page) -> set[str]:
    """The texts of a page that are ids: of rulesets, of actions, of fields and metrics, versions of rows."""
    shown = " ".join(page.texts)
    return {code for pattern in patterns() for code in pattern.findall(shown)}


@cache
def patterns() -> tuple[re.Pattern[str], ...]:
    """Patterns of all ids: one for all names of a kind, as a search for each on each page takes a third of the test."""
    names, actions = ("|".join(map(re.escape, codes)) for codes in (ruleset_names(), ACTIONS))
    return (
        re.compile(rf"(?<![\w/-])(?:{names})(?![\w-])"),
        re.compile(rf"(?<![\w.])(?:{actions})(?![\w.])"),
        SNAKE,
        VERSIONED,
    )


def pages(client: Client, start: str) -> Iterator[tuple[str, Page]]:
    """One page of every route that can be reached by links from the first."""
    waiting, seen = deque([start]), {""}
    while waiting:
        address = waiting.popleft()
        try:
            route = resolve(address.partition("?")[0]).view_name
        except Resolver404:
            continue
        if route in seen:
            continue
        seen.add(route)
        answer = client.get(address, follow=True)
        if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
            continue
        page = Page(answer.getvalue().decode())
        yield address, page
        found = (link.partition("#")[0] for link in page.links)
        waiting.extend(href for href in found if href.startswith("/") and not FILES.search(href.partition("?")[0]))


@pytest.fixture
def event(event: Tournament) -> Tournament:
    """A published event with confirmed sheets, one round public, a ruling with a fine."""
    tournament = event
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, table), (10, 40, -20, -30)))
    ruled(*case_with_facts(tournament))
    first = tournament.rounds.get(number=1)
    rounds.finish(acting("olga"), first)
    rounds.release(acting("olga"), first)
    event_services.publish(acting("olga"), tournament, published=True)
    return tournament


@pytest.mark.long
@pytest.mark.parametrize(("who", "start", "least"), [("olga", "/t/{slug}/manage/", 25), ("", "/t/{slug}/", 12)])
def test_no_page_shows_an_id(event: Tournament, who: str, start: str, least: int) -> None:
    client = signed_in(who) if who else Client()
    walked = {address: codes_in(page) for address, page in pages(client, start.format(slug=event.slug))}
    assert len(walked) >= least
    assert {address: codes for address, codes in walked.items() if codes} == {}


@pytest.mark.parametrize(
    ("html", "codes"),
    [
        ("<main>MCR, rules of 2006 and round 4, table 7</main>", set()),
        ("<main>mcr-2006</main>", {"mcr-2006"}),
        ("<main><a href='/rules/mcr-2006/'>MCR</a> <code>mcr-2006</code></main>", set()),
        ("<main>results.confirm by olga</main>", {"results.confirm"}),
        ("<main>paris-open round 4 table 7 result v1</main>", {"result v1"}),
        ("<main><input type='text' value='total, table_points'></main>", {"table_points"}),
    ],
)
def test_an_id_is_found(html: str, codes: set[str]) -> None:
    assert codes_in(Page(html)) == codes
