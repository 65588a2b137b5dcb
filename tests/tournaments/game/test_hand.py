"""The hand checker: a case is an address; every press of a tile makes the next one."""

import json
from itertools import product
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.http import QueryDict

from engine.family import families, ruleset_names
from engine.parameters import meets
from engine.records.hand_cases import read_score_case
from engine.scoring.score import score
from tournaments.core.text.circumstances import list_circumstances
from tournaments.core.text.hand_results import HandResult, evaluate
from tournaments.game.logic.hand_input import HandInput

EXAMPLES = [(family.default_ruleset, family.example_hand) for family in families().values()]
MCR = "234567m345p23s88s +4s"


def ask(client, **query):
    return client.get("/hand/", query)


def question(**query):
    text = QueryDict(mutable=True)
    text.update(query)
    return HandInput.read(text.dict())


def answered(asked: HandInput) -> HandResult:
    return evaluate(asked)


@pytest.fixture
def press(client, db):
    """Press a button of the page that a question's address opens; the question after it."""

    def pressed(asked, **button):
        address = client.get(f"/hand/?{asked.query()}&{urlencode(button)}").url
        return HandInput.read(QueryDict(urlsplit(address).query).dict())

    return pressed


@pytest.mark.django_db
def test_a_hand_shows_value_payments_awards_what_does_not_count_or_its_waits(client):
    text = ask(client, ruleset="mcr-2006", hand=MCR).text
    for words in ("10 points", "Every other player pays 18", "Fully Concealed Hand", "MCR-4/short_straight"):
        assert words in text
    assert "No Honors: All Chows takes its place" in text
    refused = ask(client, ruleset="mcr-2006", hand="234m567p234s678s5p +5p", by="discard").text
    assert ("Complete, but no legal win" in refused, "MCR-5.2" in refused) == (True, True)
    found = ask(client, ruleset="riichi-ema-2016", hand="234567m345p23s88s").context["answer"]
    assert (len(found.waits.tiles), found.waits.shanten) == (2, 0)
    missing = [answered(question(hand="123m", ruleset=name)).missing for name in ("mcr-2006", "taiwan-aono")]
    assert missing == [10, 13]


IMPOSSIBLE = (
    "11111m23456789p1s +1s", "234567m345p23s88s9s +4s", "0m34567m345p23s88s +4s", "1234m chow(123m) +5m 6m",
)  # fmt: skip
ENDLESS = (
    "1" * 390 + "m", "123456789m" * 39, "19m19p19s1234567z" * 20, "pung(222p)" * 40, "kong(1111m)" * 36 + " +1m",
    "1112345678999m" * 27 + " +5m", "\u9ebb" * 400,
)  # fmt: skip


def test_a_mistake_is_pointed_at_and_what_is_no_hand_is_a_sentence_before_it_is_read_in_any_way():
    """So the checker needs no process of its own: what it works out is bounded by the size of a hand."""
    for text, position in (("12x", 0), ("123m chow(135m)", 10), ("123", 0), ("1m +", 3)):
        found = answered(question(hand=text))
        assert (bool(found.problem), found.position) == (True, position)
    assert answered(question(hand="123m99z +9s")).problem == "Unknown tile 9z"
    for text in IMPOSSIBLE:
        found = answered(question(hand=text, ruleset="mcr-2006"))
        assert (bool(found.problem), found.scored) == (True, None)
    robbed = answered(question(hand="2344m55p345678s5p +4m", by="robbed_kong", ruleset="mcr-2006"))
    assert (robbed.problem.split(" in '")[0], robbed.scored) == (
        "6 x 4m: there are only 4 (hand 2, winning tile 1, rest of the robbed kong 3)",
        None,
    )
    for ruleset, text in product([family.default_ruleset for family in families().values()], ENDLESS):
        found = answered(question(ruleset=ruleset, hand=text))
        assert (bool(found.problem), found.scored, found.waits) == (True, None, None)


def test_pressed_tiles_build_the_hand_in_order(press):
    asked = question()
    for tile in ("5m", "1m", "3m"):
        asked = press(asked, add=tile)
    assert asked.hand == "135m"
    assert press(asked, remove="c1").hand == "15m"
    assert press(asked, add="7z", to="pung").hand == "135m pung(777z)"
    assert press(asked, add="9s", to="chow").hand == "135m chow(789s)"
    assert press(asked, add="2f").hand == "135m | 2f"
    assert press(asked, add="2p", to="win").hand == "135m +2p"
    assert press(asked, clear="1").hand == ""
    assert press(question(hand="234567m345p23s88s"), add="4s").hand == "234567m345p2388s +4s", "the fourteenth wins"
    assert press(question(hand=MCR), remove="w").hand == "234567m345p2388s"
    asked = press(question(ruleset="riichi-wrc", hand="1m"), add="3p", to="dora_indicators")
    assert (asked.hand, asked.context) == ("1m", {"dora_indicators": "3p"})
    assert press(question(hand="12x"), add="1m").hand == "12x", "a broken text is left alone"


