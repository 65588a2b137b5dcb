from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.queries import device
from judging.cases.services import cases
from judging.desk import services as calls
from tests.support.cases import TOO_FEW, case_with_facts
from tests.support.claims import MCR_THIN, MCR_WIN
from tests.support.people import acting, people, program
from tests.support.tables import playing, table_of
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db


V1 = "/api/v1/judging/"


def post(name: str | None, path: str, body: dict[str, Any] | None = None) -> Any:
    return program(name).post(f"{V1}{path}", body or {}, format="json")


def test_a_visitor_asks_the_law() -> None:
    claim = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}}
    answer = post(None, "examine/", claim)
    assert (answer.status_code, answer.json()["verdict"]) == (200, "fails")
    (proposal,) = answer.json()["proposals"]
    assert (proposal["infraction"], proposal["hand"]) == ("false_hu_points", "dead_hand")


def test_a_fault_that_does_not_exist_is_refused_with_those_that_do() -> None:
    """Never as "no penalty"; a fault of another edition is answered, because it is one."""
    claim = {"kind": "fault", "ruleset": "mcr-2006", "seat": 1}
    answer = post(None, "examine/", {**claim, "facts": {"fault": "nonsense", "established": True}})
    assert (answer.status_code, answer.json()["field"]) == (400, "facts.fault")
    assert all(code in answer.json()["detail"] for code in ("empty_call", "talk", "wall_knocked"))
    other = post(None, "examine/", {**claim, "facts": {"fault": "tiles_as_counters", "established": True}})
    assert (other.status_code, other.json()["verdict"]) == (200, "holds")


def test_the_kinds_of_a_ruleset_name_the_facts_they_ask_for() -> None:
    listed = program().get(f"{V1}kinds/sichuan-sbr-2025/").json()
    kinds = {kind["kind"]: [fact["name"] for fact in kind["facts"]] for kind in listed}
    assert kinds["inspection"] == ["hands", "void_suits", "other_suit_discarded", "won_before", "kongs", "dead_seats"]
    assert "riichi" not in kinds
    assert program().get(f"{V1}kinds/chess/").status_code == 404


def test_a_case_goes_from_the_call_to_the_ledger(event: Tournament) -> None:
    of = f"tournaments/{event.slug}/"
    call = calls.make(acting("olga"), table_of(event), about="win")
    assert [each["table"] for each in program("ren").get(f"{V1}{of}calls/").json()] == [1]
    assert post("ren", f"{of}calls/{call.pk}/take/").json()["state"] == "taken"
    opened = post("ren", f"{of}cases/", {"kind": "win", "round": 1, "table": 1, "hand": 3})
    assert (opened.status_code, opened.json()["number"], len(opened.json()["parties"])) == (201, 1, 4)
    key = str(uuid.uuid4())
    facts = {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}, "key": key}
    first, again = (post("ren", f"{of}cases/1/facts/", facts) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert ClaimRecord.objects.count() == 1
    version = program("ren").get(f"{V1}{of}cases/1/").json()["version"]
    ruled = post("ren", f"{of}cases/1/rulings/", {"version": version, "payments": "ledger"})
    assert (ruled.status_code, ruled.json()["in_force"], ruled.json()["hand_effect"]) == (201, True, "dead_hand")
    lines = ScoreLine.objects.filter(tournament=event, voided_at=None).order_by("amount_numerator")
    assert [line.amount for line in lines] == [-30, 10, 10, 10]
    stale = post("ren", f"{of}cases/1/rulings/", {"version": version, "choices": [-1], "reason": "second thoughts"})
    assert stale.status_code == 409
    assert Case.objects.get().rulings.count() == 1


def test_a_key_with_other_facts_loses_none_of_them(event: Tournament) -> None:
    """Neither a correction sent with the key of what it corrects, nor the key of another case."""
    of = f"tournaments/{event.slug}/"
    for table in (1, 2):
        assert post("ren", f"{of}cases/", {"kind": "win", "round": 1, "table": table}).status_code == 201
    facts = {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}, "key": KEY}
    assert post("ren", f"{of}cases/1/facts/", facts).status_code == 201
    device = {"key": KEY, "round": 1, "table": 1}
    claim = {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN}}
    for path, body in (
        ("cases/1/facts/", {**facts, "seat": 2}),
        ("cases/2/facts/", facts),
        ("cases/from-device/", {**device, "facts": {**claim, "seat": 2}}),
    ):
        refused = post("ren", of + path, body)
        assert (refused.status_code, refused.json()["field"]) == (400, "key"), path
    same = post("ren", f"{of}cases/from-device/", {**device, "facts": claim})
    assert (same.status_code, Case.objects.count(), ClaimRecord.objects.count()) == (200, 2, 1)


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


def test_cases_of_another_tournament_are_not_found(event: Tournament) -> None:
    of = f"tournaments/{event.slug}/"
    for path in ("cases/7/facts/", "cases/7/rulings/", "calls/99/take/"):
        assert post("ren", f"{of}{path}", {"kind": "win", "version": 0}).status_code == 404
    assert program("ren").get(f"{V1}{of}cases/7/").status_code == 404


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"facts": {"kind": "shoe"}}, "facts"),
        ({"facts": {"kind": "tile_count", "seat": 9, "facts": {}}}, "seat"),
    ],
)
def test_facts_of_a_program_that_cannot_be_read_are_refused(
    event: Tournament, change: dict[str, Any], field: str
) -> None:
    address = f"/api/v1/judging/tournaments/{event.slug}/cases/from-device/"
    answer = program("ren").post(
        address, {"key": KEY, "round": 1, "table": 1, "facts": TOO_FEW, **change}, format="json"
    )
    assert (answer.status_code, answer.json()["field"], Case.objects.count()) == (400, field, 0)


