"""Past events are found by words, game, country, year and season, page by page, by visitors and organisers."""

import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, person, program, signed_in, small_tournament, token_of
from tests.support.remembered import remembered
from tournaments.accounts.models import Membership
from tournaments.events.models import Tournament
from tournaments.exchange.services import event_files
from tournaments.results.services import settings
from tournaments.seasons import services as seasons

pytestmark = pytest.mark.django_db

PLACES = [("Köln", "DE", "Mahjong Köln e.V."), ("Paris", "FR", "Tuiles d’Or"), ("Roma", "", "")]
FOUND = re.compile(r'<h3><a href="/t/([-\w]+)/"')


def event(number: int, **facts: object) -> Tournament:
    place, country, organiser = PLACES[number % 3]
    usual = {
        "slug": f"event-{number}",
        "name": f"Cup {number}",
        "family": "riichi" if number % 2 else "mcr",
        "place": place,
        "country_code": country,
        "organiser": organiser,
        "state": Tournament.State.FINISHED,
        "published": True,
        "starts_on": f"{2000 + number}-05-02",
    }
    return Tournament.objects.create(**(usual | facts))


@pytest.fixture
@remembered
def events() -> list[Tournament]:
    return [event(number) for number in range(30)]


def slugs(numbers: list[int]) -> list[str]:
    return [f"event-{number}" for number in numbers]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=koln+MAHJONG", [27, 24, 21, 18, 15, 12, 9, 6, 3, 0]),
        ("q=tuiles d'or", [28, 25, 22, 19, 16, 13, 10, 7, 4, 1]),
        ("q=cup 2&country=FR&family=mcr", [28, 22]),
        ("year=2007", [7]),
        ("country=DE&year=2003", [3]),
        ("q=!!", []),
        ("when=archived", [2]),
        ("q=roma&year=2002", [2]),
    ],
)
def test_visitors_find_events_by_words_and_filters(client, events, query, found):
    """Archived events are found too."""
    Tournament.objects.filter(slug="event-2").update(archived_at=timezone.now())
    assert FOUND.findall(client.get(f"/?{query}").text) == slugs(found)


def test_past_events_have_pages_and_the_first_page_leads_to_them(client, events):
    first = client.get("/").text
    assert FOUND.findall(first) == slugs(list(range(29, 9, -1)))
    assert 'href="?when=past"' in first
    assert FOUND.findall(client.get("/?when=past&page=2").text) == slugs(list(range(9, -1, -1)))
    assert FOUND.findall(client.get("/?page=2").text) == slugs(list(range(9, -1, -1)))


def test_nobody_finds_events_and_seasons_that_are_not_public(client, events):
    Tournament.objects.filter(slug="event-4").update(published=False)
    closed = seasons.create(acting("ada"), name="Secret league", slug="secret", published=False)
    league = seasons.create(acting("ada"), name="Open league", slug="league", published=True)
    for season in (closed, league):
        seasons.add_event(acting("ada"), season, tournament=events[5], factor="1")
        seasons.add_event(acting("ada"), season, tournament=events[4], factor="1")
    assert FOUND.findall(client.get("/?q=cup 4").text) == slugs([24, 14])
    text = client.get("/?season=league").text
    assert (FOUND.findall(text), "Secret league" in text) == (slugs([5]), False)
    by_season = [
        program(name).get(f"/api/v1/tournaments/?season={slug}").json()["count"]
        for name, slug in ((None, "secret"), (None, "league"), ("ada", "secret"))
    ]
    assert by_season == [0, 1, 2]


def test_programs_search_as_pages_do(events):
    def found(query: str) -> list[str]:
        return [row["slug"] for row in program().get(f"/api/v1/tournaments/?{query}").json()["results"]]

    assert found("q=koln&year=2003") == slugs([3])
    assert found("country=FR&family=mcr&state=finished&ordering=starts_on") == slugs([4, 10, 16, 22, 28])
    assert program().get("/api/v1/tournaments/?land=FR").status_code == 400
    row = program().get("/api/v1/tournaments/event-1/").json()
    assert (row["country_code"], row["organiser"]) == ("FR", "Tuiles d’Or")


