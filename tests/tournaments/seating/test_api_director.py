"""Draws and registration by the API: what is refused at its field, and what may be named."""

import datetime

import pytest

from tests.support.people import people, program, small_tournament
from tests.support.remembered import remembered
from tournaments.entries.models.registration import RegistrationDesk

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    """Eight players, nobody seated yet."""
    tournament = small_tournament(8, rounds=2)
    people(tournament)
    return tournament


def posted(event, path, body):
    """Status of the answer to olga's program, with field and sentence of a refusal."""
    answer = program("olga").post(f"/api/v1/tournaments/{event.slug}/{path}/", body, format="json")
    refused = answer.json() if answer.status_code != 200 else {}
    return answer.status_code, refused.get("field"), refused.get("detail")


def test_whoever_cannot_leave_or_arrive_is_refused_at_the_field(event):
    posted(event, "draw", {"rounds": [1, 2], "seed": "a seed"})
    for body, field in (({"leaves": [77], "reason": "ill"}, "leaves"), ({"arrives": [1]}, "arrives")):
        assert posted(event, "redraw", body)[:2] == (400, field)


def test_an_earlier_event_that_is_not_public_counts_for_whoever_works_at_it(event):
    earlier = small_tournament(8, slug="autumn-open")
    earlier.name, earlier.published = "Autumn Open", False
    earlier.save()
    body = {"rounds": [1], "earlier": "autumn-open"}
    assert posted(event, "draw", body)[:2] == (400, "earlier")
    people(earlier)
    # Nobody met there, which is said of an event that one may name.
    assert posted(event, "draw", body) == (400, "earlier", "No two players of this event met in “Autumn Open”.")


def test_registration_opens_and_keeps_what_was_not_said(event):
    facts = {"is_open": True, "capacity": 16, "asks": {"country": "required"}, "closes_at": "2026-12-01T18:00:00+01:00"}
    assert [posted(event, "registration", {"facts": one})[0] for one in (facts, {"fee": "20 euros"})] == [200, 200]
    desk = RegistrationDesk.objects.get()
    assert (desk.is_open, desk.capacity, desk.asks, desk.fee) == (True, 16, {"country": "required"}, "20 euros")
    assert desk.closes_at == datetime.datetime(2026, 12, 1, 17, 0, tzinfo=datetime.UTC)
    assert posted(event, "registration", {"facts": {"asks": {"shoe": "asked"}}})[:2] == (400, "shoe")
