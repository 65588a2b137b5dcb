"""The demonstration on the home page: who is offered it, and what each role finds."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from tests.support.people import person, small_tournament
from tournaments.accounts.models import User
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.demo import running_event
from tournaments.exchange.demo.queries import ACCOUNTS, LIVING
from tournaments.results.models.results import TableResult
from tournaments.results.queries import hall
from tournaments.rounds.models import Seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return running_event.make()


def visitor(host: str = "127.0.0.1:8000", address: str = "127.0.0.1", **headers: str) -> Client:
    return Client(HTTP_HOST=host, REMOTE_ADDR=address, **headers)


def tries(client: Client, account: str, wanted: str = "") -> tuple[int, str, str]:
    """Status, where it leads, and who is signed in then."""
    answer = client.post(reverse("try_as", args=[account]), {"next": wanted})
    return answer.status_code, answer.headers.get("Location", ""), get_user(client).get_username()  # type: ignore[arg-type]


def test_the_event_stands_in_the_middle_of_its_third_round(event):
    (now,) = hall.of(event)
    assert (now.round.number, now.missing, now.waiting, now.doubtful) == (3, [1, 3, 8], [4], [6])
    assert now.minutes_left == 120
    gone, stand_in = event.entries.get(number=13), event.entries.get(substitute_for__isnull=False)
    assert (gone.status, gone.dropped_from_round, stand_in.substitute_for) == (Entry.Status.DROPPED, 3, gone)
    fourth = event.rounds.get(number=4).seatings.latest("version")
    assert (fourth.state, fourth.seats.filter(entry=stand_in).count()) == (Seating.State.DRAFT, 1)
    assert event.rounds.exclude(released_at=None).count() == 2
    assert TableResult.objects.filter(table__round__number__lt=3, state="confirmed").count() == 16


def test_whoever_sits_at_the_machine_comes_in_by_a_button(event):
    ruth = visitor()
    assert "Try it as director" in ruth.get("/").content.decode()
    board = reverse("manage_board", args=[LIVING])
    assert tries(ruth, "demo-scorer", board) == (302, board, "demo-scorer")
    assert [ruth.get(reverse(name, args=[LIVING])).status_code for name in ("manage_home", "manage_edit")] == [200, 403]
    assert tries(visitor(), "demo-director", "https://elsewhere.example/")[1:] == (
        reverse("manage_home", args=[LIVING]),
        "demo-director",
    )
    assert tries(visitor(), "demo-director", "//elsewhere.example/")[1] == reverse("manage_home", args=[LIVING])


ELSEWHERE = (
    {"address": "192.168.1.20"},
    {"host": "mahjong.example"},
    {"host": "192.168.1.5:8000"},
    {"HTTP_X_FORWARDED_FOR": "192.168.1.20"},
    {"address": "nobody"},
)


def test_nobody_else_is_offered_it_and_no_other_account_opens(event, settings):
    for place in ELSEWHERE:
        otto = visitor(**place)
        assert "Try it as" not in otto.get("/").content.decode()
        assert tries(otto, "demo-director") == (404, "", "")
    person("olga")
    assert tries(visitor(), "olga") == (404, "", "")
    clerk = User.objects.get(username="demo-clerk")
    clerk.set_password("somebody has made it their own")
    clerk.save()
    assert tries(visitor(), "demo-clerk") == (404, "", "")
    settings.PUBLIC_ADDRESS = "https://mahjong.example"
    assert tries(visitor(), "demo-director") == (404, "", "")


def test_a_site_without_the_demonstration_has_no_way_in():
    small_tournament(slug=LIVING)
    assert [tries(visitor(), account)[0] for account in ACCOUNTS] == [404] * len(ACCOUNTS)
    assert "Try it as" not in visitor().get("/").content.decode()
