"""A visitor gets from the cache exactly what the view would answer now, whoever has been there before."""

import gzip
import itertools
import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Network
from types import SimpleNamespace
from unittest import mock

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support import patience
from tests.support.people import acting, signed_in
from tests.support.play import published, released
from tests.support.release import in_full
from tests.support.slices import in_slice
from tests.support.tables import enter, table_of
from tournaments.core.http import public_version, response_cache
from tournaments.core.http.public_version import (
    CHANGED,
    EventState,
    PublishedVersion,
    find_published_version,
    forget_versions,
)
from tournaments.core.http.response_cache import ResponseCacheMiddleware, mark_cacheable
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import teams
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.standings.services import publishing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_event")]

PAGES = [
    *("", "version/", "players/", "players/?q=family", "players/1/", "players/1/schedule/", "seating/", "seating/2/"),
    *("seating/1/explained/", "results/", "results/1/", "results/2/", "standings/", "standings/?after=1", "draws/"),
    *("embed/standings/?rows=3", "embed/table/1/"),
    *("rulings/", "rulebook/", "screen/standings/?part=1&lang=ja", "screen/needs/?part=1", "register/"),
]
ROUTES = ["", "entries/", "entries/1/", "rounds/", "rounds/1/results/", "standings/", "log/head/", "changes/?after=2"]
WAYS = {
    "plain": {"Accept-Language": "en", "Accept-Encoding": "identity"},
    "compressed": {"Accept-Language": "en", "Accept-Encoding": "gzip, br"},
    "with cookies": {"Accept-Encoding": "gzip", "Cookie": f"django_language=ja; csrftoken={'a' * 32}; theme=dark"},
}
VISITORS = IPv4Network("10.0.0.0/8").hosts()


def ask(address, **headers):
    """Return what a new visitor gets; each comes from an address of their own, so that no allowance ends."""
    visitor = Client(REMOTE_ADDR=str(next(VISITORS)))
    return visitor.get(address, headers={"Accept-Language": "en"} | headers)


def told(answer):
    """All of an answer that a visitor notices."""
    # Whether a short answer is compressed depends on the random padding.
    own = ("X-Request-ID", "RateLimit-", "Set-Cookie", "Content-Length", "Content-Encoding")
    headers = {name: value for name, value in answer.headers.items() if not name.startswith(own)}
    packed = answer.headers.get("Content-Encoding") == "gzip"
    content = gzip.decompress(answer.content) if packed else answer.content
    return answer.status_code, headers, content if b"csrfmiddlewaretoken" not in content else b"a form"


