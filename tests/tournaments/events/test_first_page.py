"""The site's first page: what it is first, then running events as posters, then past ones with their winners."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tests.support.play import published, released
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.views.public import find_home_picture
from tournaments.rounds.models import Round, RoundClock
from tournaments.standings.queries import posters, standings
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

PICTURES = Path(__file__).parents[3] / "static" / "img" / "try"


@pytest.fixture
def event():
    made = small_tournament()
    released(made, 1)
    published(made.rounds.get(number=2))
    Entry.objects.filter(number__in=(1, 2, 3)).update(country="FI")
    Entry.objects.filter(number__in=(4, 5)).update(country="JP")
    return made


def first_page() -> str:
    caches["default"].clear()
    return re.sub(r"\s+", " ", Client().get("/").text)


def leader_of(event: Tournament) -> str:
    (first,) = [line for line in standings.find_public_standings(event).individual if line.row.place == 1]
    return first.player.name


def test_a_running_event_has_its_field_leader_and_clock(event):
    now = timezone.now()
    Round.objects.filter(number=2).update(minutes=100)
    RoundClock.objects.create(
        round=Round.objects.get(number=2), started_at=now, ends_at=now + datetime.timedelta(minutes=25)
    )
    (poster,) = posters.build_posters([Tournament.objects.get()], now)
    assert (poster.flags, poster.more_flags) == ((("FI", 3), ("JP", 2)), 0)
    assert poster.leader.player.name == leader_of(event)
    assert (poster.ring.round, poster.ring.hundredths, poster.ring.minutes) == (2, 25, 25)
    page = first_page()
    assert page.index('id="begin"') < page.index('id="running"')
    assert (leader_of(event) in page, 'stroke-dasharray="25 100"' in page) == (True, True)


def test_a_clock_that_stands_has_a_ring_without_an_end(event):
    RoundClock.objects.create(
        round=Round.objects.get(number=2), started_at=timezone.now(), paused_at=timezone.now(), remaining_seconds=600
    )
    (poster,) = posters.build_posters([event], timezone.now())
    assert (poster.ring.ends_at, poster.ring.minutes) == (None, 10)


def test_hidden_standings_have_no_leader_and_no_winner(event):
    name = leader_of(event)
    assert name in first_page()
    publishing.hide_standings(acting(), Tournament.objects.get(), hidden=True)
    assert name not in re.sub(r"\s+", " ", Client().get("/").text)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert name not in first_page()


def test_a_past_event_names_its_winner(event):
    name = leader_of(event)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    page = first_page()
    assert page.index("Past events") < page.index(name)
    assert '<span class="visually-hidden">Winner</span>' in page


def test_the_number_of_players_is_the_same_on_the_first_page_and_the_event_s(event):
    Entry.objects.filter(number=1).update(house=True)
    count = Entry.objects.count() - 1
    assert f"{count} players" in first_page()
    page = re.sub(r"\s+", " ", Client().get("/t/spring-open/").text)
    assert re.search(rf'<dt>Players</dt> <dd class="num"><a href="[^"]*">{count}</a>', page)


def test_the_page_asks_the_database_no_more_for_what_it_has_read(event):
    first_page()
    with CaptureQueriesContext(connection) as again:
        Client().get("/")
    assert not [query for query in again.captured_queries if "tableresult" in query["sql"]]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("en", "en"), ("ja", "ja"), ("zh-cn", "zh-hans"), ("zh-tw", "zh-hant"), ("fr", "fr"), ("de", "de"), ("fi", "en")],
)
def test_the_picture_speaks_the_visitor_s_language(accepted, language):
    page = Client().get("/", headers={"Accept-Language": accepted}).text
    assert re.findall(r"try/event-([\w-]+?)(?:\.\w{12})?\.webp", page) == [language]


def test_a_language_without_a_picture_has_the_english_one():
    assert find_home_picture("xx") == "img/try/event-en.webp"
    assert max(path.stat().st_size for path in PICTURES.glob("event-*.webp")) < 40_000
