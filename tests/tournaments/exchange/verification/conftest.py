"""The two events that the verifiers read, each played once for the tests of a module."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.checked_events import boards_event, ordinary_event
from tests.support.database import kept_for_the_module
from tournaments.events.models import Tournament


@pytest.fixture(scope="module")
def ordinary(django_db_setup: Any, django_db_blocker: Any) -> Iterator[Tournament]:
    """The event with draws, rulings and a substitute; what a test changes is undone."""
    with kept_for_the_module(django_db_blocker):
        yield ordinary_event("ordinary-open")


@pytest.fixture(scope="module")
def boards(django_db_setup: Any, django_db_blocker: Any) -> Iterator[Tournament]:
    """The event with boards, likewise."""
    with kept_for_the_module(django_db_blocker):
        yield boards_event()


@pytest.fixture(params=["ordinary", "boards"])
def event(request: pytest.FixtureRequest, ordinary: Tournament, boards: Tournament) -> Tournament:
    """Each of the two events."""
    return {"ordinary": ordinary, "boards": boards}[request.param]
