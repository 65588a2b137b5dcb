"""Waits and readiness (RI-6.1, RI-E10)."""

import pytest

from engine.family import ruleset
from engine.tiles.hand import Hand
from engine.tiles.tile import format_tiles


@pytest.mark.parametrize(
    ("line", "waits", "shanten"),
    [
        ("234567m345p23s88s", "14s", 0),
        ("1112345678999m", "123456789m", 0),
        ("19m19p19s1234567z", "19m19p19s1234567z", 0),
        ("19m19p19s1234566z", "7z", 0),
        ("1199m2288p33s44z6z", "6z", 0),
        ("1111m2288p33s44z6z", "", 2),
        ("223344m223344p5s", "5s", 0),
        ("2233445566778m", "258m", 0),
        ("1111m234p567p678s", "", 1),
        ("3334m456p789s111z", "245m", 0),
        ("147m258p369s1234z", "", 6),
        ("5p kong(2222m) kong(3333s) ckong(8888s) kong(1111z)", "5p", 0),
        ("777m1s pung(222s) pung(333m) pung(555s)", "1s", 0),
    ],
)
def test_waits(line: str, waits: str, shanten: int) -> None:
    found = ruleset("riichi-ema-2016").waits(Hand.parse(line))
    assert (format_tiles(found.tiles), found.shanten) == (waits, shanten)
    assert found.ready is bool(waits)


def test_seven_pairs_wait_is_with_the_standard_form() -> None:
    found = ruleset("riichi-ema-2016").waits(Hand.parse("2233445566778m"))
    assert found.by_form == {"standard": 0, "seven_pairs": 0, "thirteen_orphans": 13}


def test_melded_hands_know_one_form() -> None:
    assert ruleset("riichi-ema-2016").waits(Hand.parse("777m1s pung(222s) pung(333m) pung(555s)")).by_form == {
        "standard": 0
    }


def test_four_copies_in_own_melds_leave_a_hand_ready_in_rcr_alone() -> None:
    hand = Hand.parse("777m1s pung(111s) pung(333m) pung(555s)")
    assert ruleset("riichi-ema-2016").waits(hand).ready is False
    assert ruleset("riichi-rcr-2024").waits(hand).ready is True
    assert ruleset("riichi-rcr-2024").waits(hand).tiles == ()


def test_red_fives_wait_as_fives() -> None:
    found = ruleset("riichi-tenhou").waits(Hand.parse("234067m345p46s88s"))
    assert format_tiles(found.tiles) == "5s"
