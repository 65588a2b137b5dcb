"""A round that never started: results from a file wait in it, and nobody makes them public before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import MCR_TABLES, played, published, released
from tests.support.remembered import remembered
from tests.support.tables import table_of
from tournaments.core.errors import UserError
from tournaments.core.permissions import SCOPES
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.reading import into_running_event
from tournaments.results.reading.into_running_event import FoundTable
from tournaments.results.services import open_tables, results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import find_public_standings, get_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Tournament:
    """Round 1 is over and public; round 2 is seated, and its sheets came from a file."""
    event = small_tournament(8, rounds=3)
    people(event)
    released(event, 1)
    published(event.rounds.get(number=2))
    tables = [FoundTable(2, at, "add", points, (), False, at) for at, points in enumerate(MCR_TABLES, 1)]
    assert into_running_event.save(acting("sam"), event, tables=tables) == 2
    for result in TableResult.objects.filter(table__round__number=2):
        results.confirm_sheet(acting("olga"), result)
    return Tournament.objects.get(pk=event.pk)


def second(event: Tournament) -> Round:
    return event.rounds.get(number=2)


def ask(event: Tournament, **sent: Any) -> Any:
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    return browser.post(f"/api/v1/tournaments/{event.slug}/rounds/2/release/", sent, format="json")


def test_it_is_not_released_on_the_page_or_in_the_api_with_any_reason(event: Tournament) -> None:
    answer = ask(event, continue_anyway="We have the numbers.")
    assert (answer.status_code, answer.json().get("detail")) == (400, "Round 2 has not been played.")
    page = reverse("manage_release", args=[event.slug, 2])
    shown = signed_in("olga").post(page, {"continue_anyway": "We have the numbers."}, follow=True)
    assert [str(message) for message in shown.context["messages"]] == ["Round 2 has not been played."]
    assert second(event).released_at is None
    assert find_public_standings(event).after == 1


def test_its_sheets_count_once_it_is_played(event: Tournament) -> None:
    rounds.start(acting(), second(event))
    rounds.finish(acting(), second(event))
    assert ask(event).status_code == 200
    assert (find_public_standings(event).after, get_standings(event).after) == (2, 2)


def test_a_sheet_with_somebody_who_left_is_refused_before_the_start_and_by_the_start() -> None:
    event = small_tournament(8, rounds=1)
    people(event)
    published(event.rounds.get())
    registration.drop(acting(), event.entries.get(number=3), from_round=1)
    with pytest.raises(UserError, match="Round 1 has not started"):
        results.submit_sheet(acting("sam"), table_of(event), points=MCR_TABLES[0])
    with pytest.raises(UserError, match="3 Given03 Family03"):
        rounds.start(acting(), event.rounds.get())
    assert not TableResult.objects.exists()


def test_an_open_table_takes_its_sheet_at_once() -> None:
    event = small_tournament(4, rounds=1)
    people(event)
    played(event, 1, MCR_TABLES[:1])
    open_tables.set_up(acting(), event, is_open=True, newcomers=False)
    table = open_tables.open_table(
        acting(), Tournament.objects.get(pk=event.pk), sitters=list(event.entries.order_by("number"))
    )
    result = results.submit_sheet(acting("sam"), table, points=MCR_TABLES[0])
    assert results.confirm_sheet(acting("olga"), result).state == "confirmed"
