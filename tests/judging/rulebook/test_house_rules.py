from __future__ import annotations

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.template.loader import render_to_string
from django.urls import reverse

from judging.cases import papers as case_papers
from judging.cases.files import list_rulings_without_names
from judging.rulebook import papers
from tests.support.cases import case_with_facts, ruled
from tests.support.pages import Person
from tests.support.people import acting, people, program, seat_in_order, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.tables import table_of
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing.registry import Order, translate_labels
from tournaments.core.printing.slips import SLIP
from tournaments.events import services
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.files.federation import rules as rules_of_pack
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TEXT = "A false win costs 5 points to each opponent."
H1 = f"House rule H1 : {TEXT}"


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def printed(leaf) -> str:
    return words(
        render_to_string(f"print/{leaf.template}.html", {**leaf.values, "label": translate_labels(["en"]) | SLIP})
    )


@pytest.fixture
@remembered
def event():
    made = small_tournament(8, family="mcr", rounds=2)
    people(made)
    return made


def started(event, number: int = 1):
    round_ = event.rounds.get(number=number)
    seating.publish(acting(), seat_in_order(round_))
    round_.refresh_from_db()
    rounds.start(acting(), round_)


def test_an_organiser_adds_a_house_rule_and_everybody_reads_it_beside_its_clause(event):
    olga = Person("olga", signed_in("olga"))
    settings = olga.open(reverse("manage_edit", args=[event.slug]))
    page = olga.open(settings.link("House rules"))
    olga.press("Add house rule", clause="MCR-6.8", text=TEXT, option="false_hu_payment", number="5")
    page = olga.open(reverse("manage_house_rules", args=[event.slug]))
    assert "H1 A false win costs 5 points to each opponent. MCR-6.8" in page.words()
    version = event.ruleset
    assert (version.parameters, version.rules.option("false_hu_payment")) == ({"false_hu_payment": 5}, 5)

    started(event)
    case, record = case_with_facts(event)
    ruled(case, record)
    contents = olga.open(reverse("event_rulebook", args=[event.slug])).words()
    assert f"H1 {TEXT} MCR-6.8" in contents
    rulebook = olga.open(reverse("event_rulebook_clause", args=[event.slug, "MCR-6.8"])).words()
    shown = olga.open(reverse("manage_case", args=[event.slug, case.number])).words()
    found = olga.open(reverse("manage_rule_search", args=[event.slug]) + "?q=costs+5+points").words()
    assert H1 in found
    phone = Person("otto").open(reverse("table_rulings", args=[table_of(event).token])).words()
    assert [H1 in rulebook, f"MCR-6.8 points, H1 {H1}" in shown, f"MCR-6.8 points, H1 {H1}" in phone] == [True] * 3
    (leaf,) = papers.rulebook(Order(event))
    (slip,) = case_papers.penalty_slips(Order(event, "", case.round, subject=case))
    (protocol,) = case_papers.protocol(Order(event, "", case.round, subject=case))
    assert f"H1 {TEXT} (MCR-6.8)" in printed(leaf)
    assert ["MCR-6.8 points, H1" in printed(slip), f"H1: {TEXT}" in printed(slip)] == [True, True]
    assert "MCR-6.8 points, H1" in printed(protocol)
    assert list_rulings_without_names(event)[1][-1] == f"H1: {TEXT}"
    assert [row[2:4] for row in rules_of_pack(event)][-1] == ["H1 MCR-6.8", TEXT]
    assert build_document(event)[0]["rulesets"][0]["house_rules"] == [
        {"number": 1, "clause": "MCR-6.8", "text": TEXT, "option": "false_hu_payment"}
    ]
    told = program("ren").get(f"/api/v1/judging/tournaments/{event.slug}/cases/{case.number}/").json()
    assert told["house_rules"] == [{"name": "H1", "clause": "MCR-6.8", "text": TEXT}]
    (listed,) = program().get(f"/api/v1/tournaments/{event.slug}/house-rules/").json()
    assert (listed["name"], listed["clause"], listed["option"]) == ("H1", "MCR-6.8", "false_hu_payment")


def test_rules_that_have_been_played_with_stay_and_a_change_needs_a_reason(event):
    olga = program("olga")
    address = f"/api/v1/tournaments/{event.slug}/house-rules/"
    body = {"clause": "MCR-6.8", "text": TEXT, "option": "false_hu_payment", "value": 5}
    assert olga.post(address, body, format="json").status_code == 201
    taken = olga.post(address, body, format="json").json()
    assert (taken["field"], taken["detail"]) == ("option", "H1 changes this option already. Change that rule.")
    too_much = olga.patch(f"{address}1/", {"value": 10**9}, format="json").json()
    assert too_much["field"] == "value"
    started(event)
    first = event.ruleset
    for change in ({"house_rules": []}, {"parameters": {}}):
        with pytest.raises(DatabaseError, match="do not change"), transaction.atomic():
            event.rulesets.update(**change)
    refused = olga.post(f"{address}1/remove/", {}, format="json").json()
    assert refused["detail"] == "Play has started: say why the rules change."
    reason = {"reason": "All players agreed."}
    assert olga.patch(f"{address}1/", {"text": "Ten points.", "value": 10, **reason}, format="json").status_code == 200
    second = event.ruleset
    assert [str(rule) + rule.text for rule in (*first.exceptions, *second.exceptions)] == ["H1" + TEXT, "H1Ten points."]
    assert (second.number, second.parameters, event.rounds.get(number=1).ruleset) == (
        2,
        {"false_hu_payment": 10},
        first,
    )
    assert olga.post(f"{address}1/remove/", reason, format="json").status_code == 200
    assert olga.post(address, {"clause": "MCR-3.20", "text": "No.", **reason}, format="json").json()["name"] == "H2"
    assert (event.ruleset.number, event.ruleset.parameters) == (4, {})
    logged = AuditEntry.objects.filter(tournament=event, action="rules.house").order_by("-sequence").first()
    assert logged.reason == "All players agreed."
    started_again = services.freeze_rules(acting(), event)
    assert started_again.exceptions == event.ruleset.exceptions


@pytest.mark.parametrize(
    ("preset", "agreed", "kept"),
    [
        ("mcr-1998", {}, {"false_hu_tiles": "return_to_hand"}),
        ("mcr-1998", {"false_hu_tiles": "must_discard"}, {"false_hu_tiles": "must_discard"}),
        ("mcr-2006", {"min_points": 6}, {"min_points": 6}),
    ],
)
def test_an_event_that_has_started_keeps_its_answers(event, preset, agreed, kept):
    """An option of its edition that had no effect before has none now (MCR-6.8)."""
    version = event.ruleset
    version.preset, version.parameters = preset, agreed
    version.save()
    migration = import_module("tournaments.migrations.0070_rules_of_started_events")
    migration.keep_answers(apps, connection.schema_editor())
    assert event.ruleset.parameters == agreed
    started(event)
    migration.keep_answers(apps, connection.schema_editor())
    migration.Migration.operations[1].code(apps, connection.schema_editor())
    assert event.ruleset.parameters == kept
    with pytest.raises(DatabaseError, match="do not change"), transaction.atomic():
        event.rulesets.update(parameters={})
