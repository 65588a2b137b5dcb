"""A season by the API: made, run and read by programs, with the permissions of its pages."""

import json

import pytest
from rest_framework.test import APIClient

from tests.support.people import acting, person, token_of
from tests.support.seasons import played
from tournaments.core.models.log import AuditEntry
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
BASE = "/api/v1/seasons/"


def client_of(name, **made):
    client = APIClient()
    if name:
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name, **made)}")
    return client


@pytest.fixture
def events():
    return (
        played("spring", [(30, 10, -10, -30)], NAMES),
        played("autumn", [(-40, 20, 40, -20)], (*NAMES[:3], "Uve Sand"), day="2026-10-03"),
    )


def test_a_program_runs_a_season(events):
    staff = person("olga")
    staff.is_staff = True
    staff.save()
    olga = client_of("olga")
    made = olga.post(BASE, {"name": "Club league", "published": True}, format="json")
    assert (made.status_code, made.json()["slug"]) == (201, "club-league")
    acts = [
        ("events/add/", {"tournament": "spring"}),
        ("events/add/", {"tournament": "autumn", "factor": "2"}),
        ("events/move/", {"tournament": "autumn", "position": 1}),
        ("events/weigh/", {"tournament": "spring", "factor": "3/2"}),
        ("rule/", {"rule": {"value": "place_points", "place_points": [9, 6, 3], "tie_breaks": []}}),
        ("people/merge/", {"entry": "spring/4", "same_as": "autumn/4"}),
        ("roles/", {"user": person("ren").username, "kind": "helper"}),
    ]
    assert [olga.post(f"{BASE}club-league/{way}", body, format="json").status_code for way, body in acts] == [200] * 7
    whole = APIClient().get(f"{BASE}club-league/").json()
    assert [(one["slug"], one["factor"], one["state"]) for one in whole["events"]] == [
        ("autumn", 2, "counts"), ("spring", "3/2", "counts"),
    ]  # fmt: skip
    rows = APIClient().get(f"{BASE}club-league/ranking/").json()["rows"]
    assert [(row["place"], row["name"], row["total"]) for row in rows] == [
        (1, "Olaf Berg", "45/2"), (2, "Rosa Lind", 21), (3, "Petra Quist", "27/2"), (4, "Uve Sand", 6),
    ]  # fmt: skip
    assert rows[3]["entries"] == ["autumn/4", "spring/4"]
    assert rows[3]["lines"] == [
        {"event": "autumn", "day": "2026-10-03", "place": 3, "players": 4, "value": 3, "weight": 2, "why": ""},
        {"event": "spring", "day": "2026-05-02", "place": 4, "players": 4, "value": 0, "weight": "3/2", "why": ""},
    ]
    logged = AuditEntry.objects.filter(tournament=None, action__startswith="seasons.").order_by("sequence")
    assert [entry.action for entry in logged] == [
        "seasons.create", "seasons.add_event", "seasons.add_event", "seasons.move_event", "seasons.weigh_event",
        "seasons.rule", "seasons.merge", "seasons.grant",
    ]  # fmt: skip
    assert "Sand" not in json.dumps([[entry.before, entry.after] for entry in logged])


def test_reads_are_answered_by_etag_and_writes_only_to_what_was_read(events):
    season = season_services.create(acting(), name="Club league", published=True)
    season_services.add_event(acting(), season, tournament=events[0])
    ranking, olga = f"{BASE}club-league/ranking/", client_of("olga")
    etag = APIClient().get(ranking)["ETag"]
    assert APIClient().get(ranking, headers={"If-None-Match": etag}).status_code == 304
    body = {"name": "League", "published": True}
    assert olga.post(f"{BASE}club-league/edit/", body, format="json", headers={"If-Match": etag}).status_code == 200
    late = olga.post(f"{BASE}club-league/edit/", body, format="json", headers={"If-Match": etag})
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    assert APIClient().get(ranking, headers={"If-None-Match": etag}).status_code == 200


def test_who_is_not_of_a_season_cannot_change_it(events):
    season = season_services.create(acting(), name="Club league")
    season_services.grant(acting(), season, user=person("ren"), kind="helper")
    add = f"{BASE}club-league/events/add/"
    assert client_of("otto").post(add, {"tournament": "spring"}, format="json").status_code == 404
    assert client_of("ren").post(add, {"tournament": "spring"}, format="json").status_code == 200
    assert client_of("ren").post(f"{BASE}club-league/rule/", {"rule": {}}, format="json").status_code == 403
    assert client_of("olga", scopes=["read"]).post(add, {"tournament": "autumn"}, format="json").status_code == 404
    here = client_of("olga", tournament=events[0])
    assert here.post(add, {"tournament": "autumn"}, format="json").status_code == 404
    assert season.events.count() == 1
    assert Season.objects.get().version == 2


def test_what_cannot_be_is_refused_with_its_field(events):
    season = season_services.create(acting(), name="Club league", published=True)
    season_services.add_event(acting(), season, tournament=events[0])
    olga = client_of("olga")
    wrong = [
        ("events/add/", {"tournament": "spring"}, "tournament"),
        ("events/add/", {"tournament": "nowhere"}, "tournament"),
        ("events/add/", {"tournament": "autumn", "factor": "1e99"}, "factor"),
        ("events/weigh/", {"tournament": "spring", "factor": "-1"}, "factor"),
        ("events/remove/", {"tournament": "autumn"}, "tournament"),
        ("rule/", {"rule": {"best": "all"}}, "best"),
        ("people/merge/", {"entry": "spring/4", "same_as": "spring/4"}, "same_as"),
        ("people/merge/", {"entry": "spring/4", "same_as": "autumn/4"}, "same_as"),
        ("roles/revoke/", {"user": "olga"}, "user"),
    ]
    found = [olga.post(f"{BASE}club-league/{way}", body, format="json") for way, body, _field in wrong]
    assert [(one.status_code, one.json()["field"]) for one in found] == [(400, field) for *_rest, field in wrong]
    assert olga.get(f"{BASE}club-league/ranking/?month=2026").status_code == 404