def test_the_link_brings_back_the_same_case_and_the_batch_command_scores_it_the_same():
    asked = question(ruleset="riichi-ema-2016", hand=MCR, by="discard", prevalent="S", seat="W", riichi="1", honba="2")
    again = HandInput.read(QueryDict(asked.query()).dict())
    assert (again, again.context) == (asked, {"riichi": "1", "honba": "2"})
    found = answered(question(ruleset="riichi-ema-2016", hand=MCR, by="discard", seat="S", dora_indicators="1m"))
    case = read_score_case(json.loads(found.case_line))
    assert score(case.hand, case.win, case.ruleset).to_dict() == found.scored.to_dict()


@pytest.mark.parametrize("name", ruleset_names())
def test_every_circumstance_of_every_family_has_words_and_a_field(name):
    rules = question(ruleset=name).rules
    fields = {one.name: one for one in list_circumstances(rules)}
    known, when = set(rules.family.circumstances._fields), rules.family.circumstances_when
    counting = {one for one in known if meets(rules.parameters, when.get(one, {}))}
    assert known & set(fields) == counting
    assert [one.name for one in fields.values() if one.label == one.name.replace("_", " ")] == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_the_page_speaks_the_visitors_language(client, language):
    for name, line in EXAMPLES:
        assert answered(question(ruleset=name, hand=line)).scored.complete
        page = client.get("/hand/", {"ruleset": name, "hand": line}, headers={"accept-language": language})
        assert (page.status_code, f'<html lang="{language}"' in page.text) == (200, True)


ODD = (
    {"ruleset": "nonsense"}, {"hand": "x" * 5000}, {"hand": MCR, "by": "magic", "seat": "Q", "honba": "-1"},
    {"hand": MCR, "visible": "zzz"}, {"hand": MCR, "ruleset": "taiwan-aono", "robbed_flower": "1m"},
    {"hand": "1m", "remove": "c99"}, {"hand": "1m", "add": "<script>"}, {"hand": "<script>alert(1)</script>"},
)  # fmt: skip


@pytest.mark.django_db
def test_htmx_gets_the_working_part_and_the_new_address_and_no_address_breaks_the_page(client):
    part = client.get("/hand/", {"hand": "1m", "add": "2m"}, headers={"hx-request": "true"})
    assert "<html" not in part.text
    assert parse_qs(urlsplit(part["HX-Push-Url"]).query)["hand"] == ["12m"]
    for query in ODD:
        page = client.get("/hand/", query, follow=True)
        assert (page.status_code, "<script>alert" in page.text) == (200, False), query


def test_a_line_of_another_notation_is_understood_with_its_win():
    asked = question(ruleset="mcr-2006", hand="[EEE,2][SSSS,1]WWWNN55pN|SW0101|2")
    assert (asked.hand, asked.by, asked.prevalent, asked.seat) == (
        "33344z55p pung(111z) kong(2222z) +4z | 12f", "robbed_kong", "S", "W",
    )  # fmt: skip
    assert dict(asked.context) == {"last_copy": "1"}
    assert (asked.read_from, asked.assumed) == ("[EEE,2][SSSS,1]WWWNN55pN|SW0101|2", False)


@pytest.mark.parametrize("hand", ["111222333444m55m", "🀇🀇🀇🀈🀈🀈🀉🀉🀉🀊🀊🀊🀋🀋"])
def test_of_fourteen_tiles_the_last_has_won_and_the_page_asks(client, db, hand):
    asked = question(ruleset="mcr-2006", hand=hand)
    assert (asked.hand, asked.assumed) == ("1112223334445m +5m", True)
    assert [tile for tile, _query in asked.other_wins] == [0, 1, 2, 3]
    page = client.get("/hand/", {"ruleset": "mcr-2006", "hand": hand}).content.decode()
    assert "Was it another?" in page
    other = HandInput.read(QueryDict(asked.other_wins[0][1]).dict())
    assert (other.hand, other.assumed) == ("11222333444555m +1m".replace("555m", "55m"), False)
