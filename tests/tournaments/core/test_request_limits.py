"""Bodies, addresses and JSON that are refused before anything is worked out, in the form of the place."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import program, signed_in, small_tournament
from tournaments.core.http import limits
from tournaments.events.models import Tournament
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.views import draws as seating_draws

pytestmark = pytest.mark.django_db

EXAMINE = "/api/v1/judging/examine/"


def send(client: Client, body: bytes | str, address: str = EXAMINE) -> tuple[int, dict[str, object]]:
    answer = client.post(address, body, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("[" * 200_000, "too deeply"),
        ('{"facts":' * 40 + "1" + "}" * 40, "too deeply"),
        ('{"kind": "a\\u0000b"}', "NUL"),
        ('{"kind": "\\ud800"}', "lone surrogate"),
        ('{"kind": ' + "9" * 5000 + "}", "more than 40 characters"),
        ('{"kind": 1e999}', "more than 40 characters"),
        ('{"kind": NaN}', "more than 40 characters"),
        ('{"kind"', "invalid JSON"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_json_beyond_its_bounds_is_400_in_the_form_of_the_api(client: Client, body: str, sentence: str) -> None:
    status, answer = send(client, body)
    assert status == 400
    assert sentence in str(answer["detail"])


@pytest.mark.parametrize("number", [10**11, 20_000, -1])
def test_a_parameter_outside_its_range_is_named_with_it(client: Client, number: int) -> None:
    claim = {"kind": "value", "ruleset": "sichuan-world-championship", "parameters": {"mangan_fan": number}}
    status, answer = send(client, json.dumps(claim))
    assert status == 400
    assert answer["detail"] == f"mangan_fan cannot be {number}: it takes numbers from 0 to 16"


def test_a_body_larger_than_its_route_takes_is_413(client: Client) -> None:
    status, answer = send(client, b" " * 3_000_000)
    assert (status, answer["field"]) == (413, None)
    assert "2.6 MB" in str(answer["detail"])
    page = client.post(reverse("verify_seating"), {"text": "x" * 2_300_000})
    assert (page.status_code, "2.1 MB" in page.content.decode()) == (413, True)


def test_nul_is_400_in_the_form_of_the_place(client: Client) -> None:
    small_tournament()
    assert client.get("/t/spring-open/players/?q=a%00b").status_code == 400
    assert client.get("/replay/a%00b/").status_code == 400
    assert client.post("/replay/", {"text": "a\x00b"}).status_code == 400
    answer = client.get("/api/v1/tournaments/?family=%00")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (limits.TooMuchError("More work than the site does.", field="claim"), 422, "check it with the command"),
        (limits.BusyError("Too much is being worked out here."), 429, ""),
    ],
)
def test_a_computation_beyond_its_limit_or_its_turn_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, told: str
) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise error

    monkeypatch.setattr("judging.cases.api.views.answer_claim", refuse)
    monkeypatch.setattr(seating_draws, "run_with_limit", refuse)
    answer = client.post(EXAMINE, {"kind": "value", "ruleset": "mcr-2006"}, content_type="application/json")
    assert (answer.status_code, answer.json()["detail"]) == (code, str(error))
    if code == 422:
        assert answer.json()["field"] == "claim"
    else:
        assert answer["Retry-After"] == "10"
    page = client.post(reverse("verify_seating"), {"text": '{"rounds": [[[1, 2, 3, 4]]]}'})
    assert (page.status_code, told in page.text) == (code, True)


def certificate() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(schedule_rounds(16, 5, seed="x").certificate()))
    return found


def test_a_certificate_whose_search_does_not_end_is_for_the_command(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating_draws, "SECONDS", 1.0)
    endless = certificate()
    endless["template"]["parameters"] |= {"seeded": True, "steps": 10**9}
    endless["inputs"]["improve"] = 60
    page = client.post(reverse("verify_seating"), {"text": json.dumps(endless)})
    assert (page.status_code, "check it with the command" in page.content.decode()) == (422, True)


@pytest.mark.parametrize(
    "entry",
    [
        {"rounds": [[[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3] for k in range(1900)]]},
        {"rounds": [[list(range(900)), list(range(900, 1800)), list(range(1800, 2700))]]},
    ],
    ids=["a long list", "many numbers"],
)
def test_a_certificate_of_too_many_players_is_for_the_command(
    client: Client, monkeypatch: pytest.MonkeyPatch, entry: dict[str, Any]
) -> None:
    monkeypatch.setattr(seating_draws, "run_with_limit", lambda *given: pytest.fail("nothing is computed"))
    page = client.post(reverse("verify_seating"), {"text": json.dumps(certificate() | entry)})
    assert (page.status_code, "check it with the command" in page.content.decode()) == (422, True)


@pytest.mark.parametrize(
    "amount",
    ["1e999999999", "9" * 5000, "9" * 30, 10**12, "1/0", "\u0661\u0662", "nan", "a lot", "", None, True, 1.5],
)
def test_an_amount_without_bounds_is_refused_at_once(event: Tournament, amount: object) -> None:
    line = {"kind": "penalty", "entry": 1, "unit": "points", "reason": "late"}
    for name, status in (("otto", 403), ("ren", 400)):
        answer = program(name).post(reverse("api-ledger", args=[event.slug]), {**line, "amount": amount}, format="json")
        assert (answer.status_code, answer.json()["field"]) == (status, "amount" if name == "ren" else None)
    if amount not in (True, 1.5):
        typed = {**line, "amount": str(amount or ""), "scope": "overall"}
        assert signed_in("ren").post(reverse("manage_ledger", args=[event.slug]), typed).status_code == 422


def test_amounts_are_still_read_as_people_write_them(event: Tournament) -> None:
    line = {"kind": "penalty", "entry": 1, "unit": "points", "scope": "overall", "reason": "late"}
    for amount in ("\uff0d\uff11\uff10", "\u22120,5"):
        page = signed_in("ren").post(reverse("manage_ledger", args=[event.slug]), {**line, "amount": amount})
        assert page.status_code == 302
    assert [score.amount for score in event.score_lines.order_by("pk")] == [Fraction(-10), Fraction(-1, 2)]
