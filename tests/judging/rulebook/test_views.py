from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from engine.family import families, ruleset
from judging.rulebook import papers
from judging.rulebook.queries import clauses as rulebook
from judging.rulebook.queries import examples as worked_examples
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.views import get_clause_values
from tests.support.cases import case_with_facts, ruled
from tests.support.people import signed_in
from tournaments.core.printing.registry import Order
from tournaments.events.models import RulesetVersion, Tournament

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def clause(name: str, clause: str) -> rulebook.ClausePage:
    found = rulebook.make_clause_page(Rulebook.published(name), clause)
    assert found is not None
    return found


def names(lines: Any) -> list[str]:
    return [line.clause for line in lines]


@pytest.mark.parametrize("family", sorted(families()))
def test_every_clause_in_force_is_in_the_contents_and_has_a_page(family: str, client: Client) -> None:
    book = Rulebook.published(families()[family].default_ruleset)
    lines = rulebook.list_clauses(book)
    contents = page(client, book.contents)
    assert len(lines) > 50
    assert [line.clause for line in lines if f'href="{line.href}"' not in contents] == []
    assert [line.clause for line in lines if rulebook.make_clause_page(book, line.clause) is None] == []
    assert lines[7].text in page(client, lines[7].href)


def test_the_contents_are_those_of_the_edition_and_say_what_is_replaced() -> None:
    lines = {line.clause: line for line in rulebook.list_clauses(Rulebook.published("riichi-tenhou"))}
    assert ("RI-3.14" in lines, names(lines["RI-E3"].replaces)) == (False, ["RI-3.14"])
    lines = {line.clause: line for line in rulebook.list_clauses(Rulebook.published("riichi-wrc"))}
    assert ("RI-3.14" in lines, "RI-E3" in lines) == (True, False)


def test_a_clause_out_of_force_says_what_stands_in_its_place() -> None:
    gone = clause("riichi-tenhou", "RI-3.14")
    assert (gone.in_force, gone.instead.clause if gone.instead else None) == (False, "RI-E3")
    there = clause("riichi-tenhou", "RI-E3")
    assert (there.in_force, [(row.name, row.value) for row in there.because]) == (
        True, [("rob_concealed_kong", "no")],
    )  # fmt: skip
    assert ("en", "ankan chankan") in there.words


def test_a_page_has_its_options_faults_patterns_questions_and_neighbours() -> None:
    furiten = clause("riichi-ema-2016", "RI-6.2")
    assert names(furiten.related) == ["RI-6.3", "RI-6.4"]
    assert ("ja", "振聴") in furiten.words
    chombo = clause("riichi-ema-2016", "RI-6.8")
    assert "false_win" in [fault.code for fault in chombo.faults]
    robbed = clause("riichi-ema-2016", "RI-4/robbing_the_kong")
    assert [row.code for row in robbed.patterns] == ["robbing_the_kong"]
    assert "call" in [code for code, _title in clause("riichi-ema-2016", "RI-3.9").kinds]
    swap = clause("riichi-ema-2016", "RI-3.21")
    assert names(swap.related) == ["RI-3.12", "RI-6.6"]
    minimum = clause("mcr-2006", "MCR-5.2")
    assert ("min_points", "8") in [(row.name, row.value) for row in minimum.options]


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("mcr-2006", "MCR-6.5"),
        ("riichi-rcr-2024", "RI-E10"),
        ("sichuan-world-championship", "SC-6.6"),
        ("taiwan-aono", "TW-6.1"),
    ],
)
def test_examples_of_a_clause_lead_to_the_same_answer(name: str, cited: str, client: Client) -> None:
    examples = get_clause_values(Rulebook.published(name), cited)["examples"]
    assert [one.label for one, _ in examples] == ["Not valid", "Not valid", "Valid"]
    for one, question in examples:
        asked = page(client, question)
        assert [text for text in one.says if escape(text) not in asked] == []


