"""Draws and registration by the API: what is refused at its field, and what may be named."""

from __future__ import annotations

import datetime

import pytest

from tests.support.people import people, small_tournament
from tests.tournaments.duplicate.test_api import done
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Eight players, nobody seated yet."""
    tournament = small_tournament(8, rounds=2)
    people(tournament)
    return tournament


def test_whoever_cannot_leave_or_arrive_is_refused_at_the_field(event: Tournament) -> None:
    done("olga", event, "draw", {"rounds": [1, 2], "seed": "a seed"})
    for body, field in (({"leaves": [77], "reason": "ill"}, "leaves"), ({"arrives": [1]}, "arrives")):
        refused = client("olga").post(f"{V1}{event.slug}/redraw/", body, format="json")
        assert (refused.status_code, refused.json()["field"]) == (400, field)


def test_an_earlier_event_that_is_not_public_counts_for_whoever_works_at_it(event: Tournament) -> None:
    earlier = small_tournament(8, slug="autumn-open")
    Tournament.objects.filter(pk=earlier.pk).update(name="Autumn Open", published=False)
    body = {"rounds": [1], "earlier": "autumn-open"}
    stranger = client("olga").post(f"{V1}{event.slug}/draw/", body, format="json")
    assert (stranger.status_code, stranger.json()["field"]) == (400, "earlier")
    people(earlier)
    # Nobody met there, which is said of an event that one may name.
    known = client("olga").post(f"{V1}{event.slug}/draw/", body, format="json")
    assert (known.status_code, known.json()["detail"]) == (400, "No two players of this event met in “Autumn Open”.")


def test_registration_opens_and_keeps_what_was_not_said(event: Tournament) -> None:
    body = {"is_open": True, "capacity": 16, "asks": {"country": "required"}, "closes_at": "2026-12-01T18:00:00+01:00"}
    done("olga", event, "registration", {"facts": body})
    done("olga", event, "registration", {"facts": {"fee": "20 euros"}})
    desk = RegistrationDesk.objects.get()
    assert (desk.is_open, desk.capacity, desk.asks, desk.fee) == (True, 16, {"country": "required"}, "20 euros")
    assert desk.closes_at == datetime.datetime(2026, 12, 1, 17, 0, tzinfo=datetime.UTC)
    wrong = {"facts": {"asks": {"shoe": "asked"}}}
    refused = client("olga").post(f"{V1}{event.slug}/registration/", wrong, format="json")
    assert (refused.status_code, refused.json()["field"]) == (400, "shoe")