@pytest.mark.long
def test_cached_answers_are_those_that_the_views_give(event):
    """30 addresses, while the event is open, its standings are closed, it is hidden, and shown again. A run takes half
    of them, the results among them; the ways to ask take turns, and so do the pages that olga has seen before. A
    release takes all.
    """
    addresses = [f"/t/{event.slug}/{page}" for page in PAGES]
    addresses += [f"/api/v1/tournaments/{event.slug}/{route}" for route in ROUTES]
    assert len(addresses) == 30
    results_of_rounds = [address for address in addresses if re.search(r"/results/\d/", address)]
    addresses = list(dict.fromkeys([*results_of_rounds, *in_slice(addresses, 2)]))
    all_ways = list(itertools.product(addresses, WAYS))
    asked_for = all_ways if in_full() else [all_ways[at * len(WAYS) + at % len(WAYS)] for at in range(len(addresses))]
    olga = signed_in("olga", Client(headers={"Accept-Language": "en"}))
    given: dict[tuple[str, str], dict[str, tuple]] = {}
    turns = itertools.cycle(range(3))

    def compare(state):
        turn = next(turns)
        for address in addresses if in_full() or state == "hidden" else addresses[turn::3]:
            olga.get(address)
        for address, way in asked_for:
            ask(address, **WAYS[way])
        cached = {(address, way): ask(address, **WAYS[way]) for address, way in asked_for}
        repeated = {
            asked: [(old, ask(asked[0], **WAYS[asked[1]], **{"If-None-Match": old})) for old in given.get(asked, ())]
            for asked in cached
        }
        views: dict[tuple[str, str], tuple] = {}
        for asked, answer in cached.items():
            address, way = asked
            # Compressed, it is the same page.
            made = (address, "plain" if way == "compressed" else way)
            if made not in views:
                caches["pages"].clear()
                views[made] = told(ask(address, **WAYS[way]))
            fresh = views[made]
            assert told(answer) == fresh, (state, *asked)
            assert "Content-Encoding" not in answer.headers or "gzip" in WAYS[way]["Accept-Encoding"], (state, *asked)
            assert "private" not in answer.headers.get("Cache-Control", ""), (state, *asked)
            for old, again in repeated[asked]:
                if again.status_code == 304:
                    assert given[asked][old][2] == fresh[2], (state, *asked, old)
                else:
                    assert told(again) == fresh, (state, *asked, old)
            if "ETag" in answer.headers:
                given.setdefault(asked, {})[answer["ETag"]] = fresh
        return {answer.status_code for answer in cached.values()}

    results.confirm_sheet(acting("ren"), enter(table_of(event, number=1), (60, 20, -30, -50)))
    results.confirm_sheet(acting("ren"), enter(table_of(event, number=2), (10, 10, -8, -12)))
    rounds.release(acting("ren"), rounds.finish(acting("ren"), event.rounds.get(number=1)))
    published(event.rounds.get(number=2))
    rounds.start(acting("ren"), event.rounds.get(number=2))
    event.refresh_from_db()
    assert compare("open") == {200, 404}
    enter(table_of(event, number=1, round_number=2), (60, 20, -30, -50))
    event.refresh_from_db()
    publishing.hide_standings(acting("ren"), event, hidden=True)
    assert compare("closed") == {200, 404}
    event.refresh_from_db()
    event_services.publish(acting("olga"), event, published=False)
    assert compare("hidden") == {404}
    event.refresh_from_db()
    event_services.publish(acting("olga"), event, published=True)
    event.refresh_from_db()
    publishing.hide_standings(acting("ren"), event, hidden=False, continue_anyway="for the projector")
    assert compare("shown") == {200, 404}


@pytest.fixture
def clock(monkeypatch):
    """The clock of the memory of public versions."""
    clock = SimpleNamespace(now=time.monotonic())
    monkeypatch.setattr(public_version, "time", SimpleNamespace(monotonic=lambda: clock.now))
    clock.now += 1
    return clock


def change_elsewhere(event):
    """Another process of the site renames the event and adds a team: this one hears nothing of it."""
    Tournament.objects.filter(pk=event.pk).update(name="Autumn Open")
    with mock.patch.object(public_version, "forget_versions"):
        teams.add(acting("olga"), Tournament.objects.get(pk=event.pk), name="Dragons")


def test_a_change_by_another_process_shows_half_a_second_later(event, clock):
    pages = [f"/t/{event.slug}/", f"/t/{event.slug}/version/", f"/api/v1/tournaments/{event.slug}/"]
    before = [ask(page)["ETag"] for page in pages]
    change_elsewhere(event)
    clock.now += 0.49
    assert [ask(page)["ETag"] for page in pages] == before
    clock.now += 0.01
    after = [ask(page) for page in pages]
    assert not {answer["ETag"] for answer in after} & set(before)
    assert b"Autumn Open" in after[0].content
    assert after[2].json()["name"] == "Autumn Open"


def test_a_change_by_this_process_shows_at_once(event, clock):
    address = f"/t/{event.slug}/version/"
    before = ask(address)["ETag"]
    teams.add(acting("olga"), event, name="Dragons")
    assert ask(address)["ETag"] != before