KEY = "0123456789abcdef0123456789abcdef"
FACTS = {"kind": "tile_count", "seat": "2", "tiles_held": "12", "to_discard": "no", "has_discarded": "yes"}
CASE = {"case-kind": "tile_count", "case-round_number": "1", "case-table_number": "1"}
FORM = {**FACTS, **CASE, "key": KEY}
ON_RECORD = "Case 1 is saved with a proposed ruling. No ruling has been given yet."


def arrives(client: Client, event: Tournament, form: dict[str, str], sent_as: str = KEY) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/t/{event.slug}/manage/cases/from-device/", form, headers={"Idempotency-Key": sent_as})
    return answer.status_code, answer.json()


def test_it_is_recorded_once_and_not_ruled(ren: Client, event: Tournament) -> None:
    expected = (200, {"page": f"/t/{event.slug}/manage/cases/1/", "told": ON_RECORD})
    # Sent again by the same request, and by another one of the same case.
    assert [arrives(ren, event, FORM, sent_as) for sent_as in (KEY, KEY, KEY[::-1])] == [expected] * 3
    record = ClaimRecord.objects.get()
    assert record.claim["facts"] == {"tiles_held": 12, "to_discard": False, "has_discarded": True}
    assert (record.verdict, record.case.table) == ("fails", table_of(event))
    assert (Case.objects.count(), Ruling.objects.count()) == (1, 0)
    assert AuditEntry.objects.filter(action="cases.device").count() == 1


def test_a_correction_with_the_key_of_what_it_corrects_is_refused(ren: Client, event: Tournament) -> None:
    """The first answer was lost, so that the device still has the case and its key."""
    assert arrives(ren, event, FORM)[0] == 200
    corrections = (
        {"tiles_held": "11"},
        {"case-table_number": "2"},
        {"case-hand": "3"},
        {"case-note": "He had dropped one."},
        {"case-players": str(Case.objects.get().parties.get(seat=0).entry.number)},
    )
    for index, correction in enumerate(corrections):
        status, answer = arrives(ren, event, {**FORM, **correction}, f"correction-{index:05}")
        assert (status, "Case 1 has been saved from this form with other entries." in answer["message"]) == (422, True)
    # Nothing was stored under the keys of these requests either: the first facts are answered as ever.
    assert arrives(ren, event, FORM, "correction-00000")[1]["told"] == ON_RECORD
    assert (Case.objects.get().table, ClaimRecord.objects.get().claim["facts"]["tiles_held"]) == (table_of(event), 12)


def test_unread_words_are_said_again_when_the_answer_was_lost(ren: Client, event: Tournament) -> None:
    sent = {**FORM, "tiles_held": "twelve"}
    first, again = (arrives(ren, event, sent, sent_as) for sent_as in (KEY, KEY[::-1]))
    assert (first, "“twelve” was not read" in first[1]["told"]) == (again, True)


def test_an_answer_that_cannot_be_read_is_said_and_the_others_are_recorded(ren: Client, event: Tournament) -> None:
    status, answer = arrives(ren, event, {**FORM, "tiles_held": "twelve"})
    assert (status, answer["told"]) == (
        200,
        f"{ON_RECORD} · How many tiles does the player have, each meld counted as three?: “twelve” was not read. "
        "Enter a whole number.",
    )
    assert ClaimRecord.objects.get().claim["facts"] == {"to_discard": False, "has_discarded": True}


def test_an_unread_answer_about_a_player_names_the_player(ren: Client) -> None:
    event = playing(family="riichi")
    people(event)
    inspection = {
        **CASE,
        "case-kind": "inspection",
        "kind": "inspection",
        "hands_1": "xyz",
        "hands_2": "123m456m789m1123p",
    }
    status, answer = arrives(ren, event, {**CASE, **inspection, "case-kind": "inspection", "key": KEY})
    second = Case.objects.get().parties.get(seat=1).entry
    assert (status, f"{second.name}, seat 2: “xyz” was not read." in answer["told"]) == (200, True), answer


def test_what_an_earlier_release_kept_arrives_without_its_ruling(ren: Client, event: Tournament) -> None:
    """Facts of a standing case, whose provisional ruling has words that the referee reads again."""
    case, _record = case_with_facts(event)
    earlier = {"case-number": str(case.number), "after": "1", "ruling-choice_0": "standard", "ruling-based_on": "0"}
    words = {"ruling-reason": "He showed it.", "ruling-note": "Play on.", "on-device": "{}"}
    status, answer = arrives(ren, event, {**FACTS, "key": KEY, **earlier, **words})
    assert (status, answer["told"]) == (200, f"{ON_RECORD} · He showed it. · Play on.")
    assert (case.claims.count(), Ruling.objects.count()) == (2, 0)


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
    rules = event.ruleset.rules
    assert [name for name in rules.clauses if f"<dt>{name}</dt>" not in text] == []


def test_the_device_labels_the_seats_as_the_case_does(ren: Client, event: Tournament) -> None:
    """MCR-2.7: the players change seats, so the turn order changes with the hand."""
    told = device.describe_hall(event)
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
