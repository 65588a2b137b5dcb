"""A case of a device without the server comes in by the API: once, and ruled where the server says the same."""

from __future__ import annotations

from typing import Any

import pytest

from judging.models import Case, ClaimRecord, Ruling
from tests.support.cases import TOO_FEW, said_of
from tests.support.people import people
from tests.support.tables import playing
from tests.tournaments.api.test_routes import client
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """A round under way with everybody in their roles."""
    tournament = playing()
    people(tournament)
    return tournament


@pytest.fixture
def body(event: Tournament) -> dict[str, Any]:
    """What the device sends: the facts, and what the law says to them."""
    told = {"engine": "0123abc", "at": "2026-11-22T10:00:00Z"}
    key = "01234567-89ab-cdef-0123-456789abcdef"
    return {**told, "key": key, "round": 1, "table": 1, "facts": TOO_FEW, "said": said_of(TOO_FEW, event)}


def test_it_is_ruled_once(event: Tournament, body: dict[str, Any]) -> None:
    address = f"/api/v1/judging/tournaments/{event.slug}/cases/from-device/"
    answers = [client("ren").post(address, body, format="json") for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert (Case.objects.count(), ClaimRecord.objects.get().device["agrees"]) == (1, True)
    assert (Ruling.objects.get().as_proposed, answers[0].json()["id"]) == (True, str(Case.objects.get().number))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"said": {"findings": []}}, "said"),
        ({"said": {"findings": [1], "proposals": [{}]}}, "said"),
        ({"facts": {"kind": "shoe"}}, "facts"),
        ({"facts": {"kind": "tile_count", "seat": 9, "facts": {}}}, "seat"),
    ],
)
def test_what_cannot_be_read_is_refused_and_nothing_is_stored(
    event: Tournament, body: dict[str, Any], change: dict[str, Any], field: str
) -> None:
    address = f"/api/v1/judging/tournaments/{event.slug}/cases/from-device/"
    answer = client("ren").post(address, body | change, format="json")
    assert (answer.status_code, answer.json()["field"], Case.objects.count()) == (400, field, 0)
