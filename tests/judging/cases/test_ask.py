from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.family import ruleset, ruleset_names
from judging.cases.logic.form_answers import get_initial_values
from judging.cases.models import ClaimRecord
from judging.law.kinds import get_checks, load_kinds
from tests.support.claims import EXAMPLES
from tests.support.rows import rows_of

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


def test_every_kind_of_every_ruleset_has_its_questions(client: Client) -> None:
    for name in ("mcr-2006", "riichi-rcr-2024", "taiwan-aono", "sichuan-sbr-2025"):
        assert name in ruleset_names()
        page = client.get(reverse("rule_ask", args=[name])).content.decode()
        for kind in load_kinds().values():
            address = reverse("rule_ask_kind", args=[name, kind.code])
            known = bool(get_checks(kind.code, ruleset(name).family))
            assert (f'href="{address}"' in page, client.get(address).status_code) == (known, 200 if known else 404)


def test_one_question_after_the_other_ends_in_a_finding(client: Client) -> None:
    address = reverse("rule_ask_kind", args=["mcr-2006", "tile_count"])
    assert 'name="tiles_held"' in client.get(address).content.decode()
    asked = client.get(address, {"tiles_held": "12"}, headers={"HX-Request": "true"}).content.decode()
    assert "Is the player about to discard?" in asked
    answered = {"tiles_held": "12", "to_discard": "no", "has_discarded": "yes", "seat": "1"}
    found = client.get(address, answered)
    assert [finding.verdict for finding in found.context["findings"]] == ["fails"]
    assert [proposal.penalty for proposal in found.context["proposals"]] == ["Dead hand"]
    assert ClaimRecord.objects.count() == 0


@rows
def test_the_facts_of_an_example_are_sent_as_a_form_and_the_page_says_what_decides(
    client: Client, example: str, sentence: str
) -> None:
    known = next(each for each in EXAMPLES if each.id == example)
    filled = get_initial_values(known.to_claim())
    sent = {name: "on" if value is True else value for name, value in filled.items() if value not in (None, False, "")}
    found = client.get(reverse("rule_ask_kind", args=[known.ruleset, known.kind]), sent)
    failing = [finding for finding in found.context["findings"] if finding.verdict == "fails"]
    assert known.clause in [finding.clause for finding in failing]
    assert sentence in found.content.decode()


def test_a_fault_that_does_not_exist_is_marked_beside_those_that_do(client: Client) -> None:
    address = reverse("rule_ask_kind", args=["taiwan-aono", "fault"])
    found = client.get(address, {"seat": "1", "fault": "nonsense", "established": "yes"})
    assert (found.status_code, list(found.context["form"].errors)) == (200, ["fault"])
    assert '<option value="lateness"' in found.content.decode()
    custom = client.get(address, {"seat": "1", "fault": "lateness", "established": "yes"}).content.decode()
    assert "The rulebook names no penalty; the custom is a warning at first" in custom


def test_the_page_of_a_ruleset_leads_to_the_law(client: Client) -> None:
    page = client.get(reverse("rules_page", args=["mcr-2006"])).content.decode()
    assert f'href="{reverse("rule_ask", args=["mcr-2006"])}"' in page
