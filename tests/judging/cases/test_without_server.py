from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.queries import device
from judging.cases.services import cases
from tests.support.cases import case_with_facts
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

KEY = "0123456789abcdef0123456789abcdef"
FACTS = {"kind": "tile_count", "seat": "2", "tiles_held": "12", "to_discard": "no", "has_discarded": "yes"}
CASE = {"case-kind": "tile_count", "case-round_number": "1", "case-table_number": "1"}
FORM = {**FACTS, **CASE, "key": KEY}
ON_RECORD = "Case 1 is saved with a proposed ruling. No ruling has been given yet."


@pytest.fixture
def ren(event: Tournament, client: Client) -> Client:
    client.force_login(person("ren"))
    return client


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def arrives(client: Client, event: Tournament, form: dict[str, str], sent_as: str = KEY) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/t/{event.slug}/manage/cases/from-device/", form, headers={"Idempotency-Key": sent_as})
    return answer.status_code, answer.json()


def test_it_is_recorded_once_and_not_ruled(ren: Client, event: Tournament) -> None:
    expected = (200, {"page": f"/t/{event.slug}/manage/cases/1/", "told": ON_RECORD})
    # Sent again by the same request, and by another one of the same case.
    assert [arrives(ren, event, FORM, sent_as) for sent_as in (KEY, KEY, KEY[::-1])] == [expected] * 3
    record = ClaimRecord.objects.get()
    assert record.claim["facts"] == {"tiles_held": 12, "to_discard": False, "has_discarded": True}
    assert (record.verdict, record.device, record.case.table) == ("fails", {}, table_of(event))
    assert (Case.objects.count(), Ruling.objects.count()) == (1, 0)
    assert AuditEntry.objects.filter(action="cases.device").count() == 1


def test_an_answer_that_cannot_be_read_is_said_and_the_others_are_recorded(ren: Client, event: Tournament) -> None:
    status, answer = arrives(ren, event, {**FORM, "tiles_held": "twelve"})
    assert (status, answer["told"]) == (
        200,
        f"{ON_RECORD} · How many tiles does the player have, each meld counted as three?: “twelve” was not read. "
        "Enter a whole number.",
    )
    assert ClaimRecord.objects.get().claim["facts"] == {"to_discard": False, "has_discarded": True}


def test_what_an_earlier_release_kept_arrives_without_its_ruling(ren: Client, event: Tournament) -> None:
    """Facts of a standing case, whose provisional ruling has words that the referee reads again."""
    case, _record = case_with_facts(event)
    earlier = {"case-number": str(case.number), "after": "1", "ruling-choice_0": "standard", "ruling-based_on": "0"}
    words = {"ruling-reason": "He showed it.", "ruling-note": "Play on.", "on-device": "{}"}
    status, answer = arrives(ren, event, {**FACTS, "key": KEY, **earlier, **words})
    assert (status, answer["told"]) == (200, f"{ON_RECORD} · He showed it. · Play on.")
    assert (case.claims.count(), Ruling.objects.count()) == (2, 0)


def test_what_an_earlier_release_s_device_said_is_still_shown(ren: Client, event: Tournament) -> None:
    case, record = case_with_facts(event)
    said = {"engine": "0123abc", "at": "2026-11-22T10:00:00Z", "chosen": [], "reason": "He showed it.", "agrees": False}
    ClaimRecord.objects.filter(pk=record.pk).update(device={**said, "findings": [], "proposals": []})
    page = ren.get(f"/t/{event.slug}/manage/cases/{case.number}/").content.decode()
    assert "entered on a device without the server, engine" in page
    assert "The server's ruling differs from the device's" in page
    assert "He showed it." in page


@pytest.mark.parametrize("change", [{"key": "x"}, {"case-table_number": "99"}, {"kind": "none"}])
def test_what_is_no_case_is_refused_and_nothing_is_stored(
    ren: Client, event: Tournament, change: dict[str, str]
) -> None:
    status, answer = arrives(ren, event, {**FORM, **change})
    assert (status, bool(answer["message"]), Case.objects.count()) == (422, True, 0)


def test_the_page_has_every_table_every_kind_and_every_clause(ren: Client, event: Tournament) -> None:
    page = ren.get(f"/t/{event.slug}/manage/cases/without-server/")
    text = page.content.decode()
    assert [text.count(f'data-questionnaire="{kind}"') for kind in ("win", "tile_count", "fault")] == [1, 1, 1]
    assert '"rounds": [{"number": 1, "rules": 0, "tables": {"1": {"players": [' in text
    rules = device.rules_of(event.ruleset)
    assert [name for name in rules.clauses if f"<dt>{name}</dt>" not in text] == []


def test_the_device_labels_the_seats_as_the_case_does(ren: Client, event: Tournament) -> None:
    """MCR-2.7: the players change seats, so the turn order changes with the hand."""
    told = device.hall(event)
    seating = told["rules"][0]
    players = told["rounds"][0]["tables"][1]["players"]
    for hand in (None, 1, 6, 16, 99):
        case = cases.open_case(acting("ren"), event, kind="win", table=table_of(event), hand=hand)
        parties = list(case.parties.order_by("seat").values_list("entry_id", flat=True))
        found = seating["seatings"][seating["hands"][hand or 0]]
        assert [players[at] for at in found["order"]] == parties
        form = ren.get(f"/t/{event.slug}/manage/cases/{case.number}/facts/").context["form"]
        labels = [
            label.replace(device.NAME, told["players"][key])
            for label, key in zip(found["labels"], parties, strict=True)
        ]
        assert [
            str(label) for value, label in form.fields["seat"].choices if str(value) in "0123" and str(value)
        ] == labels