def test_my_tournaments_are_found_alike(events):
    olga = person("olga")
    Membership.objects.bulk_create(Membership(tournament=row, user=olga, role="director") for row in events[:26])
    Tournament.objects.filter(slug__in=slugs([0, 1])).update(archived_at=timezone.now())

    def found(query: str = "", name: str = "olga") -> list[str]:
        return re.findall(r'href="/t/([-\w]+)/manage/"', signed_in(name).get(f"/manage/{query}").text)

    assert found() == slugs(list(range(25, 5, -1)))
    assert found("?page=2") == slugs([5, 4, 3, 2])
    assert found("?q=roma&year=2005") == slugs([5])
    assert found("?when=archived") == slugs([1, 0])
    assert (found("?q=cup 29"), found("?q=cup 29", "ada")) == ([], slugs([29]))
    assert "country unknown" in signed_in("olga").get("/manage/?q=roma").text


def test_lists_take_as_many_queries_for_many_events_as_for_few(client, events):
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert signed.get(path).status_code == 200
        return len(captured)

    signed = signed_in("ada")
    paths = ("/", "/?q=cup", "/?when=past&page=2", "/manage/", "/manage/?q=cup", "/account/")
    for number in range(30, 40):
        event(number)
    few = [queries(path) for path in paths]
    for number in range(40, 90):
        event(number)
    assert [queries(path) for path in paths] == few
    assert max(few) <= 14


def test_an_event_keeps_its_country_and_organiser_in_copies_and_files():
    made = small_tournament()
    people(made)
    settings.edit(acting(), made, facts={"country_code": "DK", "organiser": "Dansk Mahjong", "place": "Århus"})
    made.refresh_from_db()
    assert (made.country_code, made.search_key) == ("DK", "spring open arhus dansk mahjong")
    read = event_files.copy(acting("ada"), tournament=made, slug="again")
    assert (read.country_code, read.organiser, read.search_key) == ("DK", "Dansk Mahjong", made.search_key)
    page = signed_in(None).get("/t/spring-open/").text
    assert ("Denmark" in page, "Dansk Mahjong" in page) == (True, True)


def test_an_unknown_country_is_shown_as_unknown_and_only_countries_are_taken():
    made = small_tournament()
    people(made)
    page = signed_in("olga").get(reverse("manage_edit", args=["spring-open"])).text
    assert '<option value="" selected>unknown</option>' in re.sub(r"\s+", " ", page)
    for code, status in (("XQ", 422), ("-", 422), ("FR", 200)):
        sent = {"facts": {"country_code": code}}
        answer = program("olga").post("/api/v1/tournaments/spring-open/edit/", sent, format="json")
        assert (code, answer.status_code in (400, 422)) == (code, status == 422)


def test_a_long_list_of_events_is_a_field_to_type_in(events):
    for number in range(30, 35):
        event(number)
    wanted = {"name": "board", "scopes": ["read"], "days": "7"}
    ada = signed_in("ada")
    assert 'list="id_tournament_events"' in ada.get("/account/").text
    several = ada.post("/account/tokens/", wanted | {"tournament": "cup 3"})
    assert (several.status_code, "Several events match: Cup 34 (event-34)" in several.text) == (422, True)
    assert "No event matches." in ada.post("/account/tokens/", wanted | {"tournament": "nowhere"}).text
    assert ada.post("/account/tokens/", wanted | {"tournament": "roma cup 32"}).status_code == 200
    assert person("ada").api_tokens.get().tournament == Tournament.objects.get(slug="event-32")


def test_search_engines_read_what_is_public_and_nothing_else(client, events):
    Tournament.objects.filter(slug="event-4").update(published=False)
    for slug, published in (("league", True), ("secret", False)):
        seasons.create(acting("ada"), name=slug, slug=slug, published=published)
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    paths = [str(row.text).removeprefix("http://testserver") for row in tree.iter() if row.tag.endswith("}loc")]
    assert [path for path in paths if path.startswith("/t/")] == [f"/t/event-{n}/" for n in range(30) if n != 4]
    assert [path for path in paths if path.startswith("/seasons/")] == ["/seasons/league/", "/seasons/"]
    assert [path for path in paths if "/t/" not in path and client.get(path).status_code != 200] == []
    robots = client.get("/robots.txt")
    assert (robots["Content-Type"], robots.text.splitlines()[0]) == ("text/plain; charset=utf-8", "User-agent: *")
    assert "Sitemap: http://testserver/sitemap.xml" in robots.text
    assert token_of("ada") not in robots.text
