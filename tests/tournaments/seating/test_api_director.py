"""Draws by the API: promised, redrawn, from the library; and people entered again or forgotten."""

from __future__ import annotations

import datetime
from unittest import mock

import pytest
from django.utils import timezone

from tests.support.people import people, small_tournament
from tests.tournaments.duplicate.test_api_director import done
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment, StoredSchedule

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def event() -> Tournament:
    """Eight players, nobody seated yet."""
    tournament = small_tournament(8, rounds=2)
    people(tournament)
    return tournament


def test_a_promised_draw_is_sealed_drawn_and_given_up_by_program(event: Tournament) -> None:
    known = timezone.now() + HOUR
    body = {"rounds": [1, 2], "way": "together", "value_kind": "other", "value_source": "the lottery of 2 May"}
    key = done("sue", event, "promises/seal", {**body, "value_known_at": known.isoformat()})["id"]
    assert client().get(f"{V1}{event.slug}/draws/").json()["promises"][0]["commitment"]["id"] == int(str(key))
    with mock.patch("django.utils.timezone.now", return_value=known + HOUR):
        done("sue", event, f"promises/{key}/value", {"value": "12 23", "again": "12 23"})
        slip = {"value": "12 32", "again": "12 32", "reason": "Two digits were turned."}
        done("sue", event, f"promises/{key}/correct", slip)
        done("sue", event, "draw", {"rounds": [1, 2]})
        done("sue", event, f"promises/{key}/withdraw", {"reason": "The hall has moved."})
    promise = SeedCommitment.objects.get()
    assert (promise.draws.count(), len(promise.corrections), promise.withdrawn_reason) == (1, 1, "The hall has moved.")


def test_coming_rounds_are_redrawn(event: Tournament) -> None:
    Entry.objects.create(tournament=event, number=9, family_name="Wei", status=Entry.Status.WAITING)
    done("olga", event, "draw", {"rounds": [1, 2], "seed": "a seed"})
    body = {"leaves": [5], "arrives": [9], "seed": "again", "reason": "ill"}
    done("olga", event, "redraw", body)
    newest = Seating.objects.filter(draws__kind=SeatingDraw.Kind.REPLAN)
    assert [sorted(one.seats.values_list("entry__number", flat=True)) for one in newest] == [
        [1, 2, 3, 4, 6, 7, 8, 9]
    ] * 2
    nobody = client("olga").post(f"{V1}{event.slug}/redraw/", {**body, "leaves": [77]}, format="json")
    assert (nobody.status_code, nobody.json()["field"]) == (400, "leaves")
    plays = client("olga").post(f"{V1}{event.slug}/redraw/", {"arrives": [1]}, format="json")
    assert (plays.status_code, plays.json()["field"]) == (400, "arrives")


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


def test_jobs_of_a_draw_are_asked_for_by_program(event: Tournament) -> None:
    number = int(str(done("sue", event, "draw", {"rounds": [1, 2], "seed": "a seed"})["id"]))
    made = SeatingDraw.objects.get().number
    assert number >= 1
    kinds = [done("sue", event, f"draws/{made}/{step}")["kind"] for step in ("improve", "prices")]
    assert kinds == ["job", "job"]


def test_a_schedule_is_kept_used_and_removed(event: Tournament) -> None:
    text = "1 2 3 4\n5 6 7 8\n\n1 2 5 6\n3 4 7 8\n"
    key = done("sue", event, "schedules", {"name": "Club", "text": text})["id"]
    done("sue", event, f"schedules/{key}/use", {"seed": "a seed"})
    assert [round_.seatings.count() for round_ in event.rounds.all()] == [1, 1]
    done("sue", event, f"schedules/{key}/remove")
    assert StoredSchedule.objects.count() == 0


def test_registration_opens_and_keeps_what_was_not_said(event: Tournament) -> None:
    body = {"is_open": True, "capacity": 16, "asks": {"country": "required"}, "closes_at": "2026-12-01T18:00:00+01:00"}
    done("olga", event, "registration", {"facts": body})
    done("olga", event, "registration", {"facts": {"fee": "20 euros"}})
    desk = RegistrationDesk.objects.get()
    assert (desk.is_open, desk.capacity, desk.asks, desk.fee) == (True, 16, {"country": "required"}, "20 euros")
    assert desk.closes_at == datetime.datetime(2026, 12, 1, 17, 0, tzinfo=datetime.UTC)
    wrong = client("olga").post(
        f"{V1}{event.slug}/registration/", {"facts": {"asks": {"shoe": "asked"}}}, format="json"
    )
    assert (wrong.status_code, wrong.json()["field"]) == (400, "shoe")


def test_people_of_earlier_events_are_entered_again_and_forgotten(event: Tournament) -> None:
    earlier = small_tournament(4, slug="autumn-open")
    people(earlier)
    earlier.entries.filter(number=2).update(
        family_name="Quist", given_name="Petra", country="NOR", ema_number="01020304"
    )
    done("olga", event, "entries/known", {"people": [{"event": "autumn-open", "number": 2}]})
    petra = event.entries.get(family_name="Quist")
    assert (petra.number, petra.country, petra.ema_number) == (9, "NOR", "01020304")
    again = client("olga").post(
        f"{V1}{event.slug}/entries/known/", {"people": [{"event": "autumn-open", "number": 2}]}, format="json"
    )
    assert (again.status_code, again.json()["field"]) == (400, "people")
    done("olga", event, "entries/9/erase")
    petra.refresh_from_db()
    assert (petra.name, petra.ema_number) == ("P. Q.", None)
