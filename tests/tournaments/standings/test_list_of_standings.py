"""The list of standings shows each round's place by figure and shade, and the podium once the event is over."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.core.cache import caches
from django.test import Client

from tests.support.people import small_tournament
from tests.support.play import released
from tournaments.events.models import Tournament
from tournaments.standings.logic.charts import find_quarter
from tournaments.standings.queries.standings import CompetitorProgress

pytestmark = pytest.mark.django_db


def test_a_place_is_shaded_by_its_quarter_of_the_field():
    assert [find_quarter(place, 12) for place in (1, 3, 4, 6, 7, 9, 10, 12)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [find_quarter(place, 3) for place in (1, 2, 3)] == [2, 3, 4]
    progress = CompetitorProgress((8, 0, 1), Fraction(4), 8)
    assert progress.rounds == [(1, 8, 4), (2, 0, 0), (3, 1, 1)]


def test_each_round_has_a_cell_and_the_podium_waits_for_the_end():
    event = small_tournament()
    released(event, 1)
    page = Client().get("/t/spring-open/standings/").text
    cells = re.findall(r'class="round-place quarter-(\d)"\s+title="Round 1"\s*>\s*(\d+)', page)
    assert len(cells) == event.entries.count()
    assert cells[0] == ("1", "1")
    assert ("event-podium" in page, "<polyline" in page) == (False, False)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    for cache in caches.all():
        cache.clear()
    page = Client().get("/t/spring-open/standings/").text
    assert len(re.findall(r'<li class="card event-medal">', page)) >= 3
    assert page.index("event-podium") < page.index("round-places")
