"""The head of public pages: title, sentence, addresses by language; nothing of it where the site has no address."""

import datetime
import json
import re
from html import unescape

import pytest
from django.test import override_settings

from tests.support.people import people, signed_in, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tests.tournaments.site.test_golden import ROUTES
from tournaments.events.models import Tournament
from tournaments.previews.pages import PAGES

pytestmark = pytest.mark.django_db

SITE = "https://mahjong.example"
with_address = override_settings(PUBLIC_ADDRESS=SITE)


@pytest.fixture
@remembered
def tournament():
    made = small_tournament()
    released(made, 1)
    published(made.rounds.get(number=2))
    return made


def head(client, path: str, **headers: str) -> dict[str, str]:
    """Names and contents of the elements in the head that a preview is made of."""
    page = client.get(path, headers=headers).text
    values = dict(re.findall(r'<meta (?:name|property)="((?:og|twitter):[\w:]+|description)" content="([^"]*)"', page))
    values |= {"title": re.findall(r"<title>(.*?)</title>", page, re.DOTALL)[0]}
    values |= dict(re.findall(r'<link rel="(canonical)" href="([^"]*)"', page))
    return {name: unescape(text) for name, text in values.items()}


@with_address
def test_a_link_says_in_the_language_of_the_page_what_it_is(client, tournament):
    english = head(client, "/t/spring-open/standings/?after=1")
    first = english["description"].partition(": 1 ")[2].partition(",")[0]
    assert first in {entry.name for entry in tournament.entries.all()}
    assert english["title"] == english["og:title"] == "Standings – Spring Open"
    assert english["description"] == english["og:description"]
    assert english["canonical"] == english["og:url"] == f"{SITE}/t/spring-open/standings/?lang=en"
    assert english["og:image"].startswith(f"{SITE}/t/spring-open/standings/preview.png?lang=en&v=")
    assert client.get(english["og:image"].removeprefix(SITE)).headers["Content-Type"] == "image/png"
    japanese = head(client, "/t/spring-open/standings/", accept_language="ja")
    assert japanese["canonical"] == f"{SITE}/t/spring-open/standings/?lang=ja"
    assert (japanese["og:locale"], english["og:locale"]) == ("ja_JP", "en_GB")


@with_address
def test_every_page_names_its_addresses_in_all_languages(client, tournament):
    page = client.get("/t/spring-open/players/1/?lang=de").text
    addresses = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]*)"', page))
    base = f"{SITE}/t/spring-open/players/1/"
    codes = {"en": "en", "ja": "ja", "zh-Hans": "zh-hans", "zh-Hant": "zh-hant", "fr": "fr", "de": "de"}
    assert addresses == {tag: f"{base}?lang={code}" for tag, code in codes.items()} | {"x-default": base}


def test_an_address_with_a_language_opens_in_it_and_leaves_nothing_behind(client, tournament):
    answer = client.get("/t/spring-open/?lang=fr", headers={"accept-language": "de"})
    assert ('<html lang="fr"' in answer.text, answer.headers["Content-Language"], answer.cookies) == (True, "fr", {})
    assert '<html lang="de"' in client.get("/t/spring-open/", headers={"accept-language": "de"}).text
    assert '<html lang="de"' in client.get("/t/spring-open/?lang=xx", headers={"accept-language": "de"}).text
    # The menu of languages leads back to the page without the language of the address, which would win.
    assert (
        'name="next" value="/t/spring-open/standings/?after=1"'
        in client.get("/t/spring-open/standings/?lang=fr&after=1").text
    )


def test_a_site_without_an_address_of_its_own_promises_none(client, tournament):
    values = head(client, "/t/spring-open/standings/")
    assert set(values) == {"title", "description"}
    assert values["description"].startswith("Standings after round 1: 1 ")


