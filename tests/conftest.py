"""Plug-ins of the suite, one module a subject; the event that most tests need, and browsers of its people."""

import gc

import pytest
from django.test import Client

from tests.support.people import people, signed_in
from tests.support.tables import playing
from tournaments.events.models import Tournament

pytest_plugins = [
    f"tests.support.{name}" for name in ("release", "slices", "database", "papers", "worker", "browser", "order")
]


def pytest_collection_finish() -> None:
    """Freeze the garbage collector: everything loaded by now stays to the end. Let it look seldom at what comes later:
    a test makes little garbage in circles, and most of what is looked at again and again is cached for all tests.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="module")
def garbage_of_papers_alone() -> None:
    """Keep what other tests have left out of the collections that printing asks for after each part."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def event(db: None) -> Tournament:
    """Eight players in the first round of an MCR event, with all its people."""
    tournament = playing()
    people(tournament)
    return tournament


@pytest.fixture
def olga(db: None) -> Client:
    """The browser of the organiser."""
    return signed_in("olga")


@pytest.fixture
def ren(db: None) -> Client:
    """The browser of the referee."""
    return signed_in("ren")
