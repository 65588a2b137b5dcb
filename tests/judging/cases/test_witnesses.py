"""Witnesses differ: who says what about a fact, on page, slip, protocol and phone, in the log and in event files."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from engine.family import ruleset
from judging.cases import papers
from judging.cases.forms.facts import FactsForm
from judging.cases.logic.form_answers import ONE_OF_SEVERAL, get_initial_values
from judging.cases.models import Case, ClaimRecord
from judging.cases.queries import on_phone
from judging.cases.queries.casebook import list_public_rulings
from judging.cases.services import cases
from judging.law import read_claim
from judging.law.kinds import load_facts
from tests.support.cases import at, fine, ruled
from tests.support.people import acting
from tests.support.tables import table_of
from tournaments.core.audit import broken_at
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing.registry import Order, translate_labels
from tournaments.core.text.names import choose_leading_name
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.services import event_files, privacy

pytestmark = pytest.mark.django_db

DEAD = "Has this hand been ruled dead earlier in this hand of play?"
FACTS = {
    "kind": "win", "seat": "1", "hand": "234567m345p23s88s +4s", "by": "discard", "source": "0", "in_time": "yes",
    "shown": "yes", "prevalent_wind": "E", "seat_wind": "S", "dead": "witnesses", "dead_said_0": "yes",
    "dead_said_1": "no", "dead_said_other": "yes", "dead_said_other_name": "Zoe Family03",
}  # fmt: skip
STATEMENTS = [{"seat": 0, "value": True}, {"seat": 1, "value": False}, {"name": "Zoe Family03", "value": True}]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def case(event: Tournament) -> Case:
    return cases.open_case(acting("ren"), event, kind="win", table=table_of(event), hand=1)


def query(values: dict[str, Any]) -> QueryDict:
    """The values as a form sends them."""
    data = QueryDict(mutable=True)
    for name, value in values.items():
        if value not in (None, False):
            data.setlist(name, value if isinstance(value, list) else ["on" if value is True else str(value)])
    return data


def said(case: Case) -> str:
    first, second = (party.entry for party in case.parties.order_by("seat")[:2])
    yes, no = choose_leading_name(first), choose_leading_name(second)
    return f"Witnesses differ: {yes} says yes, {no} says no, Zoe Family03 says yes."


def recorded(case: Case, ren: Client) -> ClaimRecord:
    answer = ren.post(at("manage_case_facts", case.tournament, case.number), FACTS | {"record": "1", "after": "0"})
    assert answer.status_code == 302
    return ClaimRecord.objects.get()


def test_statements_are_asked_for_once_witnesses_differ(case: Case, ren: Client) -> None:
    address = at("manage_case_facts", case.tournament, case.number)
    before = ren.post(address, {"kind": "win", "seat": "1"})
    questions = [*before.context["asked"], *before.context["others"]]
    assert [question.name for question in questions if question.statements] == []
    assert all("Witnesses differ" in "".join(map(str, [*q.fields, *[f.label for f in q.fields]])) for q in questions)
    differ = ren.post(address, {"kind": "win", "seat": "1", "dead": "witnesses", "kongs_witnesses": "on"})
    (asked,) = [question for question in differ.context["asked"] if question.statements]
    names = [*(f"dead_said_{who}" for who in (0, 1, 2, 3, "other")), "dead_said_other_name"]
    assert [field.name for field in asked.statements] == names
    assert "dead" not in differ.context["doubts"]


def test_what_they_say_is_recorded_and_the_fact_is_unknown(case: Case, ren: Client) -> None:
    record = recorded(case, ren)
    assert (record.claim["facts"]["dead"], record.claim["witnesses"]) == (None, {"dead": STATEMENTS})
    assert (record.verdict, record.proposals) == ("undecided", [])
    page = ren.get(at("manage_case_facts", case.tournament, case.number))
    form = page.context["form"]
    shown = [form[name].value() for name in ("dead", "dead_said_0", "dead_said_other", "dead_said_other_name")]
    assert shown == ["witnesses", "yes", "yes", "Zoe Family03"]
    again = page.context["by_witnesses"]
    assert [line.startswith(f"{DEAD} {answer}") for line, answer in zip(again, ("Yes", "No"), strict=True)] == [
        True
    ] * 2
    assert "Witnesses differ, and their answers lead to:" in words(page.content.decode())


@pytest.mark.parametrize(
    ("kind", "fact", "values"),
    [
        ("win", "hand", {"0": "123m", "2": "123m45p +6p"}),
        ("lock", "passed_tiles", {"1": "4s"}),
        ("priority", "source", {"0": "1", "1": "2"}),
        ("priority", "claimants", {"0": ["1", "2"], "1": ["nobody"]}),
        ("tile_count", "tiles_held", {"3": "12"}),
        ("win", "prevalent_wind", {"0": "E", "1": "S"}),
        ("lock", "happened", {"0": "C discard 4s"}),
        ("win", "kongs", {"0": "1 concealed\n2 direct 4"}),
        ("inspection", "void_suits", {"0": "m / p /  / s"}),
        ("inspection", "hands", {"0": "123m /  /  / 55z"}),
    ],
)
def test_a_fact_of_each_type_takes_statements_back_and_forth(kind: str, fact: str, values: dict[str, Any]) -> None:
    of_sichuan = fact in ("kongs", "void_suits", "hands", "happened")
    rules = ruleset("sichuan-sbr-2025" if of_sichuan else "riichi-wrc")
    one_of_several = load_facts()[fact].type in ONE_OF_SEVERAL
    pressed = {fact: "witnesses"} if one_of_several else {f"{fact}_witnesses": "on"}
    sent = {**pressed, **{f"{fact}_said_{who}": value for who, value in values.items()}}
    form = FactsForm(query(sent), kind=kind, rules=rules, seats=[(seat, "ESWN"[seat]) for seat in range(4)])
    assert form.is_valid(), form.errors
    statements = form.claim["witnesses"][fact]
    assert [each["seat"] for each in statements] == [int(who) for who in values]
    claim = read_claim(form.whole_claim)
    assert read_claim(claim.to_dict()) == claim
    shown = get_initial_values({**form.whole_claim, "witnesses": claim.to_dict()["witnesses"]})
    again = FactsForm(query(shown), kind=kind, rules=rules, seats=[(seat, "ESWN"[seat]) for seat in range(4)])
    assert again.is_valid(), again.errors
    assert read_claim(again.whole_claim) == claim


def test_page_protocol_slip_and_phone_say_who_says_what(case: Case, ren: Client) -> None:
    record = recorded(case, ren)
    ruled(case, record, fine(), reason="East was there.", as_proposed=False)
    page = words(ren.get(at("manage_case", case.tournament, case.number)).content.decode())
    (leaf,) = papers.protocol(Order(case.tournament, "", case.round, subject=case))
    paper = words(render_to_string(f"print/{leaf.template}.html", {**leaf.values, "label": translate_labels(["en"])}))
    (slips,) = papers.penalty_slips(Order(case.tournament, "", case.round, subject=case))
    (slip,) = slips.values["slips"]
    line = f"{DEAD} {said(case)}"
    assert (page.count(line), paper.count(line)) == (2, 2)
    assert dict(slip.ruled)["witnesses"] == line
    assert case.table is not None
    own, other = (case.parties.get(seat=seat).entry_id for seat in (1, 2))
    assert [one.witnesses for one in on_phone.list_rulings_on_phone(case.table, own)] == [[line]]
    phone = words(Client().get(reverse("table_rulings", args=[case.table.token])).content.decode())
    over = on_phone.is_over(case.table) or case.rulings.get().hand_effect in on_phone.ENDED
    assert (line in phone, over) == (False, False)
    assert [one.witnesses for one in on_phone.list_rulings_on_phone(case.table, other)] == [[]]


def test_an_erased_player_is_no_witness_by_name(case: Case, ren: Client) -> None:
    record = recorded(case, ren)
    ruled(case, record, fine(), reason="East was there.", as_proposed=False)
    digests = [each["digest"] for each in list_public_rulings(case.tournament)]
    assert "Zoe" not in json.dumps(list_public_rulings(case.tournament))
    privacy.erase(acting("olga"), case.tournament.entries.get(family_name="Family03"))
    record.refresh_from_db()
    assert [each.get("name") for each in record.claim["witnesses"]["dead"]] == [None, None, "Z. F."]
    assert [each["digest"] for each in list_public_rulings(case.tournament)] == digests
    log = [(entry.before, entry.after) for entry in AuditEntry.objects.filter(tournament=case.tournament)]
    assert "Zoe" not in json.dumps(log)
    assert broken_at(case.tournament) is None


def test_an_event_file_carries_what_they_say(case: Case, ren: Client) -> None:
    recorded(case, ren)
    file, _problems = unpack(pack_as_json(case.tournament))
    assert file is not None
    again = event_files.restore(acting("olga"), event=file, slug="again")
    (record,) = ClaimRecord.objects.filter(case__tournament=again)
    assert record.claim["witnesses"] == {"dead": STATEMENTS}


def test_the_api_takes_and_shows_them(case: Case, ren: Client) -> None:
    address = reverse("api-case-facts", args=[case.tournament.slug, case.number])
    body = {"kind": "win", "seat": 1, "facts": {"in_time": True}, "witnesses": {"dead": STATEMENTS}}
    answer = ren.post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["claim"]["witnesses"]) == (201, {"dead": STATEMENTS})
    refused = ren.post(address, body | {"witnesses": {"dead": [{"value": True}]}}, content_type="application/json")
    assert (refused.status_code, refused.json()["field"]) == (400, "witnesses.dead")


def test_everybody_may_ask_what_follows_from_each_witness() -> None:
    asked = {name: value for name, value in FACTS.items() if name != "kind"}
    page = Client().get(reverse("rule_ask_kind", args=["mcr-2006", "win"]), asked)
    assert [line.split(" → ")[0] for line in page.context["by_witnesses"]] == [f"{DEAD} Yes", f"{DEAD} No"]
    assert "Witnesses differ, and their answers lead to:" in words(page.content.decode())
