"""Writes and reads of the API: what an action stores stands in a read."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.test import override_settings
from django.urls import reverse
from rest_framework.test import APIClient

from tests.conformance.actions import Example, examples
from tests.roles.rows import methods, routes
from tests.support.people import token_of
from tests.support.slices import in_slice
from tournaments.core.actions import Action, list_actions
from tournaments.core.api.endpoints import PART
from tournaments.core.permissions import SCOPES

pytestmark = pytest.mark.django_db

ACTIONS = {action.__name__: action for action in list_actions() if action.path}
STORED = sorted(name for name, action in ACTIONS.items() if action.stored_fields)
WITHOUT_READ = 6
"""Writes that no read shows; this number only goes down."""


class Read(NamedTuple):
    """A row of the table: the route, empty where there is none, and the parts of its address or the reason."""

    route: str
    parts: dict[str, str]
    reason: str


def table() -> dict[str, Read]:
    lines = Path(__file__).with_name("reads.txt").read_text("utf-8").splitlines()
    rows = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    assert len(rows) == len(dict(rows))
    return {name: read_of(text) for name, text in rows}


def read_of(text: str) -> Read:
    route, *words = text.split()
    if route == "-":
        return Read("", {}, " ".join(words))
    return Read(route, dict(word.split("=") for word in words), "")


TABLE = table()
WRITING_VIEWS = sorted(
    name
    for name, pattern in routes().items()
    if name.startswith("api-") and "GET" not in methods(pattern)
    if name not in {action.make_api_url_name() for action in ACTIONS.values()}
)
"""Routes of the API that are no action and show nothing themselves."""


@pytest.fixture(scope="module", autouse=True)
def mail_server() -> Iterator[None]:
    """A sender for examples whose site has an address."""
    with override_settings(MAIL_FROM="Open <open@mahjong.example>"):
        yield


def client_of(name: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name, scopes=tuple(SCOPES), days=1)}")
    return client


def address_of(action: type[Action], example: Example, route: str, **more: Any) -> str:
    parts = {PART.findall(action.api_base)[0]: example.scope.slug, **example.api, **more}
    wanted = routes()[route].pattern.converters
    return reverse(route, kwargs={name: parts[name] for name in wanted})


def send(client: APIClient, action: type[Action], example: Example) -> Any:
    address = address_of(action, example, action.make_api_url_name())
    at_its_time = mock.patch("django.utils.timezone.now", return_value=example.now) if example.now else nullcontext()
    with at_its_time:
        answer = getattr(client, action.method)(address, dict(example.body), format="json")
    assert answer.status_code == action.status, answer.content
    return answer.json()


def test_every_write_has_its_read() -> None:
    assert sorted({*TABLE, *STORED}) == sorted([*ACTIONS, *WRITING_VIEWS])
    unreadable = [name for name, read in TABLE.items() if read.route and "GET" not in methods(routes()[read.route])]
    assert unreadable == []
    assert [name for name in STORED if name in TABLE] == []
    assert len([name for name, read in TABLE.items() if read.reason]) == WITHOUT_READ


def shown(client: APIClient, address: str) -> Any:
    """Return the body of a read without the event's version; the status of a refusal."""
    answer = client.get(address)
    if answer.status_code != 200 or "json" not in answer["Content-Type"]:
        return answer.status_code
    return without_version(json.loads(answer.content))


def without_version(shown_part: Any) -> Any:
    if isinstance(shown_part, dict):
        return {key: without_version(inner) for key, inner in shown_part.items() if key != "version"}
    return [without_version(inner) for inner in shown_part] if isinstance(shown_part, list) else shown_part


@pytest.mark.parametrize(
    "name", in_slice(sorted(name for name, read in TABLE.items() if read.route and name in ACTIONS), 3)
)
def test_the_read_shows_what_the_action_wrote(name: str) -> None:
    action, example, read = ACTIONS[name], examples()[name](), TABLE[name]
    olga = client_of("olga")
    if "job" in read.parts:
        done = send(olga, action, example)
        assert shown(olga, reverse(read.route, kwargs={"job": done["id"]})) != 404
        return
    address = address_of(action, example, read.route, **read.parts)
    before, read_before = shown(olga, address), olga.get(address)
    etag = read_before.headers.get("ETag", "")
    if etag:
        assert olga.get(address, headers={"If-None-Match": etag}).status_code == 304
    elif read.route in ("api-case", "api-table"):
        assert read_before.status_code != 200
    send(olga, action, example)
    assert shown(olga, address) != before
    assert olga.get(address, headers={"If-None-Match": etag}).status_code != 304


def as_sent(stored: Any, sent: Any) -> Any:
    """The stored value as it was sent: of an object the keys that were sent, a time in the event's zone, an amount."""
    if isinstance(sent, Mapping):
        return {key: as_sent(stored.get(key), value) for key, value in sent.items()}
    if isinstance(sent, str) and isinstance(stored, int):
        return str(stored)
    if isinstance(sent, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d", sent) and stored is not None:
        return f"{datetime.datetime.fromisoformat(stored):%Y-%m-%dT%H:%M}"
    return stored


@pytest.mark.parametrize("name", STORED)
def test_the_address_of_an_action_shows_what_it_stored(name: str) -> None:
    action, example = ACTIONS[name], examples()[name]()
    route = action.make_api_url_name()
    olga, sent = client_of("olga"), {key: example.body[key] for key in action.stored_fields if key in example.body}
    address = address_of(action, example, route)
    before = olga.get(address)
    assert before.status_code == 200, before.content
    assert set(before.json()) == set(action.stored_fields)
    assert olga.get(address, headers={"If-None-Match": before["ETag"]}).status_code == 304
    send(olga, action, example)
    # A team's address has its code.
    moved = {key: example.body[key] for key in example.api if key in example.body}
    after = olga.get(address_of(action, example, route, **moved), headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json() != before.json()
    assert as_sent(after.json(), sent) == sent
