"""Boards that stay open: what they ask for every ten seconds leads them to what a reload shows."""

import datetime
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, seat_in_order, signed_in
from tests.support.slices import in_slice
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import clock, postponed, rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db

SHEET = (60, 20, -30, -50)
PASSING = (r'data-minutes="[^"]*"', r"(?<=<span>)\d+ (?:min|分)[^<]*", r'(?<=">)\s*\d+(?=\s*</td>)')
"""Patterns of the minutes, which a page counts itself."""


class Screen:
    """A page left open, which holds the part that renews itself, and puts each piece that comes in its place."""

    def __init__(self, client: Client, name: str, *parts: object) -> None:
        self.client, self.address = client, reverse(name, args=parts)
        self.held, self.statuses, self.sizes = "", list[int](), list[int]()
        self.renew()

    def fresh(self) -> str:
        return self.client.get(self.address, headers={"HX-Request": "true"}).text

    def renew(self) -> None:
        seen = re.search(r'id="seen"\s+name="seen"\s+value="(\w+)"', self.held)
        sent = {"seen": seen[1]} if seen else {}
        answer = self.client.get(self.address, sent, headers={"HX-Request": "true"})
        self.statuses.append(answer.status_code)
        self.sizes.append(len(answer.content))
        if answer.status_code == 204:
            return
        if answer.headers.get("HX-Reswap") != "none":
            self.held = answer.text
            return
        for tag in re.findall(r'<\w+[^>]*hx-swap-oob="true"[^>]*>', answer.text):
            key = re.search(r' id="([^"]*)"', tag)[1]
            start, end = span(self.held, key)
            piece = slice(*span(answer.text, key))
            self.held = self.held[:start] + answer.text[piece] + self.held[end:]


def span(html: str, key: str) -> tuple[int, int]:
    """Return the positions at which the element with this id begins and ends."""
    opened = re.search(rf'<(\w+)[^>]*\sid="{key}"[^>]*>', html)
    assert opened is not None, key
    if opened[1] == "input":
        return opened.span()
    depth = 0
    for tag in re.compile(rf"<(/?){opened[1]}\b[^>]*>").finditer(html, opened.start()):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return opened.start(), tag.end()
    raise AssertionError(key)


def plain(html: str) -> str:
    """The HTML without what differs between two answers of the same moment."""
    for pattern in (*PASSING, r'hx-swap-oob="true"', r'name="csrfmiddlewaretoken" value="[^"]*"'):
        html = re.sub(pattern, "", html)
    return re.sub(r"\s*([<>])\s*", r"\1", re.sub(r"\s+", " ", html))


@pytest.fixture
def event(monkeypatch):
    """Three tables play the first of three rounds; the clock of the server stands still."""
    tournament = playing(12)
    people(tournament)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    cache.clear()
    return tournament


