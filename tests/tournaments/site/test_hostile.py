"""Every route of the site answers hostile requests within two seconds of processor time, and with a refusal."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from benchmarks import hostile_requests as hostile
from tests.support import slices

pytestmark = pytest.mark.django_db

BUSY = 5
"""Other programs lengthen even the time of the processor, by so many times at most; an attack takes far longer."""

PARTS, OWN_PARTS = 16, 4
"""Every run walks one part of the routes, and of the input of single routes, that of its slice; a release walks all."""


@pytest.fixture(autouse=True)
def unlogged() -> Iterator[None]:
    """Disable logging, which would keep requests and their megabytes until a test ends."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def faults(answers: Iterable[hostile.Answered]) -> list[str]:
    idle = ((answer, replace(answer, seconds=answer.seconds / BUSY)) for answer in answers)
    return [f"{answer}: {on_idle_machine.fault}" for answer, on_idle_machine in idle if on_idle_machine.fault]


def test_the_routes_are_those_of_the_resolver() -> None:
    found = hostile.routes()
    assert {"verify_seating", "api-judging-examine", "replay", "event_list", "manage_ledger"} <= {r.name for r in found}
    assert len(found) > 200


@pytest.mark.long
@pytest.mark.parametrize(
    "turn", [0, *(pytest.param(turn, marks=pytest.mark.release) for turn in range(1, PARTS))], ids="turn {}".format
)
def test_every_route_bears_hostile_requests_of_anybody(turn: int) -> None:
    tournament = hostile.scene()
    assert faults(hostile.walk(hostile.Visitor(), tournament, (slices.number() + turn) % PARTS, PARTS)) == []


@pytest.mark.long
def test_routes_bear_hostile_requests_of_an_account() -> None:
    """`python -m benchmarks hostile` walks them all."""
    tournament = hostile.scene()
    assert faults(hostile.walk(hostile.Visitor("otto"), tournament, slices.number() % PARTS, PARTS)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "turn", [0, *(pytest.param(turn, marks=pytest.mark.release) for turn in range(1, OWN_PARTS))], ids="turn {}".format
)
@pytest.mark.parametrize("name", ["", "olga"], ids=["anybody", "the-director"])
def test_what_a_route_alone_takes_is_bounded(name: str, turn: int) -> None:
    tournament, part = hostile.scene(), (slices.number() + turn) % OWN_PARTS
    assert faults(hostile.walk_own(hostile.Visitor(name), tournament, part, OWN_PARTS)) == []


def test_a_route_that_spends_too_much_or_breaks_would_be_found() -> None:
    asked = hostile.Asked("POST", "/x/", refused=True)
    assert hostile.Answered("x", asked, 500, 0.1).fault == "an error of the server"
    assert hostile.Answered("x", asked, 422, 2.5).fault == "more than 2 s of processor"
    assert hostile.Answered("x", asked, 200, 0.1).fault == "not refused"
    assert hostile.Answered("x", asked, 422, 0.1).fault == ""
