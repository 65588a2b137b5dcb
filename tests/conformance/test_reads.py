"""Writes and reads of the API: what an action stores stands in a read."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from tests.conformance.actions import examples
from tests.support.people import token_of
from tournaments.core.actions import list_actions
from tournaments.core.api.endpoints import PART
from tournaments.core.permissions import SCOPES

pytestmark = pytest.mark.django_db

STORED = {action.__name__: action for action in list_actions() if action.stored_fields}


def client_of(name: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name, scopes=tuple(SCOPES), days=1)}")
    return client


def as_sent(stored: Any, sent: Any) -> Any:
    """The stored value as it was sent: of an object the keys that were sent, a time in the event's zone, an amount."""
    if isinstance(sent, Mapping):
        return {key: as_sent(stored.get(key), value) for key, value in sent.items()}
    if isinstance(sent, str) and isinstance(stored, int):
        return str(stored)
    if isinstance(sent, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d", sent) and stored is not None:
        return f"{datetime.datetime.fromisoformat(stored):%Y-%m-%dT%H:%M}"
    return stored


@pytest.mark.parametrize("name", sorted(STORED))
def test_the_address_of_an_action_shows_what_it_stored(name: str) -> None:
    action, example = STORED[name], examples()[name]()
    scope = PART.findall(action.api_base)[0]
    address = reverse(action.make_api_url_name(), kwargs={scope: example.scope.slug, **example.api})
    olga, sent = client_of("olga"), {key: example.body[key] for key in action.stored_fields if key in example.body}
    before = olga.get(address)
    assert before.status_code == 200, before.content
    assert set(before.json()) == set(action.stored_fields)
    assert as_sent(before.json(), sent) != sent
    assert olga.get(address, headers={"If-None-Match": before["ETag"]}).status_code == 304
    answer = getattr(olga, action.method)(address, dict(example.body), format="json")
    assert answer.status_code == action.status, answer.content
    # A team's address has its code.
    moved = {key: example.body[key] for key in example.api if key in example.body}
    address = reverse(action.make_api_url_name(), kwargs={scope: example.scope.slug, **example.api, **moved})
    after = olga.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert as_sent(after.json(), sent) == sent
