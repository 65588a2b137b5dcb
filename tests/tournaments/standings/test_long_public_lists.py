"""Public lists of a large event come in pages with a search: nobody is missing, links work; small lists stay whole."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.support.people import acting, small_tournament
from tests.support.play import published, released
from tournaments.core.views import long_lists
from tournaments.core.views.long_lists import Length
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

PLAYERS, TEAMS = 24, ("Pines", "Plums", "Cranes", "Moons", "Blossoms", "Irises")
LISTS = {
    "players/": 3, "seating/": 3, "seating/1/?by=name": 3, "results/": 3, "results/1/": 3, "standings/": 3,
    "standings/?after=1": 3, "teams/": 3,
}  # fmt: skip
"""Each public list of an event of 24 in six teams, at six tables, and its number of pages."""


@pytest.fixture
def event() -> Tournament:
    """One released round and one that is seated."""
    event = small_tournament(PLAYERS)
    Tournament.objects.filter(pk=event.pk).update(team_size=4)
    event.refresh_from_db()
    for at in range(6):
        team = teams.add(acting(), event, code=f"T{at}", name=TEAMS[at], country="")
        event.entries.filter(number__in=range(4 * at + 1, 4 * at + 5)).update(team=team)
    released(event, 1, [(60 + at, 20, -30, -50 - at) for at in range(6)])
    published(event.rounds.get(number=2))
    return event


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lists, "PLAYERS", Length(8, 8))
    monkeypatch.setattr(long_lists, "TABLES", Length(2, 2))
    monkeypatch.setattr(long_lists, "TEAMS", Length(2, 2))


def body(path: str, **query: Any) -> str:
    answer = Client().get(f"/t/spring-open/{path}", query or None)
    assert answer.status_code == 200, path
    return answer.text


def listed(text: str) -> list[int]:
    """Numbers of the players to whom the rows link, in order."""
    return [int(number) for number in re.findall(r'href="/t/spring-open/players/(\d+)/"', text)]


def pages_of(path: str) -> list[str]:
    joint = "&" if "?" in path else "?"
    first = body(path)
    links = re.findall(r'href="(\?[^"]*page=\d+)"', first)
    numbers = sorted({int(link.rpartition("page=")[2]) for link in links})
    return [body(f"{path}{joint}page={number}") for number in numbers]


def test_everybody_is_on_exactly_one_page_of_each_list(event: Tournament, short_pages: None) -> None:
    for path, count in LISTS.items():
        pages = pages_of(path)
        everybody = [number for page in pages for number in listed(page)]
        assert (path, len(pages), sorted(everybody)) == (path, count, list(range(1, PLAYERS + 1)))
        whole = body(path + ("&" if "?" in path else "?") + "page=all")
        assert (path, listed(whole)) == (path, everybody)


def test_lists_of_a_small_event_are_whole(event: Tournament) -> None:
    for path in LISTS:
        text = body(path)
        assert (path, "All on one page" in text, set(listed(text))) == (path, False, set(range(1, PLAYERS + 1)))


def test_the_seating_of_a_large_hall_is_by_table_or_by_name(event: Tournament, short_pages: None) -> None:
    event.entries.filter(number=3).update(family_name="Aaronson")
    assert re.findall(r'<h2 id="([a-z-]+)"', body("seating/")) == ["by-table"]
    by_name = body("seating/", by="name")
    assert re.findall(r'<h2 id="([a-z-]+)"', by_name) == ["by-name"]
    assert listed(by_name)[:2] == [3, 1]
    assert re.findall(r'href="(\?[^"]*)"', by_name)[:2] == ["?", "?by=name"]
    assert ">A–FAMILY0<" in by_name


SEARCHES = {
    "players/?q=family1": set(range(10, 20)),
    "standings/?q=given07": {7},
    "seating/?q=given07": {5, 6, 7, 8},
    "seating/?q=given07&by=name": {7},
    "results/?q=given07": {5, 6, 7, 8},
    "teams/?q=given07": {5, 6, 7, 8},
    "teams/?q=plums": {5, 6, 7, 8},
}
"""Search -> the players on all its pages: whole tables and teams."""


def test_a_search_finds_players_on_all_pages(event: Tournament, short_pages: None) -> None:
    for path, expected in SEARCHES.items():
        found = pages_of(path) or [body(path)]
        assert (path, {number for page in found for number in listed(page)}) == (path, expected)
        nobody = re.sub(r"q=[\w+]+", "q=nobody", path)
        assert (nobody, listed(body(nobody))) == (nobody, [])


def test_a_row_is_found_on_its_page(event: Tournament, short_pages: None) -> None:
    order = [number for page in pages_of("standings/") for number in listed(page)]
    first, last = order[0], order[-1]

    def to(**query: Any) -> str:
        answer = Client().get("/t/spring-open/standings/", query)
        return str(answer.get("Location", "")) or str(answer.status_code)

    assert to(row=last) == f"/t/spring-open/standings/?page=3#player-{last}"
    assert to(row=last, after=1) == f"/t/spring-open/standings/?after=1&page=3#player-{last}"
    assert to(row=first) == f"/t/spring-open/standings/?page=1#player-{first}"
    # The results of a player beside the standings stand beside the player's row.
    assert to(player=last) == f"/t/spring-open/standings/?page=3&player={last}#player-{last}"
    assert (to(player=last, page=1), to(row=99), to(row="x")) == ("200", "200", "200")
    assert 'id="beside-name"' in body("standings/", player=last, page=3)


def test_a_row_is_at_home_on_the_one_page_of_a_small_event(event: Tournament) -> None:
    for query in ({"row": 3}, {"player": 3}):
        assert Client().get("/t/spring-open/standings/", query).status_code == 200


def test_pages_of_hidden_standings_show_nothing(event: Tournament, short_pages: None) -> None:
    publishing.hide_standings(acting(), event, hidden=True)
    for query in ({}, {"page": 2}, {"page": "all"}, {"q": "given07"}, {"row": 7}, {"player": 7}):
        assert (query, listed(body("standings/", **query))) == (query, [])
    assert "The standings are hidden until the ceremony" in body("standings/", page=2)


def test_links_to_pages_keep_round_and_category(event: Tournament, short_pages: None) -> None:
    text = body("standings/", after=1, q="family")
    assert 'href="?after=1&amp;q=family&amp;page=2"' in text
    assert '<input type="hidden" name="after" value="1">' in text
    assert 'data-row-page="?after=1&amp;row="' in text


def test_each_page_has_its_own_stored_response(event: Tournament, short_pages: None, empty_cache: None) -> None:
    looks = [Client().get("/t/spring-open/standings/", {"page": page}) for page in (1, 2, 1)]
    tags = [look["ETag"] for look in looks]
    assert (tags[0] == tags[2], tags[0] == tags[1]) == (True, False)
    again = Client().get("/t/spring-open/standings/", {"page": 2}, headers={"if-none-match": tags[1]})
    assert again.status_code == 304
