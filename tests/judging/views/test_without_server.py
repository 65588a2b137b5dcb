"""A case that a device has kept arrives: examined again, ruled on where the server says the same, once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from judging.models import Case, ClaimRecord, Ruling
from judging.services import cases, rulings
from judging.services.rulings import Measure
from judging.wording.findings import STANDARD
from tests.support.cases import TOO_FEW, said_of
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db

KEY = "0123456789abcdef0123456789abcdef"
FACTS = {"kind": "tile_count", "seat": "2", "tiles_held": "12", "to_discard": "no", "has_discarded": "yes"}


@pytest.fixture
def ren(event: Tournament, client: Client) -> Client:
    """The referee's browser."""
    client.force_login(person("ren"))
    return client


@pytest.fixture
def event() -> Tournament:
    """A round under way with everybody in their roles."""
    tournament = playing()
    people(tournament)
    return tournament


@pytest.fixture
def said(event: Tournament) -> dict[str, Any]:
    """What the law says to these facts."""
    return said_of(TOO_FEW, event)


def sent(said: dict[str, Any], **more: str) -> dict[str, str]:
    """The form of a new case at table 1 with the standing proposal chosen."""
    told = {"engine": "0123abc", "at": "2026-11-22T10:00:00Z", **said}
    choices = {f"ruling-choice_{at}": STANDARD for at in range(len(said["proposals"]))}
    case = {"case-kind": "tile_count", "case-round_number": "1", "case-table_number": "1"}
    return {**FACTS, **case, **choices, "ruling-based_on": "0", "key": KEY, "on-device": json.dumps(told), **more}


def arrives(client: Client, event: Tournament, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/t/{event.slug}/manage/cases/from-device/", form, headers={"Idempotency-Key": KEY})
    return answer.status_code, answer.json()


def test_the_same_answer_is_ruled_once_and_the_log_has_the_device_s_engine(
    ren: Client, event: Tournament, said: dict[str, Any]
) -> None:
    page = f"/t/{event.slug}/manage/cases/1/"
    expected = (200, {"page": page, "ruled": True, "told": ""})
    assert [arrives(ren, event, sent(said)) for _time in range(2)] == [expected] * 2
    record, ruling = ClaimRecord.objects.get(), Ruling.objects.get()
    assert (ruling.claim, ruling.as_proposed, record.device["agrees"], record.device["engine"]) == (
        record,
        True,
        True,
        "0123abc",
    )
    noted = AuditEntry.objects.filter(action="cases.device").values_list("after", flat=True)
    assert [each.get("device engine") for each in noted] == ["0123abc"]
    assert "told by a device without the server, engine" in ren.get(page).content.decode()


def test_another_answer_is_not_ruled_and_both_are_shown(ren: Client, event: Tournament, said: dict[str, Any]) -> None:
    other = [{**said["findings"][0], "message": "Of an older engine."}, *said["findings"][1:]]
    status, answer = arrives(ren, event, sent({**said, "findings": other}))
    assert (status, answer["ruled"]) == (200, False)
    assert answer["told"] == "Case 1: the server decides otherwise than this device did. Nothing is ruled yet."
    assert (Case.objects.get().state, Ruling.objects.count()) == ("open", 0)
    assert "The server decides otherwise than the device did" in ren.get(answer["page"]).content.decode()


def test_a_case_that_was_ruled_meanwhile_keeps_its_ruling(ren: Client, event: Tournament, said: dict[str, Any]) -> None:
    case = cases.open_case(acting("ren"), event, kind="tile_count", table=table_of(event))
    claim = {"kind": "tile_count", "seat": 2, "facts": {"tiles_held": 12}}
    rules = {"ruleset_name": "mcr-2006", "parameters": {}, "engine_version": "x"}
    facts = cases.record_claim(acting("ren"), case, claim=claim, **said, **rules)
    case.refresh_from_db()
    first = rulings.rule(acting("ren"), case, claim=facts, measures=list[Measure](), based_on=case.version)
    status, answer = arrives(ren, event, sent(said, **{"case-number": str(case.number), "after": "0"}))
    assert (status, answer["ruled"]) == (200, False)
    assert answer["told"].startswith(f"Case {case.number} is recorded; others have worked on it meanwhile")
    assert (Ruling.objects.get(), case.claims.count()) == (first, 2)


@pytest.mark.parametrize(
    "change",
    [
        {"key": "x"},
        {"on-device": "[]"},
        {"on-device": '{"engine": "1", "at": "2", "findings": [1], "proposals": [{}]}'},
        {"case-table_number": "99"},
        {"kind": "none"},
    ],
)
def test_what_is_no_case_is_refused_and_nothing_is_stored(
    ren: Client, event: Tournament, said: dict[str, Any], change: dict[str, str]
) -> None:
    status, answer = arrives(ren, event, {**sent(said), **change})
    assert (status, bool(answer["message"]), Case.objects.count()) == (422, True, 0)


def test_the_page_has_every_table_and_every_kind(ren: Client, event: Tournament) -> None:
    page = ren.get(f"/t/{event.slug}/manage/cases/without-server/").content.decode()
    assert [page.count(f'data-questionnaire="{kind}"') for kind in ("win", "tile_count", "fault")] == [1, 1, 1]
    assert '"rounds": [{"number": 1, "rules": 0, "tables": {"1": {"players": [' in page
