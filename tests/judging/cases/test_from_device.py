from __future__ import annotations

from typing import Any

import pytest

from judging.cases.models import Case, ClaimRecord, Ruling
from tests.support.cases import TOO_FEW
from tests.support.people import people
from tests.support.tables import playing
from tests.tournaments.site.test_api_routes import client
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

BODY = {"key": "01234567-89ab-cdef-0123-456789abcdef", "round": 1, "table": 1, "facts": TOO_FEW}


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def test_it_is_recorded_once(event: Tournament) -> None:
    address = f"/api/v1/judging/tournaments/{event.slug}/cases/from-device/"
    answers = [client("ren").post(address, BODY, format="json") for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["id"] for answer in answers] == [str(Case.objects.get().number)] * 2
    assert (ClaimRecord.objects.get().verdict, Ruling.objects.count()) == ("fails", 0)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"facts": {"kind": "shoe"}}, "facts"),
        ({"facts": {"kind": "tile_count", "seat": 9, "facts": {}}}, "seat"),
    ],
)
def test_what_cannot_be_read_is_refused_and_nothing_is_stored(
    event: Tournament, change: dict[str, Any], field: str
) -> None:
    address = f"/api/v1/judging/tournaments/{event.slug}/cases/from-device/"
    answer = client("ren").post(address, BODY | change, format="json")
    assert (answer.status_code, answer.json()["field"], Case.objects.count()) == (400, field, 0)
