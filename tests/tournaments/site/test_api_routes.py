"""The API: private facts, conditional reads, and a sheet from entry to standings."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.people import program
from tournaments.core.http.public_version import forget_versions
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

V1 = "/api/v1/tournaments/"


client = program
"""Of the named person; a visitor's without a name."""


def test_private_facts_are_for_those_who_see_entries(event: Tournament) -> None:
    Entry.objects.filter(number=1).update(ema_number="01020304")
    shown = {
        name: "ema_number" in client(name).get(f"{V1}{event.slug}/entries/1/").json()
        for name in ("olga", "ida", "sue", "sam", "ren", "otto")
    }
    assert shown == {"olga": True, "ida": True, "sue": True, "sam": False, "ren": False, "otto": False}


def test_a_visitor_who_has_the_answer_costs_one_question_as_long_as_the_event_is_public(event: Tournament) -> None:
    address = f"{V1}{event.slug}/entries/1/"
    etag = client().get(address)["ETag"]
    plain = client().get(address, HTTP_IF_NONE_MATCH=f'"other", {etag}')
    forget_versions()
    with CaptureQueriesContext(connection) as asked:
        assert client().get(address, HTTP_IF_NONE_MATCH=etag).status_code == 304
    assert len(asked) == 1
    assert (plain.status_code, plain["ETag"], plain["Cache-Control"]) == (304, etag, "no-cache")
    # The ETag of one address is none of another.
    assert client().get(f"{V1}{event.slug}/entries/2/", HTTP_IF_NONE_MATCH=etag).status_code == 200
    client("olga").patch(address, {"club": "Four Winds"}, format="json")
    changed = client().get(address, HTTP_IF_NONE_MATCH=etag)
    assert (changed.status_code, changed.json()["club"]) == (200, "Four Winds")
    listed = client().get(V1).json()
    assert (listed["count"], [row["slug"] for row in listed["results"]]) == (1, ["spring-open"])
    Tournament.objects.filter(pk=event.pk).update(published=False)
    forget_versions()
    programs = [client(name) for name in ("", "olga", "sam", "otto")]
    assert [one.get(address, HTTP_IF_NONE_MATCH=etag).status_code for one in programs] == [404, 200, 200, 404]
    assert [client(name).get(V1).json()["count"] for name in ("otto", "sam")] == [0, 1]


def test_a_sheet_goes_from_entry_to_standings(event: Tournament) -> None:
    table = f"{V1}{event.slug}/rounds/1/tables/"
    doubtful = client("sam").post(f"{table}1/", {"points": [30, -10, -10, -9]}, format="json")
    assert (doubtful.status_code, doubtful.json()["field"], bool(doubtful.json()["problems"])) == (400, "reason", True)
    for number, points in ((1, [30, -10, -10, -10]), (2, [8, 8, -8, -8])):
        made = client("sam").post(f"{table}{number}/", {"points": points}, format="json")
        assert (made.status_code, made.json()["version"], made.json()["state"]) == (201, 1, "entered")
        own = client("sam").post(f"{table}{number}/confirm/", {"version": 1}, format="json")
        assert own.status_code == 400, "whoever entered a sheet does not confirm it"
        slower = client("olga").post(f"{table}{number}/", {"points": [9, -3, -3, -3], "based_on": 0}, format="json")
        assert (slower.status_code, slower.json()["current_version"]) == (409, 1)
        done = client("olga").post(f"{table}{number}/confirm/", {"version": 1}, format="json")
        assert (done.status_code, done.json()["state"]) == (200, "confirmed")
    assert client().get(f"{V1}{event.slug}/rounds/1/results/").status_code == 404, "not released"
    found = client("olga").get(f"{V1}{event.slug}/standings/").json()
    rows = [(row["place"], row["shared"], row["number"], row["metrics"]["table_points"]) for row in found["individual"]]
    assert found["order"] == ["table_points", "total"]
    assert rows == [
        (1, False, 1, 4), (2, True, 5, 3), (2, True, 6, 3), (4, True, 2, 1), (4, True, 3, 1), (4, True, 4, 1),
        (7, True, 7, "1/2"), (7, True, 8, "1/2"),
    ]  # fmt: skip
