"""A visitor gets from the cache exactly what the view would answer now, whoever has been there before."""

import gzip
import itertools
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Network

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.support import patience
from tests.support.people import acting, signed_in
from tests.support.play import published
from tests.support.release import in_full
from tests.support.slices import in_slice
from tests.support.tables import enter, table_of
from tournaments.core.http import response_cache
from tournaments.core.http.response_cache import ResponseCacheMiddleware, mark_cacheable
from tournaments.entries.services import teams
from tournaments.events import services as event_services
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.standings.services import publishing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_event")]

PAGES = [
    *("", "version/", "players/", "players/?q=family", "players/1/", "players/1/schedule/", "seating/", "seating/2/"),
    *("seating/1/explained/", "results/", "results/1/", "results/2/", "standings/", "standings/?after=1", "draws/"),
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
    """28 addresses, while the event is open, its standings are closed, it is hidden, and shown again. A run takes half
    of them, the results among them; the ways to ask take turns, and so do the pages that olga has seen before. A
    release takes all.
    """
    addresses = [f"/t/{event.slug}/{page}" for page in PAGES]
    addresses += [f"/api/v1/tournaments/{event.slug}/{route}" for route in ROUTES]
    assert len(addresses) == 28
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


@pytest.mark.parametrize("address", ["/t/{}/", "/t/{}/version/", "/api/v1/tournaments/{}/entries/"])
def test_an_unchanged_page_costs_one_query(event, address):
    first = ask(address.format(event.slug))
    with CaptureQueriesContext(connection) as asked:
        again = ask(address.format(event.slug), **{"If-None-Match": f'W/"of yesterday", {first["ETag"]}'})
    assert (again.status_code, again.content, len(asked)) == (304, b"", 1)
    assert again["Cache-Control"] == "no-cache"
    assert first["X-Request-ID"] != again["X-Request-ID"]


def test_a_page_that_another_visitor_got_costs_one_query(event):
    address = f"/t/{event.slug}/players/"
    first = ask(address)
    with CaptureQueriesContext(connection) as asked:
        second = ask(address)
    assert (told(second), len(asked)) == (told(first), 1)
    packed = ask(address, **{"Accept-Encoding": "br, gzip"})
    assert (packed["Content-Encoding"], gzip.decompress(packed.content)) == ("gzip", first.content)
    assert {name.strip() for name in packed["Vary"].split(",")} == {"Accept-Language", "Cookie", "Accept-Encoding"}
    event.refresh_from_db()
    teams.add(acting("olga"), event, name="Dragons")
    again = ask(address, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again["ETag"] == first["ETag"]) == (200, False)


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
    monkeypatch.setattr(response_cache, "find_published_state", lambda slug: slug)
    monkeypatch.setattr(response_cache, "get_public_version", lambda _state: "1")
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
