"""Deliveries at the same time as another one, a take-back, a revoked key, or a registration: one end, and no error."""

import gzip
import json
import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.support.people import acting, people, small_tournament
from tests.support.play import released
from tournaments.core.errors import UserError
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror
from tournaments.exchange.services import loans, mirroring, publishing
from tournaments.rounds.models import Seating

pytestmark = [pytest.mark.django_db(transaction=True)]

EPOCH = "e" * 32
ROUNDS = 4


@pytest.fixture
def event() -> Tournament:
    if connection.vendor == "sqlite":
        pytest.skip("the threads of one process share an SQLite database in memory without waiting for each other")
    event = small_tournament(0, slug="public-site")
    event.rounds.all().delete()
    people(event)
    return event


@pytest.fixture
def document() -> dict:
    hall = small_tournament(8, slug="hall")
    released(hall, 1)
    return dict(json.loads(gzip.decompress(publishing.make_delivery(hall, epoch=EPOCH, number=0))))


def deliver(key: str, number: int, document: dict) -> int:
    facts = {"number": number, "sent_at": timezone.now().isoformat()}
    body = gzip.compress(json.dumps(document | facts).encode())
    headers = {"Authorization": f"Mirror {key}"}
    # An error of the server would be raised here.
    answer = Client().post("/t/public-site/mirror/", body, content_type="application/octet-stream", headers=headers)
    assert answer.status_code in (200, 401, 403, 409), answer.content
    return answer.status_code


def run_together(*actions: Callable[[], object]) -> list[object]:
    """Run the actions in threads that start at the same time; return what each returned or raised."""
    outcomes: list[object] = [None] * len(actions)
    barrier = threading.Barrier(len(actions))

    def run(index: int, action: Callable[[], object]) -> None:
        barrier.wait()
        try:
            outcomes[index] = action()
        except Exception as error:  # noqa: BLE001 - compared by the test
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def prepare(event: Tournament) -> str:
    key = mirroring.make_key(acting("olga"), event)
    Mirror.objects.update(epoch=EPOCH, number=0)
    return key


def with_club(document: dict, club: str) -> dict:
    event = document["event"]
    return document | {"event": event | {"entries": [row | {"club": club} for row in event["entries"]]}}


def test_two_deliveries(event, document):
    key = prepare(event)
    for number in range(1, 2 * ROUNDS, 2):
        outcomes = run_together(
            lambda number=number: deliver(key, number, with_club(document, f"club {number}")),
            lambda number=number: deliver(key, number + 1, with_club(document, f"club {number + 1}")),
            lambda number=number: deliver(key, number + 1, with_club(document, f"club {number + 1}")),
        )
        assert outcomes == [200, 200, 200]
        assert set(event.entries.values_list("club", flat=True)) == {f"club {number + 1}"}
        assert Mirror.objects.get().number == number + 1


def test_a_delivery_and_take_back(event, document):
    key = prepare(event)
    assert deliver(key, 1, document) == 200
    for number in range(2, 2 + ROUNDS):
        outcomes = run_together(
            lambda number=number: deliver(key, number, with_club(document, f"club {number}")),
            lambda: loans.take_back(acting("olga"), Tournament.objects.get(pk=event.pk), reason="over").lent_at,
        )
        assert outcomes[1] is None
        assert outcomes[0] in (200, 409)
        # The computer in the hall is told, whichever came first.
        assert deliver(key, number + 10, document) == 409
        event.refresh_from_db()
        assert event.lent_at is None
        club = f"club {number}"
        assert (set(event.entries.values_list("club", flat=True)) == {club}) == (outcomes[0] == 200)
        Mirror.objects.update(epoch=EPOCH)
        # What was taken back is not replaced: an old delivery is dropped, a new one is refused.
        assert deliver(key, number, document) in (200, 403)
        Tournament.objects.filter(pk=event.pk).update(lent_at=timezone.now())


def test_a_delivery_and_a_revoked_key(event, document):
    for number in range(1, 1 + ROUNDS):
        key = prepare(event)
        outcomes = run_together(
            lambda key=key, number=number: deliver(key, number, with_club(document, f"club {number}")),
            lambda: mirroring.revoke_key(acting("olga"), Tournament.objects.get(pk=event.pk)).pk,
        )
        assert outcomes[1] == event.pk
        assert outcomes[0] in (200, 401)
        assert (event.entries.filter(club=f"club {number}").count() == 8) == (outcomes[0] == 200)
        assert deliver(key, number + 10, document) == 401


def test_a_delivery_and_a_registration(event, document):
    key = prepare(event)
    applications.set_desk(acting("olga"), event, facts={"is_open": True})
    applied = 0
    for number in range(1, 1 + ROUNDS):
        outcomes = run_together(
            lambda number=number: deliver(key, number, document),
            lambda number=number: _apply(event, number),
        )
        assert outcomes[0] == 200
        assert isinstance(outcomes[1], Application | UserError), outcomes
        applied += isinstance(outcomes[1], Application)
        assert Application.objects.count() == applied
        assert event.entries.count() == 8
        # As if the first delivery were still to come.
        Tournament.objects.filter(pk=event.pk).update(lent_at=None, state="planned")
        Seating.objects.filter(round__tournament=event).delete()
        event.refresh_from_db()


def _apply(event: Tournament, number: int) -> Application:
    facts = {"given_name": "Petra", "family_name": f"Quist {number}", "shown": "full"}
    return applications.apply(acting("petra"), Tournament.objects.get(pk=event.pk), facts=facts)
