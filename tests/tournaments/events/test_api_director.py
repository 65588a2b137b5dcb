"""The director's whole day by the API: every service has a route, and a client made from the schema runs an event."""

import base64
import json
from typing import Any

import pytest
from django.urls import get_resolver
from rest_framework.test import APIClient

from tests.support.people import person, program
from tournaments.core.actions import list_actions
from tournaments.core.audit import ACTIONS
from tournaments.core.permissions import SCOPES
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult

WITH_ROUTES_OF_THEIR_OWN = {
    "tournament.create", "seasons.create", "token.create", "cases.facts", "account.activate", "account.deactivate",
    "account.erase", "account.limits", "account.request_answered", "account.reset", "account.revoke_tokens",
    "account.rights", "account.rules", "site.erase",
}  # fmt: skip
OF_ACCOUNTS = {
    "account.create", "account.link", "account.link_used", "account.password", "account.edit", "account.request",
    "token.revoke",
    "site.address", "replay.keep", "people.consent_own", "people.withdraw_own",
}  # fmt: skip
OF_PLAYERS = {
    "registration.apply", "registration.confirm", "registration.change", "registration.take_place", "calls.make",
    "calls.withdraw", "hands.add", "hands.undo", "seats.say",
}  # fmt: skip
PARTS_OF_OTHERS = {
    "rules.freeze", "results.recalculate", "registration.offer", "seating.replace", "forfeits.add", "calls.handover",
    "undo.put_back", "papers.hand_out", "federation.take", "registrations.forget",
    "fees.remove_without_category",
}  # fmt: skip
"""Done by other services: a substitute takes a chair, a ruling takes a session, a case takes its call along, a paper or
list that is downloaded notes its inputs, the worker deletes contact data in time, a delivery to a mirror fees whose
category it takes away."""
FILES = {
    "seasons.restore", "events.import", "events.restore", "events.bring_back", "photos.add", "portraits.keep",
    "branding.keep_picture", "sponsors.logo",
    "site.restore",
}  # fmt: skip
"""Taken or given as files, by views of their own (test_files.py)."""
OF_PAGES = {
    "deals.print", "deals.share_in", "deals.share_out", "tournament.play", "site.phones_in", "site.phones_out",
    "people.merge", "people.part", "publishing.start", "publishing.stop", "mirror.key", "mirror.revoke",
    "mirror.backup.delete", "publishing.seal", "publishing.unseal", "registrations.fetch", "registrations.take",
    "webhooks.add", "webhooks.edit", "webhooks.test", "webhooks.pause", "webhooks.resume", "webhooks.remove",
    "webhooks.season.add", "webhooks.season.edit", "webhooks.season.test", "webhooks.season.pause",
    "webhooks.season.resume", "webhooks.season.remove",
}  # fmt: skip
"""Done on pages only: no token opens sealed boards, only events up to release 0.3.0 have shares of the seed, a program
creates an event and plays on instead of playing now, only a person at the computer opens it to the hall, an
administrator looks at the effects before persons of several organisers become one, and a person carries the key of a
mirror, shown once, from its page to the page of the computer that publishes, types a passphrase, and looks at fetched
registrations before they are imported. The key of a webhook is shown once as well, and its address comes from another
service."""

pytestmark = pytest.mark.django_db


def test_every_service_has_a_route_or_a_reason() -> None:
    assert get_resolver().url_patterns
    done = {code for one in list_actions() if one.path for code in one.audit_codes}
    assert done - set(ACTIONS) == set()
    reasons = WITH_ROUTES_OF_THEIR_OWN | OF_ACCOUNTS | OF_PLAYERS | PARTS_OF_OTHERS | FILES | OF_PAGES
    assert sorted(set(ACTIONS) - done - reasons) == []
    assert sorted(reasons & done) == []
    assert [scope for scope, actions in SCOPES.items() if "deals.secret" in actions] == []


