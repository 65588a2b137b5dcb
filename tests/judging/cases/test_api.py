from __future__ import annotations

import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from judging.cases.models import Case, ClaimRecord
from judging.desk import services as calls
from tests.support.claims import MCR_GOOD, MCR_THIN, MCR_WIN
from tests.support.people import acting, people, token_of
from tests.support.tables import playing, table_of
from tournaments.events.models import Tournament
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db

V1 = "/api/v1/judging/"


def client(name: str | None = None) -> APIClient:
    made = APIClient()
    if name:
        made.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name)}")
    return made


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def post(name: str | None, path: str, body: dict[str, Any] | None = None) -> Any:
    return client(name).post(f"{V1}{path}", body or {}, format="json")


def test_a_visitor_asks_the_law() -> None:
    claim = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}}
    answer = post(None, "examine/", claim)
    assert (answer.status_code, answer.json()["verdict"]) == (200, "fails")
    (proposal,) = answer.json()["proposals"]
    assert (proposal["infraction"], proposal["hand"]) == ("false_hu_points", "dead_hand")


def test_a_claim_that_cannot_be_read_names_its_field() -> None:
    answer = post(None, "examine/", {"kind": "win", "ruleset": "mcr-2006", "facts": {"hand": "12x"}})
    assert (answer.status_code, answer.json()["field"]) == (400, "facts.hand")


def test_a_fault_that_does_not_exist_is_refused_with_those_that_do() -> None:
    """Never as "no penalty"; a fault of another edition is answered, because it is one."""
    claim = {"kind": "fault", "ruleset": "mcr-2006", "seat": 1}
    answer = post(None, "examine/", {**claim, "facts": {"fault": "nonsense", "established": True}})
    assert (answer.status_code, answer.json()["field"]) == (400, "facts.fault")
    assert all(code in answer.json()["detail"] for code in ("empty_call", "talk", "wall_knocked"))
    other = post(None, "examine/", {**claim, "facts": {"fault": "tiles_as_counters", "established": True}})
    assert (other.status_code, other.json()["verdict"]) == (200, "holds")


def test_the_kinds_of_a_ruleset_name_the_facts_they_ask_for() -> None:
    listed = client().get(f"{V1}kinds/sichuan-sbr-2025/").json()
    kinds = {kind["kind"]: [fact["name"] for fact in kind["facts"]] for kind in listed}
    assert kinds["inspection"] == ["hands", "void_suits", "other_suit_discarded", "won_before", "dead_seats", "kongs"]
    assert "riichi" not in kinds
    assert client().get(f"{V1}kinds/chess/").status_code == 404


def test_a_case_goes_from_the_call_to_the_ledger(event: Tournament) -> None:
    of = f"tournaments/{event.slug}/"
    call = calls.make(acting("olga"), table_of(event), about="win")
    assert [each["table"] for each in client("ren").get(f"{V1}{of}calls/").json()] == [1]
    assert post("ren", f"{of}calls/{call.pk}/take/").json()["state"] == "taken"
    opened = post("ren", f"{of}cases/", {"kind": "win", "round": 1, "table": 1, "hand": 3})
    assert (opened.status_code, opened.json()["number"], len(opened.json()["parties"])) == (201, 1, 4)
    key = str(uuid.uuid4())
    facts = {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}, "key": key}
    first, again = (post("ren", f"{of}cases/1/facts/", facts) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert ClaimRecord.objects.count() == 1
    version = client("ren").get(f"{V1}{of}cases/1/").json()["version"]
    ruled = post("ren", f"{of}cases/1/rulings/", {"version": version, "payments": "ledger"})
    assert (ruled.status_code, ruled.json()["in_force"], ruled.json()["hand_effect"]) == (201, True, "dead_hand")
    lines = ScoreLine.objects.filter(tournament=event, voided_at=None).order_by("amount_numerator")
    assert [line.amount for line in lines] == [-30, 10, 10, 10]
    stale = post("ren", f"{of}cases/1/rulings/", {"version": version, "choices": [-1], "reason": "second thoughts"})
    assert stale.status_code == 409
    assert Case.objects.get().rulings.count() == 1


def test_another_choice_needs_a_reason(event: Tournament) -> None:
    of = f"tournaments/{event.slug}/"
    post("ren", f"{of}cases/", {"kind": "win", "round": 1, "table": 1})
    post("ren", f"{of}cases/1/facts/", {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}})
    body = {"version": 1, "choices": [0]}
    assert post("ren", f"{of}cases/1/rulings/", body).json()["field"] == "reason"
    ruled = post("ren", f"{of}cases/1/rulings/", {**body, "reason": "The wall fell."})
    assert (ruled.status_code, ruled.json()["hand_effect"], ruled.json()["as_proposed"]) == (201, "void", False)
    assert (
        post("ren", f"{of}cases/1/rulings/", {"version": 2, "choices": [9], "reason": "x"}).json()["field"] == "choices"
    )


def test_an_undecided_claim_is_kept_with_what_is_missing(event: Tournament) -> None:
    of = f"tournaments/{event.slug}/"
    post("ren", f"{of}cases/", {"kind": "win", "round": 1, "table": 1})
    facts = {**MCR_WIN, "hand": MCR_GOOD}
    del facts["shown"], facts["in_time"]
    stored = post("ren", f"{of}cases/1/facts/", {"kind": "win", "seat": 1, "facts": facts}).json()
    assert stored["verdict"] == "undecided"
    assert {name for finding in stored["findings"] for name in finding["missing"]} == {"in_time"}
    refused = post("ren", f"{of}cases/1/rulings/", {"version": 1})
    assert (refused.status_code, refused.json()["field"], Case.objects.get().rulings.count()) == (400, "reason", 0)
    ruled = post("ren", f"{of}cases/1/rulings/", {"version": 1, "reason": "Nobody heard the call."})
    assert (ruled.status_code, ruled.json()["undecided"]) == (201, True)


@pytest.mark.parametrize("name", ["sam", "petra", "otto", "dina", None])
def test_only_referees_record_facts(event: Tournament, name: str | None) -> None:
    of = f"tournaments/{event.slug}/"
    post("ren", f"{of}cases/", {"kind": "win", "round": 1, "table": 1})
    assert post(name, f"{of}cases/1/facts/", {"kind": "win"}).status_code == (403 if name else 401)


def test_cases_of_another_tournament_are_not_found(event: Tournament) -> None:
    of = f"tournaments/{event.slug}/"
    for path in ("cases/7/facts/", "cases/7/rulings/", "calls/99/take/"):
        assert post("ren", f"{of}{path}", {"kind": "win", "version": 0}).status_code == 404
    assert client("ren").get(f"{V1}{of}cases/7/").status_code == 404
