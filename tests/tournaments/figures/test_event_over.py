"""The numbers of an event on its page: after the end, of few figures, and none that are hidden."""

from __future__ import annotations

import re

import pytest
from django.core.cache import caches
from django.test import Client

from tests.support.people import acting
from tests.support.seasons import played
from tests.tournaments.figures.test_stored import NAMES, event_with
from tournaments.events.models import Tournament
from tournaments.figures import pages
from tournaments.figures.queries import read_event_numbers
from tournaments.results.services import settings

pytestmark = pytest.mark.django_db


def figures(client: Client) -> dict[str, str]:
    """The figures that the page of the event shows, with what stands beside each."""
    caches["pages"].clear()
    section = client.get("/t/cup/").text.partition('<h2 id="numbers">')[2].partition("</section>")[0]
    pairs = re.findall(r'<dt class="figure-label">(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>', section, re.DOTALL)
    return {name: " ".join(re.sub(r"<[^>]*>", " ", text).split()) for name, text in pairs}


def finish(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.FINISHED)


@pytest.mark.parametrize("preset", ["mcr-2006", "riichi-ema-2016"])
def test_the_numbers_come_with_the_end_and_lead_to_all_of_them(client: Client, preset: str) -> None:
    event = event_with(preset)
    Tournament.objects.update(state=Tournament.State.RUNNING)
    assert figures(client) == {}
    finish(event)
    cards = figures(client)
    assert (cards["Games"], cards["Hands"], cards["Win rate"]) == ("1", "4", "50.0% Petra Quist")
    assert len(cards) <= 2 + pages.AT_A_GLANCE
    assert 'href="/t/cup/numbers/"' in client.get("/t/cup/").text.partition('<h2 id="numbers">')[2]


def test_a_first_place_that_many_share_is_no_figure_of_the_event(client: Client) -> None:
    event = played("cup", [(0, 0, 0, 0)], NAMES)
    _stored, numbers = read_event_numbers(event, with_games=False)
    assert pages.list_best_figures(numbers) == []
    finish(event)
    assert figures(client) == {"Games": "1"}


def test_hidden_standings_hide_the_numbers_of_a_finished_event(client: Client) -> None:
    event = played("cup", [(30, 10, -10, -30)], NAMES)
    finish(event)
    assert figures(client)["Best game"].endswith("Petra Quist")
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": True})
    assert figures(client) == {}
