"""The mark of what was not read in a booklet, wherever it is shown."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from judging.law.answers import answer_claim
from judging.rulebook import papers
from judging.rulebook.queries.ruleset_view import Rulebook
from tests.support.people import small_tournament
from tournaments.core.printing.registry import Order, translate_labels

MARK = "not verified against the booklet"
DISPUTE = "End of temporary furiten: one list"


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_the_rules_page_marks_options_and_says_where_sources_disagree(client: Client) -> None:
    newest, older = (page(client, "rules_page", f"riichi-ema-{year}") for year in (2025, 2016))
    assert re.search(rf"\* Lateness {MARK}", newest)
    assert not re.search(rf"Pair of the wind that is seat and round wind {MARK}", newest)
    assert DISPUTE in newest
    assert "Another choice: option “End of temporary furiten”" in newest
    assert (MARK in older, DISPUTE in older) == (False, False)


def test_the_rulebook_marks_clauses_and_infractions(client: Client) -> None:
    contents = page(client, "rule_clauses", "riichi-ema-2025")
    assert re.search(rf"RI-7.4 The table of offences and penalties\. {MARK}", contents)
    assert not re.search(rf"RI-5.1 [^.]*\. {MARK}", contents)
    assert re.search(rf"Declared an invalid win and showed the tiles Chombo · {MARK}", contents)
    assert DISPUTE in contents
    assert MARK in page(client, "rule_clause", "riichi-ema-2025", "RI-7.4")
    assert MARK not in page(client, "rule_clause", "riichi-ema-2025", "RI-2.1")


@pytest.mark.django_db
def test_the_printed_rulebook_marks_clauses() -> None:
    (leaf,) = papers.rulebook(
        Order(small_tournament(0), names_event=False, subject=Rulebook.published("riichi-ema-2025"))
    )
    printed = words(
        render_to_string(
            f"print/{leaf.template}.html", {**leaf.values, "label": translate_labels(["en"], papers.LABELS)}
        )
    )
    assert re.search(rf"RI-7.4 The table of offences and penalties\. {MARK}", printed)
    assert DISPUTE in printed


def test_the_answer_of_the_law_lists_what_is_unverified() -> None:
    def listed(name: str) -> object:
        claim = {"kind": "tile_count", "ruleset": name, "seat": 1, "facts": {"tiles_held": 15, "to_discard": False}}
        return answer_claim(claim).get("unverified")

    assert listed("riichi-ema-2025") == ["RI-6.13"]
    assert [listed(name) for name in ("riichi-ema-2016", "riichi-wrc-2025", "mcr-2006")] == [None] * 3


@pytest.mark.parametrize(("name", "marked"), [("riichi-ema-2025", True), ("riichi-ema-2016", False)])
def test_a_ruling_that_cites_an_unverified_statement_says_so(client: Client, name: str, marked: bool) -> None:
    answer = client.get(reverse("rule_ask_kind", args=[name, "tile_count"]) + "?tiles_held=15&to_discard=no")
    assert (MARK in words(answer.content.decode())) == marked
