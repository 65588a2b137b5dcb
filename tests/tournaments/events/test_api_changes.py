"""A program asks what has changed since the last number that it knows, and misses nothing."""

import pytest
from django.test import Client

from tests.support.people import acting, people, person
from tests.support.tables import playing
from tournaments.entries.services import teams
from tournaments.events import services as event_services

pytestmark = pytest.mark.django_db

CHANGES = "/api/v1/tournaments/spring-open/changes/"


@pytest.fixture
def event():
    made = playing()
    people(made)
    return made


def test_a_program_goes_on_behind_the_last_number_it_knows(event):
    last = Client().get(CHANGES).json()["last"]
    teams.add(acting(), event, name="Winds")
    teams.add(acting(), event, name="Dragons")
    found = Client().get(f"{CHANGES}?after={last}").json()
    assert (found["last"], [one["sequence"] for one in found["changes"]]) == (last + 2, [last + 1, last + 2])
    assert Client().get(f"{CHANGES}?after={last + 2}").json() == {"last": last + 2, "changes": []}


def test_a_program_that_asks_again_gets_304_until_something_changes(event):
    first = Client().get(f"{CHANGES}?after=0")
    etag = {"If-None-Match": first["ETag"]}
    assert Client().get(f"{CHANGES}?after=0", headers=etag).status_code == 304
    event.refresh_from_db()
    teams.add(acting(), event, name="Winds")
    assert Client().get(f"{CHANGES}?after=0", headers=etag).status_code == 200


def test_what_was_done_is_for_those_who_read_the_log(event):
    last = Client().get(CHANGES).json()["last"]
    teams.add(acting(), event, name="Winds")
    address, visitor, olga = f"{CHANGES}?after={last}", Client(), Client()
    olga.force_login(person("olga"))
    assert [sorted(one) for one in visitor.get(address).json()["changes"]] == [["at", "sequence", "topic"]]
    (seen,) = olga.get(address).json()["changes"]
    assert (seen["topic"], seen["action"], seen["name"]) == ("teams", "teams.add", "Winds")
    assert visitor.get(f"{address}x").status_code == 400


def test_an_event_that_is_not_public_tells_its_team_alone(event):
    event_services.publish(acting(), event, published=False)
    olga = Client()
    olga.force_login(person("olga"))
    assert [browser.get(CHANGES).status_code for browser in (Client(), olga)] == [404, 200]
