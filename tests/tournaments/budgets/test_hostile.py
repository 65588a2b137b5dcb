"""Every route of the site answers hostile requests within its budget and with a refusal."""

from __future__ import annotations

import pytest

from tests.support import hostile

pytestmark = pytest.mark.django_db

PARTS = 4


def faults(answers: list[hostile.Answered]) -> list[str]:
    return [f"{answer}: {answer.fault}" for answer in answers if answer.fault]


def test_the_routes_are_those_of_the_resolver() -> None:
    found = hostile.routes()
    assert {"verify_seating", "api-judging-examine", "replay", "event_list", "manage_ledger"} <= {r.name for r in found}
    assert len(found) > 200


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", ["", "otto"], ids=["anybody", "an-account"])
def test_every_route_bears_hostile_requests(name: str, part: int) -> None:
    tournament = hostile.scene()
    assert faults(list(hostile.walk(hostile.Visitor(name), tournament, part, PARTS))) == []


@pytest.mark.parametrize("name", ["", "olga"], ids=["anybody", "the-director"])
def test_what_a_route_alone_takes_is_bounded(name: str) -> None:
    tournament = hostile.scene()
    assert faults(list(hostile.walk_own(hostile.Visitor(name), tournament))) == []


def test_a_route_that_spends_too_much_or_breaks_would_be_found() -> None:
    asked = hostile.Asked("POST", "/x/", refused=True)
    assert hostile.Answered("x", asked, 500, 0.1).fault == "an error of the server"
    assert hostile.Answered("x", asked, 422, 2.5).fault == "more than 2 s of processor"
    assert hostile.Answered("x", asked, 200, 0.1).fault == "not refused"
    assert hostile.Answered("x", asked, 422, 0.1).fault == ""
