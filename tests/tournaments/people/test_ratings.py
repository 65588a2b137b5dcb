"""Ratings of the site: who is listed, and what removes a row before the worker makes the list again."""

import datetime

import pytest
from django.test import Client

from tests.support.people import acting
from tests.support.seasons import played
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.people import consent, ratings
from tournaments.people.models import PersonEntry, StoredRatings
from tournaments.results.services import settings
from tournaments.seasons.logic.ratings import RatedGame, rate

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 5, 1)
NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
POINTS = [[40, 10, -20, -30]] * 9
ADDRESSES = ("/ratings/", "/ratings.csv", "/api/v1/ratings/")


def agree(slug, number):
    entry = Tournament.objects.get(slug=slug).entries.get(number=number)
    return consent.record(acting(), entry, consent_on=DAY, consent_source="paper")


@pytest.fixture
def petra():
    """Petra and Rosa consent; Petra plays ten games in two events, Rosa nine as herself. The list is made."""
    played("spring", POINTS, NAMES)
    autumn = played("autumn", [[-40, 10, 20, 10]], NAMES, day="2026-09-05")
    agree("spring", 2)
    one = agree("spring", 1)
    PersonEntry.objects.filter(entry__in=autumn.entries.filter(number=1)).delete()
    PersonEntry.objects.create(entry=autumn.entries.get(number=1), person=one)
    ratings.store_stale()
    return one


def see(name="Petra Quist"):
    """Tell whether the page, the file and the API list the name; they agree."""
    (listed,) = {name in Client().get(address).text for address in ADDRESSES}
    return listed


def test_only_who_consents_is_listed_and_everybody_plays(petra):
    assert [see(name) for name in NAMES] == [True, True, False, False]
    (rated,) = Client().get("/api/v1/ratings/").json()
    assert (rated["family"], rated["ready"], rated["games"]) == ("mcr", True, 10)
    assert [(row["name"], row["place"], row["games"]) for row in rated["rows"]] == [
        ("Petra Quist", 1, 10),
        ("Rosa Lind", 0, 9),
    ]
    games = [RatedGame((1, number), (("p", 1), ("r", 2), ("o", 3), ("u", 4))) for number in range(1, 10)]
    games.append(RatedGame((2, 1), (("p", 4), ("r2", 2), ("o2", 1), ("u2", 2))))
    assert rated["rows"][0]["rating"] == pytest.approx(rate(games, "openskill")["p"].value)


def test_the_page_of_a_person_has_the_rating_with_its_chart(petra):
    answer = Client().get(f"/people/{petra.key}/")
    (rated,) = answer.context["ratings"]
    assert [(name, games) for name, games, _value in rated["events"]] == [("Spring", 9), ("Autumn", 10)]
    assert ("chart-line" in answer.text, "/ratings/?family=mcr" in answer.text) == (True, True)
    assert '"/ratings/"' in Client().get("/people/").text


def test_a_withdrawal_removes_the_row_at_once(petra):
    consent.withdraw(acting(), petra.links.first().entry)
    assert (see(), see("Rosa Lind")) == (False, True)
    ratings.store_stale()
    assert (see(), see("Rosa Lind")) == (False, True)


def test_an_erasure_removes_the_row_at_once_even_of_one_event(petra):
    privacy.erase(acting(), petra.links.get(entry__tournament__slug="autumn").entry)
    assert (see(), see("Rosa Lind")) == (False, True)
    ratings.store_stale()
    assert see(), "the other event still counts"
    (rated,) = Client().get("/api/v1/ratings/").json()
    assert {row["games"] for row in rated["rows"]} == {9}


def test_an_unpublished_event_takes_its_games_away_at_once(petra):
    Tournament.objects.filter(slug="autumn").update(published=False)
    assert not see()
    assert "being computed" in Client().get("/ratings/").text
    ratings.store_stale()
    assert see()
    Tournament.objects.update(published=False)
    assert not see()
    ratings.store_stale()
    assert not see()
    assert not StoredRatings.objects.exists()


def test_hidden_results_take_their_games_away_at_once(petra):
    settings.edit(acting(), Tournament.objects.get(slug="spring"), facts={"standings_hidden": True})
    assert (see(), see("Rosa Lind")) == (False, False)
    ratings.store_stale()
    (rated,) = Client().get("/api/v1/ratings/").json()
    assert (rated["games"], [(row["name"], row["games"]) for row in rated["rows"]]) == (1, [("Petra Quist", 1)])


def test_the_worker_makes_a_list_again_when_a_result_or_consent_changes_and_otherwise_not(petra):
    assert not ratings.has_stale_lists()
    made = Client().get("/api/v1/ratings/").json()
    StoredRatings.objects.all().delete()
    assert "being computed" in Client().get("/ratings/").text
    assert ratings.has_stale_lists()
    ratings.store_stale()
    assert Client().get("/api/v1/ratings/").json() == made
    agree("spring", 3)
    assert ratings.has_stale_lists()
    ratings.store_stale()
    assert see("Olaf Berg")
    autumn = Tournament.objects.get(slug="autumn")
    autumn.rounds.update(released_at=None)
    Tournament.objects.filter(pk=autumn.pk).update(version=autumn.version + 1)
    assert ratings.has_stale_lists()
