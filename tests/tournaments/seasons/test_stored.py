"""Results of events are stored for seasons, once for all viewers, and made again when they change."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.people import acting, people, person, program, signed_in
from tests.support.seasons import played
from tests.support.tables import enter
from tournaments.accounts.models import Membership, Role
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.results.services import settings
from tournaments.rounds.models import Round
from tournaments.seasons import queries as selector
from tournaments.seasons import services, stored
from tournaments.seasons.models import Season, StoredResult, StoredStandings
from tournaments.standings.queries.standings import find_public_standings

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")


def season(events: int = 2, rule: dict[str, Any] | None = None) -> Season:
    """A public season of so many events of one table."""
    made = services.create(acting(), name="League", slug="league", published=True, rule=rule or {})
    for number in range(events):
        points = [(30 + number, 10, -10, -30 - number), (8, -8, 16, -16)]
        event = played(f"event-{number}", points, NAMES, day=f"2026-0{number % 9 + 1}-02")
        services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    return made


def forget() -> None:
    """Be a process that has computed nothing yet."""
    for remembered in (selector._REMEMBERED, selector._PLAYERS, stored._LINES):
        remembered.clear()


def queries(path: str, client: Client | None = None) -> int:
    """Queries of a look by a process that has computed nothing yet."""
    forget()
    for cache in caches.all():
        cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert (client or Client()).get(path).status_code == 200
    return len(captured)


def totals() -> list[tuple[str, Fraction]]:
    return [(one.person.name, one.row.total) for one in selector.compute_ranking(Season.objects.get()).rows]


def made_at() -> dict[str, object]:
    rows = StoredStandings.objects.filter(audience="public")
    return dict(rows.values_list("tournament__slug", "made_at"))


def test_a_row_for_each_player_and_event_is_that_of_the_standings():
    season()
    assert stored.store_stale() == 2
    for event in Tournament.objects.all():
        rows = StoredResult.objects.filter(standings__tournament=event, standings__audience="public")
        found = {row.entry_id: (row.place, Fraction(row.total), row.game_count) for row in rows}
        lines = find_public_standings(event).individual
        assert found == {line.row.key: (line.row.place, line.row.total, len(line.row.games)) for line in lines}
    assert (stored.has_stale_events(), stored.store_stale()) == (False, 0)


@pytest.mark.parametrize("unit", ["event", "day", "game"])
def test_rows_that_are_deleted_are_made_again_alike(unit):
    season(rule={"unit": unit})
    before = totals()
    StoredStandings.objects.all().delete()
    forget()
    assert totals() == before
    call_command("season_results", stdout=(out := io.StringIO()))
    forget()
    assert (totals(), out.getvalue()) == (before, "results of 2 events stored\n")


def test_pages_take_as_few_queries_for_forty_events_as_for_four():
    made = season(4)
    olga = signed_in("olga")
    person_page = "/seasons/league/players/event-0/1/"
    pages = ["/seasons/league/", "/seasons/league/?q=petra", person_page, "/api/v1/seasons/league/ranking/"]

    def counted() -> list[int]:
        while stored.store_stale():
            pass
        return [*map(queries, pages), queries("/seasons/league/", olga), queries("/seasons/league/manage/", olga)]

    few = counted()
    for number in range(4, 40):
        event = played(f"event-{number}", [(4, 3, 2, -9)], NAMES, day="2026-05-02")
        services.add_event(acting(), made, tournament=event)
    assert counted() == few
    assert max(few) <= 20


def test_one_change_of_one_event_makes_one_event_again_and_once_for_all(monkeypatch):
    season()
    stored.store_stale()
    before = made_at()
    event = Tournament.objects.get(slug="event-0")
    players.edit(acting(), event.entries.get(number=1), romanised_name="Petra Quistgaard")
    filled: list[str] = []
    fill = stored._fill

    def counted(row: StoredStandings, event: Tournament) -> None:
        filled.append(event.slug)
        fill(row, event)

    monkeypatch.setattr(stored, "_fill", counted)
    for who in (None, "otto", "ren"):
        assert "Quistgaard" in signed_in(who).get("/seasons/league/").text
    after = made_at()
    assert (filled, after["event-1"] == before["event-1"]) == (["event-0"], True)


def test_a_sheet_that_is_not_public_changes_no_public_row(client):
    """The organisers of a season that is not public see it at once."""
    made = season(1)
    event = Tournament.objects.get()
    people(event)
    settings.edit(acting(), event, facts={"confirmations": "none"})
    Round.objects.filter(tournament=event, number=2).update(released_at=None)
    Tournament.objects.update(state="running", version=event.version + 5)
    before, stamps = totals(), made_at()
    assert dict(before)["Olaf Berg"] == -10
    enter(event.rounds.get(number=2).tables.get(), (-40, -40, 40, 40), reason="Mistyped.")
    assert (totals(), made_at()) == (before, stamps)
    services.edit(acting(), made, name="League", published=False)
    rows = selector.compute_ranking(Season.objects.get(), person("olga")).rows
    assert {one.person.name: one.row.total for one in rows}["Olaf Berg"] == -10 + 40
    assert client.get("/seasons/league/").status_code == 404


def test_hidden_standings_leave_no_public_row():
    season(1)
    stored.store_stale()
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": True})
    stored.store_stale()
    public = StoredStandings.objects.get(audience="public")
    assert (public.shown, public.results.count(), totals()) == (False, 0, [])


def test_only_directors_of_an_event_see_its_hidden_results_in_the_season():
    made = season(2)
    services.edit(acting(), made, name="League", published=False)
    services.grant(acting(), Season.objects.get(), user=person("ren"), kind="organiser")
    settings.edit(acting(), Tournament.objects.get(slug="event-1"), facts={"standings_hidden": True})
    other = Tournament.objects.get(slug="event-1")
    Membership.objects.create(tournament=other, user=person("ren"), role=Role.REFEREE)

    def seen(name: str) -> set[str]:
        rows = selector.compute_ranking(Season.objects.get(), person(name)).rows
        return {event.slug for one in rows for (event, _day), _line in one.lines}

    assert (seen("olga"), seen("ren")) == ({"event-0", "event-1"}, {"event-0"})


def test_an_erased_player_is_in_no_stored_name(client):
    season(1)
    assert "Quist" in client.get("/seasons/league/").text
    privacy.erase(acting("ada"), Entry.objects.get(number=1), reason="asked for")
    assert "Quist" not in client.get("/seasons/league/").text


def test_after_a_change_only_the_event_that_has_changed_is_read_again(client):
    season(3)
    forget()
    client.get("/seasons/league/")
    changed = Tournament.objects.get(slug="event-1")
    players.edit(acting(), changed.entries.get(number=1), romanised_name="Petra Quastel")
    stored.store_stale()
    with CaptureQueriesContext(connection) as captured:
        assert "Quastel" in client.get("/seasons/league/").text
    read = [query["sql"] for query in captured if "filler" in query["sql"] and "folded_name" in query["sql"]]
    assert [re.findall(r'"tournament_id" IN \(([^)]*)\)', sql) for sql in read] == [[str(changed.pk)]]


def many(client: Client) -> None:
    """A season of one event with 240 players."""
    made = services.create(acting(), name="League", slug="league", published=True)
    names = [f"Given{number} Family{number:03}" for number in range(240)]
    points = [each for at in range(60) for each in (100 + at, 50 + at, -50 - at, -100 - at)]
    services.add_event(acting(), made, tournament=played("tables", [points], names))


def test_the_ranking_has_pages_and_a_search(client):
    many(client)
    names = re.compile(r'href="/seasons/league/players/[^"]+">([^<]+)</a>')
    first, third = client.get("/seasons/league/").text, client.get("/seasons/league/?page=3").text
    assert (len(names.findall(first)), len(names.findall(third))) == (100, 40)
    assert "page=2" in first
    found = client.get("/seasons/league/?q=FAMILY03").text
    assert sorted(names.findall(found)) == [f"Given{n} Family{n:03}" for n in range(30, 40)]
    assert names.findall(client.get("/seasons/league/?q=nobody").text) == []
    assert len(program().get("/api/v1/seasons/league/ranking/").json()["rows"]) == 240
    assert client.get("/seasons/league/ranking.csv").text.count("\n") == 241
