"""Tables in play on the page of an event: the first places on top, and nothing of results that are not public."""

from __future__ import annotations

import re

import pytest
from django.core.cache import caches
from django.test import Client

from tests.support.people import acting, small_tournament
from tests.support.play import published, released
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.queries import live_tables
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

FIRST = ((10, 10, -8, -12), (60, 20, -30, -50))
"""Players 5 and 6 of the second table have the first places."""


def tables(client: Client, event: Tournament) -> list[tuple[str, list[str]]]:
    """The label of each table in play, with the places that it shows."""
    caches["pages"].clear()
    section = client.get(f"/t/{event.slug}/").text.partition('<h2 id="live">')[2].partition("</section>")[0]
    cards = [card.partition("</li>\n        </ol>")[0] for card in section.split('<li class="table-card">')[1:]]
    return [
        (
            re.findall(r"<b>(\d+)</b>", card)[0],
            re.findall(r'class="place num".*?>\s*(\d+|–)</span>', card, re.DOTALL),
        )
        for card in cards
    ]


def playing(event: Tournament, number: int) -> Round:
    round_ = event.rounds.get(number=number)
    published(round_)
    return rounds.start(acting(), round_)


def test_the_table_of_the_first_place_leads_and_a_sheet_that_is_in_changes_nothing(client: Client) -> None:
    event = small_tournament()
    playing(event, 1)
    assert tables(client, event) == [("1", []), ("2", [])], "no places before the first results"
    event = small_tournament(slug="autumn-open")
    released(event, 1, FIRST)
    assert tables(client, event) == []
    second = playing(event, 2)
    cards = tables(client, event)
    assert [label for label, _places in cards] == ["2", "1"]
    assert cards[0][1] == ["1", "4", "6", "8"]
    results.confirm_sheet(
        acting("olga"),
        results.submit_sheet(acting("sam"), second.tables.get(number=1), points=(7351, -2451, -2450, -2450)),
    )
    assert tables(client, event) == cards
    assert "7351" not in client.get(f"/t/{event.slug}/").text


def test_hidden_standings_give_no_places_and_no_order(client: Client) -> None:
    event = small_tournament()
    released(event, 1, FIRST)
    playing(event, 2)
    Tournament.objects.update(standings_hidden=True, version=1000)
    assert tables(client, event) == [("1", []), ("2", [])]


def test_a_postponed_table_is_not_in_play_and_a_glance_has_few_tables(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = small_tournament()
    round_ = playing(event, 1)
    monkeypatch.setattr(live_tables, "MOST", 1)
    assert [label for label, _places in tables(client, event)] == ["1"]
    assert "All 2 tables" in client.get(f"/t/{event.slug}/").text
    round_.tables.filter(number=1).update(postponed_to="2026-05-09T12:00:00Z")
    assert [label for label, _places in tables(client, event)] == ["2"]
    round_.tables.update(postponed_to="2026-05-09T12:00:00Z")
    assert tables(client, event) == []


def test_an_event_of_teams_orders_its_tables_by_the_places_of_the_teams(client: Client) -> None:
    event = small_tournament()
    Tournament.objects.update(team_size=4, features=["teams"])
    event.refresh_from_db()
    # The best player is in the team that is last by far.
    for code, numbers in (("A", (5, 3, 4, 8)), ("B", (1, 2, 6, 7))):
        team = teams.add(acting(), event, code=code, name=f"Team {code}", country="")
        event.entries.filter(number__in=numbers).update(team=team)
    released(event, 1, ((50, 40, -40, -50), (60, 20, 0, -80)))
    playing(event, 2)
    assert tables(client, event) == [("1", ["1", "1", "2", "2"]), ("2", ["2", "1", "1", "2"])]
    text = client.get(f"/t/{event.slug}/").text
    board = text.partition('<h2 id="top">')[2]
    assert board.index('href="/t/spring-open/teams/B/"') < board.index('href="/t/spring-open/teams/A/"')
    assert board.index('href="/t/spring-open/teams/A/"') < board.index('href="/t/spring-open/players/5/"')
