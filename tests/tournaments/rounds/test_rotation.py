"""Projector views in turn: seats before a round, standings during it, figures and sponsors between, then the podium."""

import pytest

from tests.support.people import acting, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tournaments.branding.services import add_sponsor
from tournaments.events.models import Tournament
from tournaments.rounds.queries.rotation import find_next_view, list_rotation
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def tournament():
    event = small_tournament()
    released(event, 1)
    return event


def test_the_views_of_the_moment_take_turns(tournament):
    add_sponsor(acting(), tournament, name="Tea House", on_screens=True)
    assert list_rotation(tournament) == ["standings", "numbers", "sponsors"]
    second = tournament.rounds.get(number=2)
    published(second)
    assert list_rotation(tournament) == ["seating"]
    rounds.start(acting(), tournament.rounds.get(number=2))
    assert list_rotation(tournament) == ["standings"]
    tournament.state = Tournament.State.FINISHED
    assert list_rotation(tournament) == ["podium", "standings", "numbers", "sponsors"]
    assert [find_next_view(tournament, view) for view in ("podium", "sponsors", "plan")] == [
        "standings",
        "podium",
        "podium",
    ]


def test_sponsors_that_are_not_on_screens_get_no_turn(client, tournament):
    add_sponsor(acting(), tournament, name="Tea House", on_screens=False)
    assert list_rotation(tournament) == ["standings", "numbers"]
    assert "Tea House" not in client.get("/t/spring-open/screen/sponsors/").text


def test_the_address_of_the_turn_leads_to_the_view_and_back(client, tournament):
    first = client.get("/t/spring-open/screen/?lang=ja&seconds=20")
    assert first.url == "/t/spring-open/screen/standings/?lang=ja&seconds=20&turn=1"
    page = client.get(first.url).text
    assert 'data-next="/t/spring-open/screen/?lang=ja&amp;seconds=20&amp;turn=1&amp;after=standings"' in page
    following = client.get("/t/spring-open/screen/?lang=ja&seconds=20&turn=1&after=standings")
    assert following.url == "/t/spring-open/screen/numbers/?lang=ja&seconds=20&turn=1"
    assert "data-next" not in client.get("/t/spring-open/screen/standings/").text
    assert client.get("/t/nowhere/screen/").status_code == 404


def test_the_podium_comes_with_the_end_and_not_while_standings_are_hidden(client, tournament):
    address = "/t/spring-open/screen/podium/"
    assert 'class="place-1"' not in client.get(address).text
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert client.get(address).text.count('class="place-') >= 3
    Tournament.objects.update(standings_hidden=True)
    assert 'class="place-1"' not in client.get(address).text
