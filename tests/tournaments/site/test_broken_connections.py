"""Clients that stop in the middle of a request: nobody waits for them, and they get no error of ours."""

from __future__ import annotations

import io
import itertools
import json
import socket
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support import patience
from tests.support.browser import LiveSite
from tests.support.people import people, signed_in, token_of
from tests.support.tables import playing, table_of
from tournaments.events.models import Tournament

FORM_TYPE = "application/x-www-form-urlencoded"
FORM, JSON = f"Content-Type: {FORM_TYPE}", "Content-Type: application/json"
KEY = "0123456789abcdef0123456789abcdef"


def held_open(site: LiveSite, path: str, *headers: str) -> socket.socket:
    """A connection that has sent the head of a POST and six bytes of its body."""
    host, _colon, port = site.address.removeprefix("http://").partition(":")
    opened = socket.create_connection((host, int(port)), timeout=patience.SECONDS)
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}:{port}", "Content-Length: 5000", *headers, "", "hand=1"]
    opened.sendall("\r\n".join(lines).encode())
    return opened


def team_added(site: LiveSite, name: str, key: str) -> int:
    """The status that olga's program gets for one more team."""
    request = urllib.request.Request(
        site.url("/api/v1/tournaments/spring-open/teams/add/"),
        json.dumps({"name": name}).encode(),
        {"Content-Type": "application/json", "Authorization": f"Token {key}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=patience.SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture
def event(live_site: LiveSite) -> Tournament:
    """An event that is being played, with its people, on the running site."""
    made = playing()
    people(made)
    return made


@pytest.mark.browser
@pytest.mark.both_databases
def test_others_write_while_requests_stay_unfinished(live_site: LiveSite, event: Tournament) -> None:
    """Of visitors and of a program: a page, one without a form, a sheet, the law, the API with a key and If-Match."""
    teams, key, mark = "/api/v1/tournaments/spring-open/teams/add/", f"Idempotency-Key: {KEY}", 'If-Match: "1"'
    olgas = token_of("olga")
    token = f"Authorization: Token {olgas}"
    unfinished = [
        ("/hand/", (FORM, key)),
        ("/hand/", (key,)),
        ("/e/nowhere/", (FORM, key)),
        ("/api/v1/judging/examine/", (JSON, key)),
        *((teams, (JSON, one)) for one in (key, mark)),
        *((teams, (JSON, token, one)) for one in (key, mark)),
    ]
    number = itertools.count()
    for path, headers in unfinished:
        with held_open(live_site, path, *headers):
            # The server has taken up the first when it answers the others.
            added = [team_added(live_site, f"Team {next(number)}", olgas) for _time in range(3)]
            assert added == [200] * 3, (path, headers)
    with ExitStack() as stack:
        for path, headers in unfinished:
            stack.enter_context(held_open(live_site, path, *headers))
        assert team_added(live_site, "Winds", olgas) == 200


class BrokenOff(io.BytesIO):
    """A body whose client has gone away."""

    def read(self, *_size: int | None) -> bytes:
        """Fail as a socket does. Raises OSError."""
        raise ConnectionResetError


def cut_off(client: Client, path: str, body: io.BytesIO, length: int, kind: str = FORM_TYPE, **headers: str) -> Any:
    """The answer to a POST that has announced a longer body than arrives."""
    client.raise_request_exception = False
    environ = {"wsgi.input": body, "CONTENT_LENGTH": str(length), "CONTENT_TYPE": kind}
    return client.generic("POST", path, headers=headers, **environ)


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": KEY}], ids=["plain", "with a key"])
def test_a_client_that_breaks_off_is_told_so_and_half_a_sheet_is_not_saved(headers: dict[str, str]) -> None:
    event = playing()
    people(event)
    sam, table = signed_in("sam"), reverse("manage_table", args=[event.slug, 1, 1])
    told = "The connection broke off before everything had arrived. Nothing was saved; send it again."
    for path in ("/hand/", table):
        answer = cut_off(sam, path, BrokenOff(), 5000, **headers)
        assert (answer.status_code, told in answer.content.decode()) == (400, True), path
    api = cut_off(sam, "/api/v1/judging/examine/", BrokenOff(), 5000, "application/json", **headers)
    assert (api.status_code, api.json()["detail"]) == (400, told)
    whole, sheets = b"points_0=24&points_1=8&points_2=-8&points_3=-24&based_on=0", table_of(event).results
    for length, expected in ((len(whole) + 9, (400, 0)), (len(whole), (302, 1))):
        sent = cut_off(sam, table, io.BytesIO(whole), length, **headers)
        assert (sent.status_code, sheets.count()) == expected
