"""Clients that send slowly, or stop half-way, keep nobody else waiting."""

import contextlib
import http.client
import select
import socket
from urllib.parse import urlencode

import pytest
from django.conf import settings

from tests.support import patience
from tests.support.people import people, signed_in
from tests.support.tables import playing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

SLOW_BODIES, SLOW_HEADERS = 40, 200


@pytest.fixture
def crowd(live_site):
    """So many connections that have sent half a request and stay open."""
    _scheme, _slashes, address = live_site.address.partition("://")
    host, _colon, port = address.partition(":")
    waiting = []
    with contextlib.ExitStack() as stack:
        for number in range(SLOW_BODIES + SLOW_HEADERS):
            one = stack.enter_context(socket.create_connection((host, int(port)), timeout=patience.SECONDS))
            lines = ["POST /hand/ HTTP/1.1", "Host: localhost"]
            if number < SLOW_BODIES:
                key = [f"Idempotency-Key: slow-client-{number:04}"] if number % 2 else []
                lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 5000", *key, "", "hand=1"]
            one.sendall("\r\n".join(lines).encode())
            waiting.append(one)
        yield host, int(port)
        # Nobody was answered because the server had given the crowd up.
        closed, _writable, _broken = select.select(waiting, [], [], 0)
        assert closed == []


def answer(address, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection(*address, timeout=patience.SECONDS)
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


def test_a_page_and_a_write_are_answered_beside_slow_bodies_and_headers(crowd):
    event = playing()
    people(event)
    client = signed_in("olga")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert answer(crowd, "GET", f"/t/{event.slug}/") == 200
    token = "a" * 32
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={token}",
    }
    form = urlencode({"csrfmiddlewaretoken": token, "name": "Dragons"})
    path = f"/t/{event.slug}/manage/teams/"
    assert answer(crowd, "POST", path, form, headers) == 302
    assert [team.name for team in event.teams.all()] == ["Dragons"]
