from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from judging.rulebook.queries import search as rule_search
from judging.rulebook.queries.books import Book
from tests.support.people import people, person
from tests.support.tables import playing
from tournaments.events.models import RulesetVersion

MCR, RIICHI, SICHUAN = map(Book.published, ("mcr-2006", "riichi-ema-2016", "sichuan-world-championship"))

PHRASES = """
riichi-ema-2016: RI-6.2 furiten, 振聴, フリテン, 振听, discarded my own wait
riichi-ema-2016: RI-6.3 missed win, 見逃し
riichi-tenhou: RI-E2 missed win
riichi-ema-2016: RI-3.21 swap calling, kuikae, 喰い替え
riichi-rcr-2024: RI-3.21 kuikae
riichi-ema-2016: RI-6.10 pao, 包, 責任払い
riichi-ema-2016: RI-3.16 chankan
riichi-tenhou: RI-E3 robbing a concealed kong
riichi-ema-2016: RI-6.8 chombo, noten riichi, ノーテンリーチ
riichi-ema-2016: RI-7.3 late player, 遅刻
riichi-ema-2016: RI-7.4 wall knocked over, 携帯電話
riichi-ema-2016: RI-6.5 kong after riichi
riichi-ema-2016: RI-6.13 too many tiles, 少牌
riichi-ema-2016: RI-6.9 dead hand
riichi-ema-2016: RI-3.20 double ron, 頭ハネ, two winners on one discard
riichi-ema-2016: RI-6.12 forgot the stick, riichi without stick
riichi-ema-2016: RI-5.9 noten penalty, 罰符
riichi-ema-2016: RI-2.9 honba
riichi-wrc: RI-2.14 nine terminals, 四槓散了
mcr-2006: MCR-6.8 false win, 错和, 錯和, 诈和
mcr-2006: MCR-5.2 8 points, 八番起和
mcr-2006: MCR-3.25 furiten, swap calling
mcr-2006: MCR-6.16 wall knocked over
mcr-2006: MCR-7.3 late player, 迟到
mcr-2006: MCR-3.15 robbing the kong, 抢杠和
mcr-2006: MCR-3.8 late call
mcr-2006: MCR-6.17 appeal
mcr-2006: MCR-6.3 too few tiles
mcr-2006: MCR-7.4 empty call, 手机
mcr-mil-2025: MCR-E16 substitute
sichuan-world-championship: SC-5.10 查叫
sichuan-world-championship: SC-2.6 定缺
sichuan-world-championship: SC-7.2 flower pig, 花猪
sichuan-world-championship: SC-3.25 missed win
sichuan-world-championship: SC-3.7 chankan
sichuan-world-championship: SC-5.6 刮风下雨
sichuan-world-championship: SC-5.8 呼叫转移
sichuan-sbr-2025: SC-E8 过水不胡
sichuan-sbr-2025: SC-E14 late player
taiwan-aono: TW-6.1 missed win, 過水
taiwan-aono: TW-3.21 kuikae
taiwan-aono: TW-5.6 eight flowers
taiwan-aono: TW-3.10 七搶一
taiwan-aono: TW-6.3 相公
taiwan-aono: TW-2.14 連莊
taiwan-aono: TW-7.8 wall knocked over
taiwan-aono: TW-3.7 chankan
taiwan-sml-2026: TW-E9 false win
mcr-2006: MCR-3.20 who gets the tile, 截胡
mcr-2006: MCR-2.6 wrong dealer
mcr-2006: MCR-6.3 15 tiles, forgot to draw
mcr-2006: MCR-6.6 showed tiles by accident, upside down tile
mcr-2006: MCR-7.4 phone rang
riichi-ema-2016: RI-3.19 who gets the tile
riichi-ema-2016: RI-3.20 截胡
riichi-ema-2016: RI-6.13 15 tiles, ツモ忘れ
riichi-ema-2016: RI-7.4 phone rang, showed tiles by accident
taiwan-aono: TW-3.4 who gets the tile
taiwan-aono: TW-3.9 截胡
taiwan-aono: TW-6.3 18 tiles, forgot to draw
sichuan-world-championship: SC-3.8 who gets the tile, 截胡
sichuan-world-championship: SC-2.8 wrong dealer
"""


def phrases() -> list[tuple[str, str, str]]:
    """(ruleset, phrase, the clause that it means)."""
    found = []
    for line in PHRASES.strip().splitlines():
        name, rest = line.split(": ")
        clause, said = rest.split(" ", 1)
        found += [(name, phrase, clause) for phrase in said.split(", ")]
    return found


def first(book: Book, query: str) -> tuple[str, str] | None:
    found = rule_search.search(book, query)
    return (found[0].kind, found[0].where) if found else None


def test_what_players_say_finds_its_clause_first_or_second() -> None:
    asked = phrases()
    astray = [
        (name, phrase, clause)
        for name, phrase, clause in asked
        for book in [Book.published(name)]
        if clause not in [book.named(entry.where) for entry in rule_search.search(book, phrase)[:2]]
    ]
    assert (astray, len(asked)) == ([], 98)


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
        found = {entry.where: entry for entry in rule_search.search(Book.published(name), "concealed kong robbed")}
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
    client.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("manage_rule_search", args=[tournament.slug])
    asked = {"q": "robbing a concealed kong"}
    now, before = (client.get(address, asked | more).context["found"][0] for more in ({}, {"version": "1"}))
    assert (now.where, before.where) == ("RI-E3", "RI-3.14")
    assert now.href == reverse("event_rulebook_clause", args=[tournament.slug, "RI-E3"])
    assert before.href == reverse("event_rulebook_clause", args=[tournament.slug, "RI-3.14"]) + "?version=1"
    assert client.get(address, {"version": "7"}).status_code == 404
