"""Pages of the organiser: at most one filled button, and few buttons beside the heading; the others are under More."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.roles.cast import Cast
from tests.roles.rows import Row, routes, table
from tests.support.people import people, signed_in, small_tournament
from tests.support.slices import in_slice

pytestmark = pytest.mark.django_db

MOST_BESIDE_A_HEADING = 3
VOID = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
PAGES = dict.fromkeys(
    row.route
    for row in table()
    if row.method == "GET" and "director" in row.who and "visitor" not in row.who and not row.route.startswith("api-")
)
"""Routes that show something to the director and nothing to a visitor."""


class Buttons(HTMLParser):
    """Filled buttons of a page, and the buttons beside its heading.

    Of folds that close each other (`<details name>`), and of the sheets of a round, one is open, so their buttons
    count as one. A dialog shows its buttons alone, and what is hidden from readers is a picture of a button.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.filled: Counter[str] = Counter()
        self.beside_heading = 0
        self._open: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = {name: text or "" for name, text in attrs}
        classes = element.get("class", "").split()
        if "button" in classes and tag != "summary":
            self._count(element, classes)
        elif "button" in classes and self._in_class("actions") and self._in_class("page-head"):
            self.beside_heading += 1
        if tag not in VOID:
            self._open.append((tag, element))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leave elements of drawings alone: they open nothing."""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def _count(self, element: dict[str, str], classes: list[str]) -> None:
        around = [*self._open, ("", element)]
        hidden = any(name in ("dialog", "template") or outer.get("aria-hidden") == "true" for name, outer in around)
        folds = [outer.get("name", "") for name, outer in self._open if name == "details"]
        folds += ["sheets" for _tag, outer in self._open if outer.get("class") == "entry-row"]
        if "primary" in classes and not hidden:
            self.filled[next(filter(None, folds), f"button {len(self.filled)}")] = 1
        if self._in_class("page-head") and self._in_class("actions") and not folds:
            self.beside_heading += 1

    def _in_class(self, name: str) -> bool:
        return any(name in outer.get("class", "").split() for _tag, outer in self._open)


def judge(html: str) -> list[str]:
    buttons = Buttons(html)
    faults = [f"{buttons.filled.total()} filled"] if buttons.filled.total() > 1 else []
    if buttons.beside_heading > MOST_BESIDE_A_HEADING:
        faults.append(f"{buttons.beside_heading} beside the heading")
    return faults


def walk(client: Client, addresses: dict[str, str], least: int) -> dict[str, list[str]]:
    """Route -> faults of its page, of those in this run's slice that have any."""
    judged = {}
    for route in in_slice(list(addresses), 4):
        with transaction.atomic():
            answer = client.get(addresses[route])
            transaction.set_rollback(True)
        if answer.status_code == 200 and "html" in answer.get("Content-Type", ""):
            judged[route] = judge(answer.getvalue().decode())
    assert len(judged) >= least
    return {route: faults for route, faults in judged.items() if faults}


@pytest.mark.long
def test_every_page_of_an_event_in_play_has_at_most_one_filled_button() -> None:
    cast = Cast()
    addresses = {route: cast.address(Row("GET", route, "", frozenset())) for route in PAGES}
    assert walk(cast.browsers["director"], addresses, 15) == {}


@pytest.mark.long
def test_every_page_of_an_event_before_play_has_at_most_one_filled_button() -> None:
    event = small_tournament(8)
    people(event)
    parts = {route: routes()[route].pattern.converters for route in PAGES}
    of_event = [route for route in PAGES if {"slug"} <= parts[route].keys() <= {"slug", "number"}]
    known = {"slug": event.slug, "number": 1}
    addresses = {route: reverse(route, kwargs={name: known[name] for name in parts[route]}) for route in of_event}
    assert walk(signed_in("olga"), addresses, 10) == {}


@pytest.mark.parametrize(
    ("html", "faults"),
    [
        ("<a class='button primary'>A</a><button class='button'>B</button>", []),
        ("<a class='button primary'>A</a><button class='button small primary'>B</button>", ["2 filled"]),
        ("<details name=a><i class='button primary'></i></details>" * 2, []),
        ("<details><i class='button primary'></i></details>" * 2, ["2 filled"]),
        ("<b class='button primary'></b><span class='button primary' aria-hidden='true'></span>", []),
        (f"<div class='page-head'><p class='actions'>{'<a class=button></a>' * 3}</p></div>", []),
        (f"<div class='page-head'><p class='actions'>{'<a class=button></a>' * 4}</p></div>", ["4 beside the heading"]),
    ],
)
def test_buttons_are_counted(html: str, faults: list[str]) -> None:
    assert judge(html) == faults
