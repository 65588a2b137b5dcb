"""Payments and explanations of Sichuan hands."""

from __future__ import annotations

import pytest

from engine.family import ruleset
from engine.play.transfers import net
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.scoring import high_wait
from engine.rules.sichuan.settlement import win_transfers
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy

LOCAL = ruleset("sichuan-local-hands")
CHAMPIONSHIP = ruleset("sichuan-world-championship")


def scored(line: str, rules=LOCAL, by=WinBy.DISCARD, special=None, **circumstances) -> ScoredHand:  # type: ignore[no-untyped-def]
    circumstances.setdefault("dealer", False)
    return score(Hand.parse(line), Win(by, special=Circumstances(**(special or {})), **circumstances), rules)


def awards(result: ScoredHand) -> dict[str, int]:
    return {award.pattern: award.times for award in result.awards}


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
