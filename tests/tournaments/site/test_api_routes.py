"""The API: what each person may read and write, conditional reads, and a sheet from entry to standings."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.support.people import people, person, small_tournament, token_of
from tests.support.tables import playing
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

V1 = "/api/v1/tournaments/"


def client(name: str | None = None) -> APIClient:
    """A client with the named person's token; a visitor without a name."""
    made = APIClient()
    if name:
        made.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name)}")
    return made


@pytest.fixture
def event() -> Tournament:
    """Eight players in the first round of an MCR event."""
    tournament = playing()
    people(tournament)
    return tournament


def test_a_visitor_reads_a_published_event(event: Tournament) -> None:
    answer = client().get(f"{V1}{event.slug}/")
    assert (answer.status_code, answer.json()["name"], answer.json()["ruleset"]) == (200, "Spring Open", "mcr-2006")
    listed = client().get(V1).json()
    assert (listed["count"], [row["slug"] for row in listed["results"]]) == (1, ["spring-open"])


def test_an_unpublished_event_exists_for_its_team_only(event: Tournament) -> None:
    Tournament.objects.update(published=False)
    found = {name: client(name).get(f"{V1}{event.slug}/").status_code for name in ("olga", "sam", "petra", "otto")}
    assert found == {"olga": 200, "sam": 200, "petra": 404, "otto": 404}
    assert client("otto").get(V1).json()["count"] == 0
    assert client("sam").get(V1).json()["count"] == 1


def test_private_facts_are_for_those_who_see_entries(event: Tournament) -> None:
    Entry.objects.filter(number=1).update(ema_number="01020304")
    shown = {
        name: "ema_number" in client(name).get(f"{V1}{event.slug}/entries/1/").json()
        for name in ("olga", "ida", "sue", "sam", "ren", "otto")
    }
    assert shown == {"olga": True, "ida": True, "sue": True, "sam": False, "ren": False, "otto": False}


def test_a_known_answer_is_not_sent_again_until_something_changes(event: Tournament) -> None:
    address = f"{V1}{event.slug}/entries/1/"
    first = client().get(address)
    again = client().get(address, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    client("olga").patch(address, {"club": "Four Winds"}, format="json")
    changed = client().get(address, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (changed.status_code, changed.json()["club"]) == (200, "Four Winds")


def test_a_visitor_who_has_the_answer_costs_one_question_as_long_as_the_event_is_public(event: Tournament) -> None:
    address = f"{V1}{event.slug}/entries/1/"
    etag = client().get(address)["ETag"]
    plain = client().get(address, HTTP_IF_NONE_MATCH=f'"other", {etag}')
    with CaptureQueriesContext(connection) as asked:
        assert client().get(address, HTTP_IF_NONE_MATCH=etag).status_code == 304
    assert len(asked) == 1
    assert (plain.status_code, plain["ETag"], plain["Cache-Control"]) == (304, etag, "no-cache")
    # The ETag of one address is none of another.
    assert client().get(f"{V1}{event.slug}/entries/2/", HTTP_IF_NONE_MATCH=etag).status_code == 200
    Tournament.objects.filter(pk=event.pk).update(published=False)
    assert client().get(address, HTTP_IF_NONE_MATCH=etag).status_code == 404
    assert client("olga").get(address, HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_a_sheet_goes_from_entry_to_standings(event: Tournament) -> None:
    table = f"{V1}{event.slug}/rounds/1/tables/"
    for number, points in ((1, [30, -10, -10, -10]), (2, [8, 8, -8, -8])):
        made = client("sam").post(f"{table}{number}/", {"points": points}, format="json")
        assert (made.status_code, made.json()["version"], made.json()["state"]) == (201, 1, "entered")
        own = client("sam").post(f"{table}{number}/confirm/", {"version": 1}, format="json")
        assert own.status_code == 400, "whoever entered a sheet does not confirm it"
        done = client("olga").post(f"{table}{number}/confirm/", {"version": 1}, format="json")
        assert (done.status_code, done.json()["state"]) == (200, "confirmed")
    assert client().get(f"{V1}{event.slug}/rounds/1/results/").status_code == 404, "not released"
    found = client("olga").get(f"{V1}{event.slug}/standings/").json()
    rows = [(row["place"], row["shared"], row["number"], row["metrics"]["table_points"]) for row in found["individual"]]
    assert found["order"] == ["table_points", "total"]
    assert rows == [
        (1, False, 1, 4),
        (2, True, 5, 3),
        (2, True, 6, 3),
        (4, True, 2, 1),
        (4, True, 3, 1),
        (4, True, 4, 1),
        (7, True, 7, "1/2"),
        (7, True, 8, "1/2"),
    ]


def test_a_doubtful_sheet_says_why_and_is_saved_with_a_reason(event: Tournament) -> None:
    address = f"{V1}{event.slug}/rounds/1/tables/1/"
    refused = client("sam").post(address, {"points": [30, -10, -10, -9]}, format="json")
    assert (refused.status_code, refused.json()["field"], bool(refused.json()["problems"])) == (400, "reason", True)
    saved = client("sam").post(address, {"points": [30, -10, -10, -9], "reason": "as on paper"}, format="json")
    assert saved.status_code == 201


def test_the_slower_of_two_gets_the_version_that_stands(event: Tournament) -> None:
    address = f"{V1}{event.slug}/rounds/1/tables/1/"
    client("sam").post(address, {"points": [30, -10, -10, -10], "based_on": 0}, format="json")
    slower = client("olga").post(address, {"points": [24, -8, -8, -8], "based_on": 0}, format="json")
    assert (slower.status_code, slower.json()["current_version"]) == (409, 1)


def test_a_voided_line_stays_and_does_not_count(event: Tournament) -> None:
    ledger = f"{V1}{event.slug}/ledger/"
    body = {"entry": 1, "unit": "table_points", "amount": "-1/2", "reason": "late"}
    line = client("ren").post(ledger, body, format="json").json()
    assert line["amount"] == "-1/2"
    done = client("ren").post(f"{ledger}{line['id']}/void/", {"reason": "was there"}, format="json").json()
    assert (done["voided"], done["void_reason"]) == (True, "was there")
    assert client("ren").get(ledger).json()["count"] == 1


@pytest.mark.parametrize("amount", ["1/0", "a lot", True, 1.5, "9" * 30, 10**12])
def test_amounts_are_exact_and_of_a_sensible_size(event: Tournament, amount: object) -> None:
    body = {"entry": 1, "unit": "points", "amount": amount, "reason": "x", "kind": "adjustment"}
    answer = client("olga").post(f"{V1}{event.slug}/ledger/", body, format="json")
    assert (answer.status_code, answer.json()["field"]) == (400, "amount")


def test_lists_come_in_pages_and_can_be_filtered() -> None:
    tournament = small_tournament(8)
    Entry.objects.filter(number__lte=3).update(country="JP")
    page = client().get(f"{V1}{tournament.slug}/entries/?page_size=5").json()
    assert (page["count"], len(page["results"]), page["next"] is not None) == (8, 5, True)
    assert client().get(f"{V1}{tournament.slug}/entries/?country=JP").json()["count"] == 3


def test_only_staff_make_tournaments() -> None:
    body = {"preset": "mcr-ema", "name": "Autumn Cup", "rounds": 4}
    assert client("otto").post(V1, body, format="json").status_code == 403
    staff = person("olga")
    staff.is_staff = True
    staff.save(update_fields=["is_staff"])
    made = client("olga").post(V1, body, format="json")
    assert (made.status_code, made.json()["slug"], made.json()["rounds_planned"]) == (201, "autumn-cup", 4)