def test_a_version_that_was_read_before_a_change_is_not_remembered(event, clock, monkeypatch):
    read = public_version.find_published_state

    def read_and_change(slug):
        state = read(slug)
        forget_versions()
        return state

    monkeypatch.setattr(public_version, "find_published_state", read_and_change)
    for _visitor in range(2):
        with CaptureQueriesContext(connection) as asked:
            find_published_version(event.slug)
        assert asked
    monkeypatch.setattr(public_version, "find_published_state", read)
    clock.now += 0.1
    find_published_version(event.slug)
    with CaptureQueriesContext(connection) as asked:
        find_published_version(event.slug)
    assert not asked


def test_an_event_that_is_hidden_elsewhere_is_so_half_a_second_later(event, clock):
    address = f"/t/{event.slug}/players/"
    ask(address)
    Tournament.objects.filter(pk=event.pk).update(published=False)
    clock.now += 0.5
    assert ask(address).status_code == 404


def test_an_author_without_a_session_reads_what_another_process_stores(event, clock):
    """A registration may be answered by one process, and the page that follows by another."""
    address, visitor = f"/t/{event.slug}/", Client(headers={"Accept-Language": "en"})
    before = ask(address)["ETag"]
    sent = visitor.post(f"/t/{event.slug}/register/", {"name": "Mei"})
    cookie = sent.cookies[CHANGED]
    assert [cookie[part] for part in ("max-age", "httponly", "samesite")] == [1, True, "Lax"]
    change_elsewhere(event)
    assert b"Autumn Open" in visitor.get(address).content
    assert ask(address)["ETag"] != before


@pytest.mark.parametrize("headers", [{"Cookie": "sessionid=any"}, {"Authorization": "Token any"}], ids=str)
def test_who_is_never_answered_from_memory_needs_no_cookie(headers):
    answer = ResponseCacheMiddleware(lambda _request: HttpResponse("saved"))(
        RequestFactory().post("/", headers=headers)
    )
    assert CHANGED not in answer.cookies


@pytest.mark.parametrize("address", ["/t/{}/", "/t/{}/version/", "/api/v1/tournaments/{}/entries/"])
def test_an_unchanged_page_costs_one_query_in_half_a_second(event, clock, address):
    first = ask(address.format(event.slug))
    for later, queries in ((0.49, 0), (0.01, 1), (0.49, 0)):
        clock.now += later
        with CaptureQueriesContext(connection) as asked:
            again = ask(address.format(event.slug), **{"If-None-Match": f'W/"of yesterday", {first["ETag"]}'})
        assert (again.status_code, again.content, len(asked)) == (304, b"", queries)
        assert again["Cache-Control"] == "no-cache"
        assert first["X-Request-ID"] != again["X-Request-ID"]


def test_a_page_that_another_visitor_got_costs_no_query(event, clock):
    address = f"/t/{event.slug}/players/"
    first = ask(address)
    with CaptureQueriesContext(connection) as asked:
        second = ask(address)
    assert (told(second), len(asked)) == (told(first), 0)
    packed = ask(address, **{"Accept-Encoding": "br, gzip"})
    assert (packed["Content-Encoding"], gzip.decompress(packed.content)) == ("gzip", first.content)
    assert {name.strip() for name in packed["Vary"].split(",")} == {"Accept-Language", "Cookie", "Accept-Encoding"}
    event.refresh_from_db()
    teams.add(acting("olga"), event, name="Dragons")
    again = ask(address, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again["ETag"] == first["ETag"]) == (200, False)


