"""The event that most tests of a subject need, and its organiser's browser."""

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
def olga(db: None) -> Client:
    """The browser of the organiser."""
    return signed_in("olga")