class Generated:
    """A client that knows nothing but the schema: operations by their id, parts of the address by name."""

    def __init__(self, name: str) -> None:
        self.client = program(name)
        schema = self.client.get("/api/v1/schema/?format=json").content
        self.operations = {
            operation["operationId"]: (path, method, operation)
            for path, way in json.loads(schema)["paths"].items()
            for method, operation in way.items()
        }
        self.calls = 0

    def __call__(self, name: str, body: dict[str, Any] | None = None, **parts: Any) -> Any:
        path, method, operation = self.operations[name]
        answer = getattr(self.client, method)(path.format(**parts), body or {}, format="json")
        assert str(answer.status_code) in operation["responses"]
        assert answer.status_code < 300, answer.content
        self.calls += 1
        return answer.json()


def test_a_client_made_from_the_schema_runs_an_event() -> None:
    staff = person("olga")
    staff.is_staff = True
    staff.save()
    olga = Generated("olga")
    slug = olga("tournaments_create", {"preset": "mcr-ema", "name": "By program", "rounds": 2})["slug"]
    for number in range(1, 10):
        olga("tournaments_entries_create", {"family_name": f"F{number}", "given_name": "G"}, slug=slug)
    olga("edit_event", {"facts": {"place": "Hall 2", "confirmations": "none"}}, slug=slug)
    team = olga("add_team", {"name": "Winds"}, slug=slug)["id"]
    olga("assign_team", {"team": team}, slug=slug, number=1)
    olga("set_waiting", {"waiting": True}, slug=slug, number=9)
    olga("check_in_all", slug=slug)
    olga("publish_event", {"published": True}, slug=slug)
    olga("draw_rounds", {"rounds": [1, 2], "seed": "a seed"}, slug=slug)
    for number in (1, 2):
        olga("publish_seating", slug=slug, number=number, version=1)
        olga("start_round", slug=slug, number=number)
        olga("start_clock", slug=slug, number=number)
        olga("extra_time", {"seconds": 60, "reason": "a ruling"}, slug=slug, number=number, table=2)
        for table in (1, 2):
            sheet = {"points": [30, -10, -10, -10]}
            olga("tournaments_rounds_tables_create", sheet, slug=slug, number=number, table=table)
        olga("finish_round", slug=slug, number=number)
        olga("release_round", slug=slug, number=number)
    olga("set_state", {"state": "finished"}, slug=slug)
    standings = olga("tournaments_standings_retrieve", slug=slug)
    assert (standings["after"], len(standings["individual"])) == (2, 8)
    event = Tournament.objects.get(slug=slug)
    assert (event.place, event.state, event.entries.get(number=9).status) == ("Hall 2", "finished", "waiting")
    assert set(event.audit_entries.values_list("origin", flat=True)) == {"api"}
    assert olga.calls == 35


def posted(name: str, path: str, body: dict[str, Any] | None = None) -> Any:
    return program(name).post(f"/api/v1/tournaments/spring-open/{path}", body or {}, format="json")