def test_examples_are_decided_under_the_rules_of_the_event() -> None:
    """A win too small by the published rules is none of an event that asks for less."""
    published = worked_examples.list_clause_examples(Rulebook.published("mcr-2006"), "MCR-5.2")
    lower = Rulebook(ruleset("mcr-2006", {"min_points": 1}))
    assert [one.label for one in published] == ["Not valid", "Not valid"]
    assert worked_examples.list_clause_examples(lower, "MCR-5.2") == []


def test_a_pattern_without_a_clause_of_its_own_has_a_page(client: Client) -> None:
    """In MCR a fan is cited as the row of its table."""
    text = page(client, Rulebook.published("mcr-2006").get_href("MCR-4/big_four_winds"))
    assert "Big Four Winds" in text
    assert "MCR-4/big_four_winds" in page(client, reverse("rules_page", args=["mcr-2006"]))


@pytest.mark.parametrize(
    ("name", "clause"), [("mcr-9999", "MCR-6.8"), ("mcr-2006", "MCR-99"), ("mcr-2006", "RI-6.2"), ("mcr-2006", "..")]
)
def test_what_is_no_clause_has_no_page(client: Client, name: str, clause: str) -> None:
    assert client.get(reverse("rule_clause", args=[name, clause])).status_code == 404


def test_a_row_or_a_letter_leads_to_its_clause() -> None:
    book = Rulebook.published("mcr-2006")
    assert (
        book.get_href("MCR-7.4 row 3")
        == book.get_href("MCR-7.4")
        == reverse("rule_clause", args=["mcr-2006", "MCR-7.4"])
    )
    assert (book.get_href("XX-1"), book.get_href("")) == ("", "")


def test_the_events_rulebook_has_its_changes_and_its_earlier_versions(event: Tournament, client: Client) -> None:
    RulesetVersion.objects.create(
        tournament=event, number=2, preset="mcr-2006", reason="agreed", parameters={"min_points": 6}
    )
    event.version += 1
    event.save()
    now, before = (reverse("event_rulebook_clause", args=[event.slug, "MCR-5.2"]) + more for more in ("", "?version=1"))
    assert [client.get(address).status_code for address in (now, before, now + "?version=3")] == [200, 200, 404]
    least = "<dd>\n            {}\n            points"
    assert [[str(n) for n in (6, 8) if least.format(n) in page(client, address)] for address in (now, before)] == [
        ["6"],
        ["8"],
    ]
    contents = reverse("event_rulebook", args=[event.slug])
    assert contents in page(client, reverse("event", args=[event.slug]))
    assert now in page(client, contents)


def test_rulings_that_cite_a_clause_stand_on_its_page_without_names(event: Tournament, client: Client) -> None:
    case, record = case_with_facts(event)
    ruled(case, record)
    event.rounds.filter(number=1).update(released_at=timezone.now())
    address = reverse("event_rulebook_clause", args=[event.slug, "MCR-6.8"])
    public = page(client, address)
    assert "Rulings of this event" in public
    named = [party.entry.name for party in case.parties.all() if party.entry.name in public]
    the_case = reverse("manage_case", args=[event.slug, case.number])
    assert (named, the_case in public) == ([], False)
    signed_in("ren", client)
    assert the_case in page(client, address)
    assert "Rulings of this event" not in page(client, reverse("event_rulebook_clause", args=[event.slug, "MCR-2.1"]))


def test_the_rulebook_on_paper_has_every_clause_in_the_events_languages(event: Tournament) -> None:
    event.refresh_from_db()
    event.print_languages = ["en", "ja"]
    (leaf,) = papers.rulebook(Order(event))
    book = Rulebook.of_event(event)
    lines = {clause: texts for clause, texts, *_rest in leaf.values["lines"]}
    assert list(lines) == list(book.rules.clauses)
    assert [tag for tag, _text in lines["MCR-6.8"]] == ["en", "ja"]
    assert lines["MCR-6.8"][0][1] == book.rules.clauses["MCR-6.8"].text
    tenhou = Rulebook.published("riichi-tenhou")
    (leaf,) = papers.rulebook(Order(event, subject=tenhou))
    assert [clause for clause, _texts, replaces, *_rest in leaf.values["lines"] if replaces == "RI-3.14"] == ["RI-E3"]