@with_address
def test_what_not_everybody_sees_has_no_preview(client, tournament):
    people(tournament)
    Tournament.objects.update(published=False)
    assert set(head(signed_in("olga"), "/t/spring-open/standings/")) == {"title", "description"}
    assert set(head(signed_in("olga"), "/t/spring-open/manage/")) == {"title", "description"}
    Tournament.objects.update(published=True, standings_hidden=True)
    assert head(client, "/t/spring-open/standings/")["description"] == (
        "Standings of the event; they appear with the first released round."
    )
    assert head(client, "/t/spring-open/players/1/")["description"] == "Tables, results and place of a player."


def test_the_pages_with_a_preview_are_pages_of_the_site():
    routes = {line.split()[2] for line in ROUTES.read_text("utf-8").splitlines()}
    assert set(PAGES) <= routes
    assert {page.picture for page in PAGES.values() if page.picture} - routes == set()


@with_address
def test_the_link_to_a_hand_keeps_the_hand_and_names_the_language_first(client):
    values = head(client, "/hand/?ruleset=mcr-2006&hand=234567m345p23s88s&lang=de")
    assert values["canonical"] == f"{SITE}/hand/?lang=de&ruleset=mcr-2006&hand=234567m345p23s88s"
    assert values["og:image"] == f"{SITE}/hand/preview.png?lang=de&ruleset=mcr-2006&hand=234567m345p23s88s"


def test_search_engines_may_read_the_addresses_by_language(client):
    lines = client.get("/robots.txt").text.splitlines()
    assert "Allow: /*?lang=" in lines
    assert "Disallow: /*?" in lines


def test_browsers_find_the_icon_at_the_root(client):
    answer = client.get("/favicon.ico")
    assert (answer["Content-Type"], answer.content[:4]) == ("image/x-icon", b"\0\0\1\0")


@with_address
def test_search_engines_read_the_event_as_data_that_no_text_can_leave(client, tournament):
    Tournament.objects.update(
        name="Spring </script><script>alert(1)</script>", starts_on=datetime.date(2026, 5, 2), place="Espoo",
        organiser="Club", country_code="FI",
    )  # fmt: skip
    page = client.get("/t/spring-open/").text
    (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    facts = json.loads(text)
    assert (facts["@type"], facts["name"]) == ("SportsEvent", "Spring </script><script>alert(1)</script>")
    assert (facts["startDate"], facts["endDate"]) == ("2026-05-02", "2026-05-03")
    assert facts["location"]["address"] == {
        "@type": "PostalAddress", "addressLocality": "Espoo", "addressCountry": "FI",
    }  # fmt: skip
    assert facts["organizer"]["name"] == "Club"
    assert (facts["url"], facts["image"].startswith(f"{SITE}/t/spring-open/preview.png?lang=en")) == (
        f"{SITE}/t/spring-open/?lang=en", True,
    )  # fmt: skip
    # Every script in the page itself is data, and the other pages carry none of this kind.
    assert set(re.findall(r"<script(?! src=| type=\"module\" src=)[^>]*>", page)) == {
        '<script type="application/ld+json">', '<script id="clock-state" type="application/json">',
    }  # fmt: skip
    assert "ld+json" not in client.get("/t/spring-open/standings/").text
    Tournament.objects.update(starts_on=None)
    assert "ld+json" not in client.get("/t/spring-open/?again").text


def test_pages_with_a_picture_of_their_own_can_be_shared_and_saved(client, tournament):
    for path in ("", "standings/", "players/1/"):
        page = client.get(f"/t/spring-open/{path}?lang=ja").text
        assert (path, f'href="/t/spring-open/{path}preview.png?lang=ja' in page) == (path, True)
    assert "preview.png" not in client.get("/t/spring-open/seating/").text
    assert 'href="/t/spring-open/results/1/table/2/preview.png?lang=en"' in client.get("/t/spring-open/results/1/").text
    people(tournament)
    Tournament.objects.update(published=False)
    for path in ("", "standings/", "results/1/"):
        assert "preview.png" not in signed_in("olga").get(f"/t/spring-open/{path}").text
