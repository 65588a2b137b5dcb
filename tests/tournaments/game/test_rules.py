"""The rules pages say what the engine's tables say."""

import dataclasses
import re
from urllib.parse import quote

import pytest

from engine.family import ruleset, ruleset_names
from engine.play.players import Lock
from engine.play.table import Setup, start
from engine.scoring.patterns import Award
from engine.tiles.hand import Hand
from engine.tiles.tile import UNKNOWN
from tests.support.slices import rulesets_of_run
from tournaments.core.text.hand_results import award_lines
from tournaments.core.text.replay import list_visible_locks
from tournaments.game.queries import build_rules_page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", rulesets_of_run())
def test_every_ruleset_has_a_page_with_all_its_patterns_and_options(client, name):
    rules, tongues = ruleset(name), {"en", "ja", "zh-hans", "zh-hant"}
    page = build_rules_page(name)
    assert [(row.code, row.value) for row in page["patterns"]] == [(row.id, row.value) for row in rules.patterns]
    assert [row.name for row in page["options"]] == [field.name for field in dataclasses.fields(rules.parameters)]
    assert [row.code for row in page["patterns"] if not Hand.parse(row.example).tiles] == []
    assert [row.id for row in rules.patterns if tongues - rules.family.names.get(row.id, {}).keys()] == []
    text = client.get(f"/rules/{name}/").text
    assert [row.id for row in rules.patterns if f'id="{row.id}"' not in text] == []


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_the_page_speaks_four_languages(client, language):
    page = client.get("/rules/mcr-2006/", headers={"accept-language": language})
    names = {"en": "Full Flush", "ja": "清一色（チンイーソー）", "zh-Hans": "清一色", "zh-Hant": "清一色"}
    assert re.search(rf"<h4>{names[language]}</h4>", page.text)


@pytest.mark.parametrize("name", [name for name in ruleset_names() if name.startswith("sichuan")])
def test_every_example_of_sichuan_opens_on_a_hand_that_earns_its_pattern(client, name):
    for row in build_rules_page(name)["patterns"]:
        page = client.get(f"/hand/?ruleset={name}&hand={quote(row.example)}&{row.way}").text
        assert row.clause in page[page.index("Scored patterns") :], row.code


def test_an_example_opens_with_the_circumstance_that_its_pattern_needs():
    rows = {row.code: row for row in build_rules_page("riichi-wrc")["patterns"]}
    ways = {code: row.way for code, row in rows.items()}
    assert (ways["pinfu"], ways["riichi"]) == ("by=discard&seat=S", "by=discard&seat=S&riichi=1")
    assert ways["fully_concealed_hand"] == "by=self_draw&seat=S"
    declared = [rows[code] for code in ("riichi", "ippatsu", "double_riichi")]
    assert [row.won for row in declared] == [("Riichi",), ("Riichi", "Ippatsu"), ("Double riichi",)]
    assert len({row.example for row in declared}) == 3


def test_patterns_are_grouped_by_value_and_yakuman_stand_last():
    groups = {name: build_rules_page(name)["groups"] for name in ("mcr-2006", "riichi-tenhou")}
    values = {name: [(group.value, group.limit, len(group.rows)) for group in rows] for name, rows in groups.items()}
    counts = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 10, 6: 7, 4: 4, 2: 10, 1: 13}
    assert values["mcr-2006"] == [(value, False, count) for value, count in counts.items()]
    assert values["riichi-tenhou"] == [(1, False, 13), (2, False, 11), (3, False, 3), (6, False, 1), (1, True, 12)]
    assert [group.anchor for group in groups["riichi-tenhou"]][-2:] == ["value-6", "yakuman-1"]


def test_options_that_differ_from_the_familys_usual_ones_are_marked():
    changed = {row.name for row in build_rules_page("mcr-2014")["options"] if row.usual}
    rules = ruleset("mcr-2014").parameters
    names, usual = [field.name for field in dataclasses.fields(rules)], type(rules)()
    assert changed == {name for name in names if getattr(rules, name) != getattr(usual, name)}


@pytest.mark.filterwarnings("error")
def test_all_rulesets_are_listed_and_an_unknown_one_is_not_found(client):
    text = client.get("/rules/").text
    assert [name for name in ruleset_names() if f'href="/rules/{name}/"' not in text] == []
    assert [client.get(f"/rules/{name}/").status_code for name in ("mcr-1899", "MCR-2006", "9" * 3000)] == [404] * 3


def test_an_award_of_the_hand_checker_and_a_lock_of_the_replay_cite_the_edition():
    (line,) = award_lines(ruleset("taiwan-sml-2026"), [Award("pinghu", 2, 1, "TW-4.17")], None)
    assert line.clause == "TW-E4"
    cited = {}
    for name in ("riichi-tenhou", "riichi-wrc"):
        state = start(Setup(ruleset(name), ((UNKNOWN,) * 14, *[(UNKNOWN,) * 13] * 3)))
        player = state.players[1]._replace(locks=(Lock("temporary_furiten", "RI-6.3", 0),))
        (lock,) = list_visible_locks(state.with_player(1, player), "referee")
        cited[name] = lock.clause
    assert cited == {"riichi-tenhou": "RI-E2", "riichi-wrc": "RI-6.3"}
