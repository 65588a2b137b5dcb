"""Each Sichuan pattern has a hit and a near miss; properties that no hand may break."""

from __future__ import annotations

import random

import pytest

from engine.family import ruleset
from engine.play.transfers import net
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.scoring import high_wait
from engine.rules.sichuan.settlement import win_transfers
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import parse_tiles

LOCAL = ruleset("sichuan-local-hands")
CHAMPIONSHIP = ruleset("sichuan-world-championship")


def scored(line: str, rules=LOCAL, by=WinBy.DISCARD, special=None, **circumstances) -> ScoredHand:  # type: ignore[no-untyped-def]
    circumstances.setdefault("dealer", False)
    return score(Hand.parse(line), Win(by, special=Circumstances(**(special or {})), **circumstances), rules)


def awards(result: ScoredHand) -> dict[str, int]:
    return {award.pattern: award.times for award in result.awards}


HITS_AND_MISSES = [
    ("gen", "345p789p22s45s ckong(6666p) +3s", {}, "345p789p22s45s pung(666p) +3s", {}),
    ("gen", "23s567m99m pung(111s) pung(888m) +1s", {}, "23s567m99m pung(111s) pung(888m) +4s", {}),
    ("daduizi", "77m33s pung(222m) pung(555s) pung(999s) +3s", {}, "78m33s pung(222m) pung(555s) pung(999s) +9m", {}),
    (
        "jingoudiao",
        "5m pung(222m) ckong(7777m) pung(333s) pung(999s) +5m",
        {},
        "555m7m pung(222m) pung(333s) pung(999s) +7m",
        {},
    ),
    ("qingyise", "12345645p22p pung(999p) +3p", {}, "12345645p22p pung(999s) +3p", {}),
    ("qidui", "112255m3366889s +9s", {}, "112255m3366899s +7s", {}),
    (
        "gangshanghua",
        "345p789p22s45s ckong(6666p) +3s",
        {"by": WinBy.SELF_DRAW, "replacement": True},
        "345p789p22s45s ckong(6666p) +3s",
        {"by": WinBy.SELF_DRAW},
    ),
    (
        "gangshangpao",
        "345p234p789s22s46s +5s",
        {"special": {"after_kong": True}},
        "345p234p789s22s46s +5s",
        {"special": {"after_kong": True}, "by": WinBy.ROBBED_KONG},
    ),
    ("qianggang", "345p234p789s22s46s +5s", {"by": WinBy.ROBBED_KONG}, "345p234p789s22s46s +5s", {}),
    ("haidi", "345p234p789s22s46s +5s", {"last_tile": True}, "345p234p789s22s46s +5s", {}),
    ("daiyao", "123m789m78s11s pung(999s) +9s", {}, "123m789m78s11s pung(999s) +6s", {}),
    ("daiyao", "1111m9999m1199s1s +1s", {}, "1111m9999m1122s9s +9s", {}),
    (
        "tianhu",
        "345p234p789s22s46s +5s",
        {"by": WinBy.SELF_DRAW, "first_turn": True, "dealer": True},
        "345p234p789s22s46s +5s",
        {"by": WinBy.SELF_DRAW, "dealer": True},
    ),
    (
        "dihu",
        "345p234p789s22s46s +5s",
        {"by": WinBy.SELF_DRAW, "first_turn": True},
        "345p234p789s22s46s +5s",
        {"first_turn": True},
    ),
    ("jiangdui", "22m88s pung(555m) pung(888m) pung(222s) +8s", {}, "22m99s pung(555m) pung(888m) pung(222s) +9s", {}),
    (
        "juezhang",
        "23s567m99m pung(888m) pung(777s) +1s",
        {"visible": parse_tiles("111s")},
        "23s567m99m pung(888m) pung(777s) +1s",
        {"visible": parse_tiles("11s")},
    ),
]


@pytest.mark.parametrize(("pattern", "hit", "hit_win", "miss", "miss_win"), HITS_AND_MISSES)
def test_pattern_counts_where_it_is_and_not_where_it_nearly_is(
    pattern: str,
    hit: str,
    hit_win: dict,
    miss: str,
    miss_win: dict,  # type: ignore[type-arg]
) -> None:
    assert pattern in awards(scored(hit, **hit_win))
    near = scored(miss, **miss_win)
    assert pattern not in awards(near)