def test_an_unknown_field_is_refused_by_name(event: Tournament) -> None:
    answer = posted("olga", "rounds/1/finish/", {"raeson": "typo"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json() == {
        "type": "urn:mahjong-director:problem:unknown_field",
        "title": "Bad Request",
        "status": 400,
        "detail": "There is no field “raeson” here; there are reason.",
        "code": "unknown_field",
        "field": "raeson",
        "problems": [],
    }


def test_a_form_at_an_address_for_json_is_refused_and_does_nothing(event: Tournament) -> None:
    """Its fields would be lost, and the action done without them."""
    address = "/api/v1/tournaments/spring-open/publish/"
    before = event.audit_entries.count()
    sent = {"published": "false"}
    answers = [program("olga").post(address, sent, format="multipart")]
    answers.append(program("olga").post(address, sent, format="multipart", HTTP_IDEMPOTENCY_KEY="a" * 16))
    answers.append(program("olga").post("/api/v1/tournaments/spring-open/check-in/all/", sent, format="multipart"))
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(415, "unsupported_media_type")] * 3
    assert event.audit_entries.count() == before
    assert posted("olga", "publish/", {"published": True}).status_code == 200


def test_sheets_of_a_round_are_entered_together_or_not_at_all(event: Tournament) -> None:
    first, second = ({"table": table, "points": [30, -10, -10, -10]} for table in (1, 2))
    wrong = posted("sam", "rounds/1/results/", {"sheets": [first, {**second, "points": [30, 30, -10, -10]}]})
    assert (wrong.status_code, wrong.json()["field"], TableResult.objects.count()) == (400, "table 2", 0)
    nowhere = posted("sam", "rounds/1/results/", {"sheets": [first, {**second, "table": 77}]})
    assert (nowhere.json()["detail"], TableResult.objects.count()) == ("There is no table 77 in this round.", 0)
    done = posted("sam", "rounds/1/results/", {"sheets": [first, second]})
    assert (done.status_code, [row["version"] for row in done.json()]) == (201, [1, 1])


def test_a_search_looks_into_what_one_may_see(event: Tournament) -> None:
    entry = event.entries.get(number=3)
    entry.ema_number, entry.club = "01020304", "Four Winds"
    entry.save()
    found = {}
    for name in ("olga", "otto"):
        client = program(name)
        for words in ("01020304", "winds family03"):
            rows = client.get("/api/v1/tournaments/spring-open/entries/", {"search": words}).json()["results"]
            found[name, words] = [row["number"] for row in rows]
    assert found == {
        ("olga", "01020304"): [3], ("otto", "01020304"): [],
        ("olga", "winds family03"): [3], ("otto", "winds family03"): [3],
    }  # fmt: skip


def test_the_log_is_a_list_for_those_who_may_read_it(event: Tournament) -> None:
    posted("olga", "teams/add/", {"name": "Winds"})
    client = program("olga")
    log = "/api/v1/tournaments/spring-open/log/"
    rows = client.get(log, {"action": "teams", "who": "olga"}).json()["results"]
    # The first team enables teams at the event.
    assert [(row["action"], row["actor_name"], row["origin"]) for row in rows] == [("teams.add", "olga", "api")] * 2
    assert client.get(log, {"whom": "olga"}).json()["field"] == "whom"
    assert client.get(log, {"until": "2026-05-02"}).status_code == 200
    refused = [client.get(log, {name: "May"}) for name in ("since", "until")]
    assert [(answer.status_code, answer.json()["field"]) for answer in refused] == [(400, "since"), (400, "until")]


def test_lists_lead_on_by_cursor_and_refuse_what_they_cannot_ask(event: Tournament) -> None:
    client = APIClient()
    first = client.get("/api/v1/tournaments/spring-open/entries/?page_size=3").json()
    second = client.get(first["next"]).json()
    assert (first["count"], [row["number"] for row in first["results"] + second["results"]]) == (8, [1, 2, 3, 4, 5, 6])
    event.entries.filter(number__lte=3).update(country="JP")
    assert client.get("/api/v1/tournaments/spring-open/entries/?country=JP").json()["count"] == 3
    deep = base64.urlsafe_b64encode(b"[" * 20_000).decode()
    assert client.get(f"/api/v1/tournaments/spring-open/entries/?cursor={deep}").status_code == 400
    unknown = client.get("/api/v1/tournaments/spring-open/entries/?contry=FRA")
    assert (unknown.status_code, unknown.json()["field"]) == (400, "contry")
    assert client.get("/api/v1/tournaments/spring-open/entries/?ordering=shoe").json()["field"] == "ordering"
    etag = client.get("/api/v1/tournaments/spring-open/entries/")["ETag"]
    assert client.get("/api/v1/tournaments/spring-open/entries/", headers={"If-None-Match": etag}).status_code == 304
