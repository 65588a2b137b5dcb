"""The event that most tests need, and browsers of its people."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.support.people import people, signed_in
from tests.support.remembered import remembered
from tests.support.tables import playing
from tournaments.events.models import Tournament


@pytest.fixture(scope="module")
def garbage_of_papers_alone() -> None:
    """Keep what other tests have left out of the collections that printing asks for after each part."""
    gc.collect()
    gc.freeze()


@remembered
def event_being_played() -> Tournament:
    """Eight players in the first round of an MCR event, with all its people."""
    tournament = playing()
    people(tournament)
    return tournament


@pytest.fixture(scope="module")
def kept_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Such an event, made once for a module whose tests all begin with it and commit nothing (`usefixtures`)."""
    # A plug-in: imported here before pytest loads it, its assertions would say less.
    from tests.support.database import kept_for_the_module

    with kept_for_the_module(django_db_blocker):
        yield event_being_played()


@pytest.fixture
def event(request: pytest.FixtureRequest, db: None) -> Tournament:
    """Such an event; of a module that uses `kept_event` that one."""
    if "kept_event" not in request.fixturenames:
        return event_being_played()
    return Tournament.objects.get(pk=request.getfixturevalue("kept_event").pk)


@pytest.fixture
def olga(request: pytest.FixtureRequest, db: None) -> Client:
    """The browser of the organiser."""
    event_first(request)
    return signed_in("olga")


@pytest.fixture
def ren(request: pytest.FixtureRequest, db: None) -> Client:
    """The browser of the referee."""
    event_first(request)
    return signed_in("ren")


def event_first(request: pytest.FixtureRequest) -> None:
    """Make the event of the test, if it has one, before anybody signs in: what is remembered begins with nobody."""
    if "event" in request.fixturenames:
        request.getfixturevalue("event")
