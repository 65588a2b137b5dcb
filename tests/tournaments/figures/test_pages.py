"""Pages of figures: what is public is there, what is hidden is not."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.people import acting
from tests.support.seasons import played
from tests.tournaments.figures.test_stored import NAMES, event_with
from tournaments.events.models import Tournament
from tournaments.results.services import settings
from tournaments.seasons import services

pytestmark = pytest.mark.django_db

PAGES = ("/t/cup/numbers/", "/t/cup/numbers.csv", "/t/cup/players/1/numbers/", "/seasons/league/numbers/")


@pytest.mark.parametrize("preset", ["mcr-2006", "riichi-ema-2016", "sichuan-tfmj-2024", "taiwan-sml-2026"])
def test_pages_show_the_figures_of_the_event(client: Client, preset: str) -> None:
    event = event_with(preset)
    services.add_event(
        acting(), services.create(acting(), name="League", slug="league", published=True, rule={}), tournament=event
    )
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "Win rate" in answer.text, page
    assert "Petra" in client.get(PAGES[0]).text


def test_a_minimum_of_hands_leaves_players_out(client: Client) -> None:
    event_with("mcr-2006")
    whole = "/t/cup/numbers/?figure=win_rate"
    lines = [client.get(f"{whole}&hands={hands}").context["boards"][0]["lines"] for hands in (4, 5)]
    assert [len(of_minimum) for of_minimum in lines] == [4, 0]
    assert [line["text"] for line in lines[0]] == ["50.0%", "25.0%", "0.0%", "0.0%"]
    assert client.get("/t/cup/numbers/?figure=unknown").status_code == 404


def test_hidden_standings_hide_every_figure(client: Client) -> None:
    event = played("cup", [(30, 10, -10, -30)], NAMES)
    assert "Best game" in client.get(PAGES[0]).text
    settings.edit(acting(), event, facts={"standings_hidden": True})
    assert Tournament.objects.get().standings_hidden
    assert "Best game" not in client.get(PAGES[0]).text
    assert "Petra" not in client.get(PAGES[1]).text
    assert client.get(PAGES[2]).status_code == 404