def test_every_pattern_of_every_preset_is_among_the_hits() -> None:
    rows = {row.id for name in ("local-hands", "sbr-2025") for row in ruleset(f"sichuan-{name}").patterns}
    assert rows == {case[0] for case in HITS_AND_MISSES}


def test_sbr_calls_a_robbed_rekong_a_shot_too() -> None:
    hand = "345p234p789s22s46s +5s"
    sbr = scored(hand, ruleset("sichuan-sbr-2025"), WinBy.ROBBED_KONG, {"after_kong": True})
    assert awards(sbr) == {"gangshangpao": 1, "qianggang": 1}


def test_a_capped_hand_takes_the_place_of_the_count() -> None:
    result = scored("22m88s pung(555m) pung(888m) pung(222s) +8s")
    assert awards(result) == {"jiangdui": 1}
    assert [lost.pattern for lost in result.explain().not_counted] == ["daduizi"]


def test_the_explanation_shows_the_cap() -> None:
    result = scored("5m kong(2222m) akong(7777m) ckong(3333s) kong(9999s) +5m", CHAMPIONSHIP)
    assert result.explain().steps == (
        ("gen 1 × 4 + daduizi 1 + jingoudiao 1 = 6 fan", "SC-4.5"),
        ("1 × 2^3 = 8 di, capped at 3", "SC-5.1"),
        ("the discarder pays 8 di", "SC-5.2"),
    )


@pytest.mark.parametrize(("line", "code"), [("123m456p789s1122s +1s", "three_suits"), ("12345m67p +8p", "incomplete")])
def test_what_is_no_win_says_why(line: str, code: str) -> None:
    result = scored(line, CHAMPIONSHIP)
    assert (result.win, [reason.code for reason in result.reasons]) == (False, [code])


def random_win(rng: random.Random) -> list[int]:
    while True:
        tiles: list[int] = []
        for _ in range(4):
            first = rng.randrange(9) + 9 * rng.randrange(2)
            tiles += [first] * 3 if rng.random() < 0.4 or first % 9 > 6 else [first, first + 1, first + 2]
        tiles += [rng.randrange(18)] * 2
        if max(map(tiles.count, tiles)) <= 4:
            return tiles


def test_suits_can_change_places_and_tiles_their_order() -> None:
    rng = random.Random(11)
    for _ in range(300):
        tiles = random_win(rng)
        winning = tiles.pop(rng.randrange(14))
        straight = score(Hand(tuple(tiles), winning=winning), Win(WinBy.DISCARD, dealer=False), LOCAL)
        moved = [(tile + 9) % 18 for tile in tiles]
        rng.shuffle(moved)
        turned = score(Hand(tuple(moved), winning=(winning + 9) % 18), Win(WinBy.DISCARD, dealer=False), LOCAL)
        assert (straight.awards, straight.value) == (turned.awards, turned.value)
        assert straight.complete


@pytest.mark.parametrize(("already_won", "deltas"), [((), (15, -5, -5, -5)), ((3,), (10, -5, -5, 0))])
def test_only_players_still_in_the_hand_pay_for_a_self_draw(
    already_won: tuple[int, ...], deltas: tuple[int, ...]
) -> None:
    result = scored("112255m3366889s +9s", CHAMPIONSHIP, WinBy.SELF_DRAW)
    assert net(win_transfers(result, 0, None, already_won)) == deltas


def test_the_discarder_pays_alone() -> None:
    result = scored("112255m3366889s +9s", CHAMPIONSHIP)
    assert net(win_transfers(result, 0, 2)) == (4, 0, -4, 0)


@pytest.mark.parametrize(
    ("counted", "line", "patterns"),
    [
        (True, "12355m78789m ckong(6666p)", {"gen": 1}),
        (False, "12355m78789m ckong(6666p)", {}),
        (False, "12355m78789m ckong(4444m)", {"qingyise": 1}),
        (True, "22m88s pung(555m) pung(888m) ckong(9999s)", {"gen": 1, "daduizi": 1}),
        (False, "22m88s pung(555m) pung(888m) ckong(9999s)", {"daduizi": 1}),
    ],
)
def test_a_kong_that_does_not_count_at_the_end_still_has_its_suit_and_its_number(counted, line, patterns):
    rules = ruleset("sichuan-local-hands", {"takame_counts_kongs": counted})
    best = high_wait(Hand.parse(line), rules.parameters)
    assert {award.pattern: award.times for award in best.awards} == patterns
