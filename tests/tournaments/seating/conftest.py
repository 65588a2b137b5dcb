"""Sixteen players who wait for three rounds of seats, and the browser of the one who seats them."""

import pytest
from django.test import Client

from tests.support.people import people, signed_in, small_tournament
from tests.support.remembered import remembered
from tournaments.events.models import Tournament


@pytest.fixture
@remembered
def event(db: None) -> Tournament:
    tournament = small_tournament(16, rounds=3)
    people(tournament)
    return tournament


@pytest.fixture
def sue(db: None) -> Client:
    return signed_in("sue")