def changes(event, monkeypatch, client):
    """A day in the hall: each of these changes what somebody sees on a board."""
    one, two, three = (lambda number=number: table_of(event, number) for number in (1, 2, 3))
    olga, ren = acting("olga"), acting("ren")
    later = timezone.now() + datetime.timedelta(days=9)
    yield "a sheet", lambda: enter(one(), SHEET)
    yield "confirmed", lambda: results.confirm_sheet(ren, one().results.get())
    yield "a sheet comes in", lambda: results.mark_sheet_handed_in(olga, two())
    yield "one with a doubt", lambda: enter(two(), (60, 20, -30, -40), reason="as it was counted")
    yield "another doubt", lambda: two().results.filter(version=1).update(doubtful_reason="look at the sum")
    yield "rejected", lambda: results.reject_sheet(olga, two().results.get(), reason="unreadable")
    yield "entered again", lambda: enter(two(), SHEET)
    yield "more time", lambda: clock.add_extra_time(olga, three(), seconds=300, reason="late")
    yield "the referee", lambda: Client().post(reverse("table_call", args=[three().token]))
    yield "another name", lambda: event.entries.filter(number=12).update(family_name="Ōta")
    yield "a namesake", lambda: event.entries.filter(number__in=[11, 12]).update(given_name="A", family_name="Ōta")
    yield "a table's name", lambda: rounds.name_table(olga, three(), name="Window")
    yield "chairs", lambda: seating.swap(
        olga, event.rounds.get(number=1).current_seating, first=event.entries.get(number=9),
        second=event.entries.get(number=10), reason="sat wrong",
    )  # fmt: skip
    yield "rows", lambda: Tournament.objects.filter(pk=event.pk).update(tables_in_row=2)
    yield "postponed", lambda: postponed.postpone(olga, three(), postponed_to=later, reason="ill")
    yield "elsewhere", lambda: Tournament.objects.filter(pk=event.pk).update(time_zone="Asia/Tokyo")
    yield "not postponed", lambda: postponed.postpone(olga, three(), postponed_to=None)
    yield "corrected", lambda: enter(one(), (50, 30, -30, -50), "olga", reason="a slip", based_on=1)
    yield "paused", lambda: clock.pause(olga, event.rounds.get(number=1))
    yield "resumed", lambda: clock.resume(olga, event.rounds.get(number=1))
    night = timezone.now() + datetime.timedelta(hours=5)
    yield "time is up", lambda: monkeypatch.setattr(timezone, "now", lambda: night)
    yield "a language", lambda: client.cookies.load({"django_language": "fr"})
    yield "another", lambda: client.cookies.load({"django_language": "en"})
    yield (
        "two more sheets",
        lambda: [enter(three(), SHEET), results.confirm_sheet(ren, two().results.latest("version"))],
    )
    yield "all in", lambda: [
        results.confirm_sheet(ren, table.results.latest("version"))
        for table in (one(), three()) if table.results.latest("version").state == "entered"
    ]  # fmt: skip
    yield "over", lambda: rounds.finish(olga, event.rounds.get(number=1))
    yield "open again", lambda: rounds.reopen(olga, event.rounds.get(number=1), reason="too early")
    yield "over again", lambda: rounds.finish(olga, event.rounds.get(number=1))
    yield "the next is seated", lambda: seating.publish(olga, seat_in_order(event.rounds.get(number=2)))
    yield "the next begins", lambda: rounds.start(olga, event.rounds.get(number=2))
    yield "its first sheet", lambda: enter(table_of(event, 2, 2), SHEET)
    yield "hall closed", lambda: clock.end(olga, event.rounds.get(number=2))


def test_boards_left_open_through_a_day_show_what_a_reload_shows(event, monkeypatch):
    olga = signed_in("olga")
    first = ("manage_board_round", event.slug, 1)
    others = (("manage_results", event.slug, 1), ("manage_home", event.slug), ("manage_play", event.slug))
    always = [Screen(olga, *page) for page in (first, *in_slice(others, 3))]
    seldom = [Screen(olga, *page) for page in (first, ("manage_board_round", event.slug, 2))]
    for number, (name, happens) in enumerate(changes(event, monkeypatch, olga)):
        happens()
        for screen in [*always, *(seldom if number % 5 == 4 else ())]:
            screen.renew()
            assert plain(screen.held) == plain(screen.fresh()), (name, screen.address)
    for screen in always:
        screen.renew()
        assert screen.statuses[-1] == 204, screen.address


def test_a_board_gets_the_table_that_has_changed_and_nothing_while_none_has(event):
    board = Screen(signed_in("olga"), "manage_board_round", event.slug, 1)
    board.renew()
    enter(table_of(event, 2), SHEET)
    board.renew()
    assert board.statuses == [200, 204, 200]
    assert board.sizes[2] < board.sizes[0] / 1.5
    answer = signed_in("olga").get(board.address, {"seen": "0" * 32}, headers={"HX-Request": "true"})
    assert ("HX-Reswap" in answer.headers, answer.text.count("data-tile")) == (False, 3)
    cache.clear()
    board.renew()
    assert board.statuses[-1] == 204, "the version it holds is that of today"
    enter(table_of(event, 3), SHEET)
    cache.clear()
    board.renew()
    assert board.sizes[-1] > board.sizes[2], "a version that is forgotten gets everything"
    assert plain(board.held) == plain(board.fresh())


def test_a_table_is_sent_alone(event):
    board = Screen(signed_in("olga"), "manage_results", event.slug, 1)
    enter(table_of(event, 2), SHEET)
    seen = re.search(r'value="(\w+)"', board.held)[1]
    answer = board.client.get(board.address, {"seen": seen}, headers={"HX-Request": "true"})
    assert (answer.headers["HX-Reswap"], re.findall(r'data-tile="(\d+)"', answer.text)) == ("none", ["2"])


def test_a_version_is_that_of_what_a_reader_sees(event):
    """The director opens the sheets of the tables, and who seats players does not."""
    olga, sue = (Screen(signed_in(name), "manage_board_round", event.slug, 1) for name in ("olga", "sue"))
    shown = plain(sue.held)
    assert (olga.held.count("/table/2/"), sue.held.count("/table/2/")) == (2, 0)
    sue.held = olga.held
    sue.renew()
    assert plain(sue.held) == shown