@pytest.mark.both_databases
def test_the_whole_standings_of_1600_players_with_long_names_are_stored(event, clock):
    """Names of 24 Chinese characters each, none like another: packed they are the largest page that an event has."""
    letters = random.Random(1600)
    names = ["".join(chr(letters.randrange(0x4E00, 0x9FA6)) for _letter in range(48)) for _player in range(1592)]
    Entry.objects.bulk_create(
        Entry(tournament=event, number=number, family_name=name[:24], given_name=name[24:])
        for number, name in enumerate(names, 9)
    )
    released(event, 1)
    clock.now += 1
    address = f"/t/{event.slug}/standings/?page=all"
    first = ask(address, **WAYS["compressed"])
    assert response_cache.USUAL_BYTES < len(first.content) < response_cache.MAX_BYTES
    assert names[-1][:24] in gzip.decompress(first.content).decode()
    with CaptureQueriesContext(connection) as asked:
        second = ask(address, **WAYS["compressed"])
    assert (second.content == first.content, len(asked)) == (True, 0)
    caches["large_pages"].clear()
    assert told(ask(address, **WAYS["compressed"])) == told(first)


def test_an_allowance_is_told_to_its_own_visitor_only(event):
    address = f"/api/v1/tournaments/{event.slug}/rounds/"
    first, second = ask(address), ask(address)
    assert ("RateLimit-Limit" in first.headers, "RateLimit-Limit" in second.headers) == (True, False)
    assert second.json() == first.json()


def in_a_form(request):
    get_token(request)
    return mark_cacheable(HttpResponse("form"))


def with_a_cookie(_request):
    response = mark_cacheable(HttpResponse("page"))
    response.set_cookie("visitor", "1")
    return response


ONE_VISITORS = {
    "a form": in_a_form,
    "a cookie": with_a_cookie,
    "private": lambda _request: mark_cacheable(HttpResponse("page", headers={"Cache-Control": "no-cache, private"})),
    "not to be stored": lambda _request: mark_cacheable(HttpResponse("page", headers={"Cache-Control": "no-store"})),
    "not found": lambda _request: mark_cacheable(HttpResponse("page", status=404)),
    "a stream": lambda _request: mark_cacheable(StreamingHttpResponse(["page"])),
    "not marked": lambda _request: HttpResponse("page"),
    "too large": lambda _request: mark_cacheable(HttpResponse("a" * (response_cache.MAX_BYTES + 1))),
}


@pytest.mark.parametrize("make", ONE_VISITORS.values(), ids=ONE_VISITORS)
def test_an_answer_for_one_visitor_is_not_stored(event, make):
    made = []

    def view(request):
        made.append(1)
        return make(request)

    for _visitor in range(2):
        ResponseCacheMiddleware(view)(RequestFactory().get(f"/t/{event.slug}/"))
    assert len(made) == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "sessionid=any"},
        {"Cookie": "messages=any"},
        {"Authorization": "Token any"},
        {"HX-Request": "true"},
        {"Range": "bytes=0-10"},
    ],
    ids=str,
)
def test_whoever_may_be_somebody_is_answered_by_the_view(event, headers):
    made = []

    def view(_request):
        made.append(1)
        return mark_cacheable(HttpResponse("page"))

    for _time in range(2):
        answer = ResponseCacheMiddleware(view)(RequestFactory().get(f"/t/{event.slug}/", headers=headers))
        assert "ETag" not in answer.headers
    assert len(made) == 2


def test_many_who_ask_at_once_wait_for_one_page(monkeypatch):
    """After a release all phones of a hall ask in the same second."""
    version = PublishedVersion(EventState(1, 1, timezone.now()), "1")
    monkeypatch.setattr(response_cache, "find_published_version", lambda _slug, again: version)
    made, all_here = [], threading.Barrier(4)

    def view(_request):
        made.append(1)
        # The others ask meanwhile.
        time.sleep(0.2)
        return mark_cacheable(HttpResponse("standings"))

    def visit(_who):
        all_here.wait(patience.SECONDS)
        return ResponseCacheMiddleware(view)(RequestFactory().get("/t/spring-open/standings/")).content

    with ThreadPoolExecutor(4) as phones:
        assert list(phones.map(visit, range(4))) == [b"standings"] * 4
    assert len(made) == 1
