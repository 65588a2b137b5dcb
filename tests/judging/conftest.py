"""The event of most tests of the desk and the law, with the browser of its referee."""

import pytest
from django.test import Client

from tests.support.people import people, signed_in
from tests.support.tables import playing
from tournaments.events.models import Tournament


@pytest.fixture
def event(db: None) -> Tournament:
    """Eight players in the first round of an MCR event, with all its people."""
    tournament = playing()
    people(tournament)
    return tournament


@pytest.fixture
def ren(db: None) -> Client:
    """The browser of the referee."""
    return signed_in("ren")
