"""Clients that send slowly, or stop half-way, keep nobody else waiting."""

import contextlib
import http.client
import socket
import time
from urllib.parse import urlencode

import pytest
from django.conf import settings

from tests.support.people import people, signed_in
from tests.support.tables import playing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

SLOW_BODIES, SLOW_HEADERS, WITHIN = 40, 200, 2.0


@pytest.fixture
def crowd(live_site):
    """So many connections that have sent half a request and stay open."""
    _scheme, _slashes, address = live_site.address.partition("://")
    host, _colon, port = address.partition(":")
    with contextlib.ExitStack() as stack:
        for number in range(SLOW_BODIES + SLOW_HEADERS):
            one = stack.enter_context(socket.create_connection((host, int(port)), timeout=10))
            lines = ["POST /hand/ HTTP/1.1", "Host: localhost"]
            if number < SLOW_BODIES:
                key = [f"Idempotency-Key: slow-client-{number:04}"] if number % 2 else []
                lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 5000", *key, "", "hand=1"]
            one.sendall("\r\n".join(lines).encode())
        yield host, int(port)


def answer(address, method, path, body=None, headers=None):
    """The status, and the seconds until the answer was whole."""
    connection = http.client.HTTPConnection(*address, timeout=20)
    began = time.monotonic()
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, time.monotonic() - began


def test_a_page_and_a_write_are_answered_beside_slow_bodies_and_headers(crowd):
    event = playing()
    people(event)
    client = signed_in("olga")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    # The first page compiles its templates; the crowd is not to blame for that.
    answer(crowd, "GET", f"/t/{event.slug}/")
    status, seconds = answer(crowd, "GET", f"/t/{event.slug}/")
    assert status == 200
    assert seconds < WITHIN
    token = "a" * 32
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={token}",
    }
    form = urlencode({"csrfmiddlewaretoken": token, "name": "Dragons"})
    path = f"/t/{event.slug}/manage/teams/"
    status, seconds = answer(crowd, "POST", path, form, headers)
    assert status == 302
    assert seconds < WITHIN
    assert [team.name for team in event.teams.all()] == ["Dragons"]
