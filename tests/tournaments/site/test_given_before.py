"""What one visitor was given the next one gets again: the same answer whole, and only as long as it is true."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from tests.support.people import acting, people, person
from tests.support.tables import playing
from tournaments.services import teams, tournaments
from tournaments.site import given_before

pytestmark = pytest.mark.django_db
BROWSER = {"Accept": "text/html", "Accept-Encoding": "gzip, br", "Accept-Language": "en"}


@pytest.fixture
def event():
    event = playing()
    people(event)
    return event


@pytest.fixture
def whole_way(monkeypatch):
    """The routes of the requests that went the whole way."""
    went = []
    inner = given_before.GivenBeforeMiddleware.__call__

    def watched(self, request):
        further = self.get_response
        self.get_response = lambda one: went.append(resolve(one.path_info).route) or further(one)
        try:
            return inner(self, request)
        finally:
            self.get_response = further

    monkeypatch.setattr(given_before.GivenBeforeMiddleware, "__call__", watched)
    return went


def ask(address, **headers):
    return Client().get(address, headers=BROWSER | headers)


def said(answer):
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
    return answer.status_code, headers, answer.content


@pytest.mark.parametrize("address", ["/t/{}/", "/t/{}/players/", "/api/v1/tournaments/{}/entries/"])
def test_an_unchanged_answer_is_given_again_with_one_look_at_the_event(event, whole_way, address):
    address = address.format(event.slug)
    etag = {"If-None-Match": ask(address)["ETag"]}
    first = ask(address, **etag)
    whole_way.clear()
    with CaptureQueriesContext(connection) as asked:
        again = ask(address, **etag)
    assert (said(again), first.status_code, len(asked), whole_way) == (said(first), 304, 1, [])
    assert first["X-Request-ID"] != again["X-Request-ID"]
    assert {"Content-Security-Policy", "X-Content-Type-Options", "Vary", "ETag"} <= set(again.headers)


def test_a_whole_page_is_given_again_until_the_event_changes(event, whole_way):
    address = f"/t/{event.slug}/players/"
    ask(address)
    second = ask(address)
    whole_way.clear()
    assert (said(ask(address)), whole_way) == (said(second), [])
    event.refresh_from_db()
    teams.add(acting("olga"), event, name="Dragons")
    assert ask(address)["ETag"] != second["ETag"]
    assert len(whole_way) == 1


def test_whoever_has_an_older_page_gets_the_one_that_all_get(event, whole_way):
    address = f"/t/{event.slug}/players/"
    for _time in range(2):
        now = ask(address)
    ask(address, **{"If-None-Match": now["ETag"]})
    whole_way.clear()
    older = ask(address, **{"If-None-Match": 'W/"of yesterday"'})
    same = ask(address, **{"If-None-Match": now["ETag"].removeprefix("W/")})
    assert (said(older), same.status_code, whole_way) == (said(now), 304, [])
    several = ask(address, **{"If-None-Match": f'W/"of yesterday", {now["ETag"]}'})
    anything = ask(address, **{"If-None-Match": "*"})
    assert (several.status_code, anything.status_code, len(whole_way)) == (304, 304, 2)


def test_no_page_of_an_event_is_given_that_is_not_public_any_more(event):
    address = f"/t/{event.slug}/players/"
    etag = {"If-None-Match": ask(address)["ETag"]}
    assert (ask(address).status_code, ask(address, **etag).status_code) == (200, 304)
    event.refresh_from_db()
    tournaments.publish(acting("olga"), event, published=False)
    assert (ask(address).status_code, ask(address, **etag).status_code) == (404, 404)


@pytest.mark.parametrize(
    "other", [{"Accept-Language": "ja"}, {"Host": "hall.example"}, {"Accept-Encoding": ""}, {"Accept": "*/*"}]
)
def test_another_question_has_an_answer_of_its_own(event, whole_way, other):
    address = f"/t/{event.slug}/players/"
    for _time in range(3):
        ask(address)
    whole_way.clear()
    ask(address, **other)
    assert whole_way == ["t/<slug:slug>/players/"]


def test_whoever_is_signed_in_or_has_a_message_goes_the_whole_way(event, whole_way):
    address = f"/t/{event.slug}/players/"
    for _time in range(3):
        ask(address)
    whole_way.clear()
    olga = Client()
    olga.force_login(person("olga"))
    assert b"olga" in olga.get(address).content
    told = Client()
    told.cookies["messages"] = "a message"
    told.get(address, headers=BROWSER)
    assert len(whole_way) == 2
    assert "private" not in ask(address)["Cache-Control"]
