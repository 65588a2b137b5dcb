from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from judging.rulebook.queries import search as rule_search
from judging.rulebook.queries.ruleset_view import Rulebook
from tests.support.people import people, signed_in
from tests.support.tables import playing
from tournaments.events.models import RulesetVersion

MCR, RIICHI, SICHUAN = map(Rulebook.published, ("mcr-2006", "riichi-ema-2016", "sichuan-world-championship"))

PHRASES = tomllib.loads((Path(__file__).parent / "phrases.toml").read_text("utf-8"))


def phrases() -> list[tuple[str, str, str]]:
    """(ruleset, phrase, the clause that it means)."""
    return [
        (name, phrase, clause)
        for name, clauses in PHRASES.items()
        for clause, said in clauses.items()
        for phrase in said
    ]


def first(book: Rulebook, query: str) -> tuple[str, str] | None:
    found = rule_search.search(book, query)
    return (found[0].kind, found[0].where) if found else None


def test_what_players_say_finds_its_clause_first_or_second() -> None:
    asked = phrases()
    astray = [
        (name, phrase, clause)
        for name, phrase, clause in asked
        for book in [Rulebook.published(name)]
        if clause not in [book.find_clause_name(entry.where) for entry in rule_search.search(book, phrase)[:2]]
    ]
    assert (astray, len(asked)) == ([], 112)


@pytest.mark.parametrize("query", ["振聴", "振听", "振聽", "Furiten"])
def test_a_term_is_found_by_its_name_in_every_language(query: str) -> None:
    names = RIICHI.rules.family.names["furiten"]
    titles = [entry.title for entry in rule_search.search(RIICHI, query) if entry.kind == "term"]
    assert names["en"] in titles


def test_a_clause_is_found_by_its_number_before_all_others() -> None:
    assert first(MCR, "mcr-6.2") == ("clause", "MCR-6.2")


def test_accents_and_width_do_not_matter() -> None:
    assert first(MCR, "dà sān yuán") == first(MCR, "ＤＡ ＳＡＮ ＹＵＡＮ") == first(MCR, "大三元")
    assert first(MCR, "大三元") == ("pattern", "MCR-4/big_three_dragons")


def test_all_words_must_be_there_or_at_least_most_of_them() -> None:
    clauses = [entry.where for entry in rule_search.search(MCR, "flower replaced") if entry.kind == "clause"]
    assert "MCR-2.11" in clauses
    assert first(MCR, "zeppelin knocked the wall over") == ("clause", "MCR-6.16")
    assert rule_search.search(MCR, "flower zeppelin") == []
    assert rule_search.search(MCR, "  ") == []


@pytest.mark.parametrize("query", ["false win", "誤和", "错和", "錯和"])
def test_faults_and_clauses_are_found_in_every_language_of_the_site(query: str) -> None:
    found = rule_search.search(MCR, query)
    assert "False win: too few points" in [entry.title for entry in found if entry.kind == "infraction"]
    assert "MCR-6.8" in [entry.where for entry in found if entry.kind == "clause"]


def test_a_reader_of_japanese_gets_japanese_titles() -> None:
    with translation.override("ja"):
        found = [entry for entry in rule_search.search(SICHUAN, "定缺") if entry.kind == "term"]
        assert SICHUAN.rules.family.names["void_suit"]["ja"] in [entry.title for entry in found]


def test_a_clause_stands_for_the_one_that_it_replaces_and_says_so() -> None:
    """RI-E3 stands in for RI-3.14 where no concealed kong is ever robbed."""
    for name, there, gone in (("riichi-tenhou", "RI-E3", "RI-3.14"), ("riichi-wrc", "RI-3.14", "RI-E3")):
        found = {entry.where: entry for entry in rule_search.search(Rulebook.published(name), "concealed kong robbed")}
        assert (there in found, gone in found) == (True, False)
        assert [line.clause for line in found[there].replaces] == (["RI-3.14"] if there == "RI-E3" else [])


@pytest.mark.django_db
def test_an_event_is_searched_by_its_rules_with_its_changes(client: Client) -> None:
    """An earlier version of the rules finds what it had; the newest, without robbed concealed kongs, what it has."""
    tournament = playing(family="riichi")
    people(tournament)
    RulesetVersion.objects.filter(tournament=tournament).update(preset="riichi-ema-2016")
    RulesetVersion.objects.create(
        tournament=tournament, number=2, preset="riichi-ema-2016", reason="as at home",
        parameters={"rob_concealed_kong": False},
    )  # fmt: skip
    signed_in("ren", client)
    address = reverse("manage_rule_search", args=[tournament.slug])
    asked = {"q": "robbing a concealed kong"}
    now, before = (client.get(address, asked | more).context["found"][0] for more in ({}, {"version": "1"}))
    assert (now.where, before.where) == ("RI-E3", "RI-3.14")
    assert now.href == reverse("event_rulebook_clause", args=[tournament.slug, "RI-E3"])
    assert before.href == reverse("event_rulebook_clause", args=[tournament.slug, "RI-3.14"]) + "?version=1"
    assert client.get(address, {"version": "7"}).status_code == 404
