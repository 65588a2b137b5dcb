"""Public pages that take long at a large event: the time of the processor that a visitor gets for them is limited."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from benchmarks import growth
from tests.roles.rows import routes
from tests.support.people import acting
from tests.support.seasons import long_season
from tournaments.core import jobs
from tournaments.core.http import request_limits
from tournaments.core.http.throttles import PROCESSOR
from tournaments.events.models import Tournament
from tournaments.seasons import queries as season_queries
from tournaments.seasons import services as season_services

pytestmark = pytest.mark.django_db

PERIOD = 10**10
"""Seconds that end in the year 2286."""

EXPENSIVE = {
    "api-deal": {"session": 1, "number": 1},
    "api-deal-standings": {"scale": "difference"},
    "api-numbers": {},
    "api-ratings": {},
    "api-results-csv": {},
    "api-results-xlsx": {},
    "api-season-numbers": {"season": "club-league"},
    "api-season-ranking": {"season": "club-league"},
    "api-season-ratings": {"season": "club-league"},
    "api-standings-csv": {},
    "api-standings-xlsx": {},
    "embed_clock": {},
    "embed_player": {"number": 1},
    "embed_seating": {},
    "embed_standings": {},
    "embed_table": {"number": 1},
    "event_board_preview": {"session": 1, "number": 1},
    "event_deals_board": {"session": 1, "number": 1},
    "event_deals_player": {"number": 1},
    "event_deals_scale": {"scale": "difference"},
    "event_deals_standings": {},
    "event_deals_tables": {"session": 1},
    "event_numbers": {},
    "event_numbers_csv": {},
    "event_player_preview": {"number": 1},
    "event_players": {},
    "event_preview": {},
    "event_results": {},
    "event_results_csv": {},
    "event_results_xlsx": {},
    "event_round": {"number": 1},
    "event_round_seating": {"number": 1},
    "event_seating": {},
    "event_standings": {},
    "event_standings_preview": {},
    "event_table_preview": {"number": 1, "table": 1},
    "hand_preview": {},
    "rules_page": {"name": "mcr-2006"},
    "screen": {"view": "seating"},
    "season": {"season": "club-league"},
    "season_csv": {"season": "club-league"},
    "season_numbers": {"season": "club-league"},
    "season_numbers_csv": {"season": "club-league"},
    "season_person": {"season": "club-league", "event": "spring-open", "number": 1},
    "season_preview": {"season": "club-league"},
    "season_ratings": {"season": "club-league"},
    "season_ratings_csv": {"season": "club-league"},
    "season_xlsx": {"season": "club-league"},
    "site_ratings": {},
    "site_ratings_csv": {},
}
"""Route -> parts of its address. Each takes more than 0.2 s at 320 players, or at 160 who play boards, or stands in
frames of other sites, or is a picture: docs/deploy.md has the figures."""


@pytest.fixture
def address(event: Tournament) -> Any:
    """Return the address of a route at the event."""
    season_services.create(acting(), name="Club league", published=True)

    def of(name: str) -> str:
        converters = routes()[name].pattern.converters
        return reverse(name, kwargs=EXPENSIVE[name] | ({"slug": event.slug} if "slug" in converters else {}))

    return of


@pytest.fixture
def spent(monkeypatch: Any, empty_cache: None) -> None:
    """Let each request take 20 s of the processor, in a period that does not end during a test."""
    clock = iter(range(0, 10_000, 20))
    monkeypatch.setattr(request_limits.time, "thread_time", lambda: next(clock))
    monkeypatch.setattr(request_limits, "PROCESSOR", PROCESSOR._replace(seconds=PERIOD))


def test_every_expensive_page_is_in_the_list_and_nothing_else() -> None:
    marked = {name for name, pattern in routes().items() if getattr(pattern.callback, "is_expensive", False)}
    assert marked == set(EXPENSIVE)


@pytest.mark.parametrize("name", EXPENSIVE)
def test_beyond_its_time_an_address_waits_and_others_do_not(address: Any, spent: None, name: str) -> None:
    asked = [Client().get(address(name), {"look": number}) for number in range(3)]
    for answer in asked:
        b"".join(answer)
    assert [answer.status_code == 429 for answer in asked] == [False, False, True]
    refused = asked[-1]
    assert 0 < int(refused["Retry-After"]) <= PERIOD
    assert "That is more than one visitor can have at a time; try again in" in refused.text
    # The time is that of all these pages together; other pages, and other addresses, go on.
    assert Client().get(address("event_players"), {"look": 4}).status_code == 429
    assert Client().get(reverse("event_list")).status_code == 200
    other = Client().get(address(name), {"look": 5}, REMOTE_ADDR="192.0.2.8")
    b"".join(other)
    assert other.status_code != 429


def test_a_page_from_the_cache_costs_nothing(address: Any, spent: None) -> None:
    assert [Client().get(address("event_standings")).status_code for _time in range(9)] == [200] * 9


OF_A_SEASON = {
    "season": {},
    "season_person": {"event": "long-0", "number": 1},
    "season_csv": {},
    "season_ratings": {},
    "season_ratings_csv": {},
    "season_xlsx": {},
    "api-season-ranking": {},
    "api-season-ratings": {},
}
"""Public routes of a season -> other parts of the address."""
BUSY = 2
"""Other programs of the machine lengthen the time of the processor by so many times at most."""


def spent_on_a_long_season() -> dict[str, float]:
    """Milliseconds of each public route of a season of 40 events with 4,000 results, no ranking computed."""
    found = {}
    for name, parts in OF_A_SEASON.items():
        season = long_season().slug if not found else "long-league"
        address = reverse(name, kwargs={"season": season, **parts})
        times = []
        for _look in range(2):
            for cache in caches.all():
                cache.clear()
            season_queries._REMEMBERED.clear()
            began = time.process_time()
            assert Client().get(address, headers={"accept": "text/html"}).status_code in (200, 202)
            times.append(time.process_time() - began)
        found[name] = 1000 * min(times)
    return found


@pytest.mark.release
def test_every_public_page_that_takes_long_is_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """At an event of 400 players, and at a season of 40 events; the worker makes public files."""
    monkeypatch.setattr(jobs, "is_worker_alive", lambda: True)
    spent = {route: cost.milliseconds for (_role, route), cost in growth.looks(400, 1, (), {"visitor"}).items()}
    spent |= spent_on_a_long_season()
    assert len(spent) > 100
    assert {route: ms for route, ms in spent.items() if ms > BUSY * growth.MAX_MS and route not in EXPENSIVE} == {}
