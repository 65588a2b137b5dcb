"""The search in the rules: words of four languages, clauses by number, infractions; the page of the clauses."""

import pytest
from django.urls import reverse
from django.utils import translation

from engine.family import families, ruleset
from judging.selectors import rule_search

MCR, RIICHI, SICHUAN = ruleset("mcr-2006"), ruleset("riichi-ema-2016"), ruleset("sichuan-world-championship")


def first(rules, query):
    found = rule_search.search([rules], query)
    return (found[0].kind, found[0].where) if found else None


@pytest.mark.parametrize("query", ["振聴", "振听", "振聽", "Furiten"])
def test_a_term_is_found_by_its_name_in_every_language(query):
    names = RIICHI.family.names["furiten"]
    titles = [entry.title for entry in rule_search.search([RIICHI], query) if entry.kind == "term"]
    assert names["en"] in titles


def test_a_clause_is_found_by_its_number_before_all_others():
    assert first(MCR, "mcr-6.2") == ("clause", "MCR-6.2")


def test_all_words_must_be_there_and_accents_and_width_do_not_matter():
    clauses = [entry.where for entry in rule_search.search([MCR], "flower replaced") if entry.kind == "clause"]
    assert "MCR-2.11" in clauses
    assert first(MCR, "dà sān yuán") == first(MCR, "ＤＡ ＳＡＮ ＹＵＡＮ") == first(MCR, "大三元")
    assert rule_search.search([MCR], "flower zeppelin") == []
    assert rule_search.search([MCR], "  ") == []


def test_infractions_are_those_of_the_ruleset():
    found = {entry.title for entry in rule_search.search([MCR], "false win") if entry.kind == "infraction"}
    in_force = {title for _code, title, _clause, _id in rule_search.infractions(MCR)}
    assert found <= in_force
    assert "False win: too few points" in found


@pytest.mark.parametrize("query", ["false win", "誤和", "错和", "錯和"])
def test_faults_and_clauses_are_found_in_every_language_of_the_site(query):
    found = rule_search.search([MCR], query)
    assert "False win: too few points" in [entry.title for entry in found if entry.kind == "infraction"]
    assert "MCR-6.8" in [entry.where for entry in found if entry.kind == "clause"]


def test_a_reader_of_japanese_gets_japanese_titles():
    with translation.override("ja"):
        found = [entry for entry in rule_search.search([SICHUAN], "定缺") if entry.kind == "term"]
        assert SICHUAN.family.names["void_suit"]["ja"] in [entry.title for entry in found]


@pytest.mark.parametrize("family", sorted(families()))
def test_every_clause_has_its_place_on_the_page(client, db, family):
    name = f"{family}-{next(iter(families()[family].presets))}"
    page = client.get(reverse("rule_clauses", args=[name])).content.decode()
    lines = rule_search.clauses(ruleset(name))
    assert len(lines) > 50
    assert [line.clause for line in lines if f'id="{line.id}"' not in page] == []


def test_clauses_are_those_of_the_edition():
    """RI-E3 stands in for RI-3.14 where no concealed kong is ever robbed."""
    for name, there, gone in (("riichi-tenhou", "RI-E3", "RI-3.14"), ("riichi-wrc", "RI-3.14", "RI-E3")):
        found = {entry.where for entry in rule_search.search([ruleset(name)], "concealed kong robbed")}
        assert there in found
        assert gone not in found
        lines = {line.clause for line in rule_search.clauses(ruleset(name))}
        assert there in lines
        assert gone not in lines


def test_a_ruleset_that_does_not_exist_has_no_page(client, db):
    assert client.get(reverse("rule_clauses", args=["mcr-9999"])).status_code == 404
