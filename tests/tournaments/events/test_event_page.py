"""The event's first page before play, while it runs and after it."""

import re

import pytest
from django.core.cache import caches

from tests.support.people import small_tournament
from tests.support.play import published, released
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


def headings(client, tournament: Tournament) -> list[str]:
    """The headings of the sections that a visitor sees, in their order."""
    text = client.get(f"/t/{tournament.slug}/", headers={"accept-language": "en"}).text
    found = re.findall(r"<h2[^>]*>(.*?)</h2>", text.partition("<main")[2], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", each).split()) for each in found]


def test_before_play_the_page_says_what_when_and_where_first(client):
    assert headings(client, small_tournament())[:3] == ["Facts", "Schedule", "For the hall"]


def test_while_it_runs_the_own_table_the_clock_and_the_last_results_lead(client):
    tournament = small_tournament()
    released(tournament, 1)
    published(tournament.rounds.get(number=2))
    assert headings(client, tournament)[:4] == ["Round 2", "Best results of round 1", "Schedule", "After round 1"]
    text = client.get(f"/t/{tournament.slug}/").text
    assert text.index("Find my table") < text.index('data-clock-url="/t/spring-open/clock.json"')


def test_after_play_there_is_a_podium_and_the_files(client):
    tournament = small_tournament()
    released(tournament, 1)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert headings(client, tournament)[:4] == ["The first places", "Schedule", "After round 1", "Files"]
    text = client.get(f"/t/{tournament.slug}/").text
    assert re.findall(r"event-medal-place.*?</span>\s*(\S+)", text, re.DOTALL) == ["1", "2=", "2="]
    Tournament.objects.update(standings_hidden=True)
    caches["pages"].clear()
    assert headings(client, tournament)[:2] == ["Schedule", "Files"], "kept for the ceremony"
