"""A hand's line of a sheet as it is typed, read by the family's own sheet or by the neutral one."""

from dataclasses import replace

import pytest

from engine.family import ruleset
from engine.match.declared import DeclaredHand, DeclaredKong, DeclaredWin, HandStart, settle_hand
from engine.match.sheet_rules import NEUTRAL, SheetLineError, WrongSum, line_fields, no_causes, parse_kongs
from engine.match.sheet_rules import read_field_number as number_in


def read(name, **line):
    return ruleset(name).sheet.read_line(line)


def test_kongs_in_short_notation():
    assert parse_kongs("Ec SdW Nf Wl") == [
        DeclaredKong(0, "concealed", None),
        DeclaredKong(1, "exposed", 2),
        DeclaredKong(3, "added", None),
        DeclaredKong(2, "late", None),
    ]
    assert parse_kongs("") == []


@pytest.mark.parametrize("word", ["E", "Ex", "Xc", "EcX", "EcSW", "cE", "EdWW", "EdX"])
def test_what_is_no_kong_is_named(word):
    with pytest.raises(SheetLineError, match=f"“{word}” is not a kong"):
        parse_kongs(f"Nc {word}")


@pytest.mark.parametrize(("value", "number"), [(3, 3), (0, 0), (None, None), (True, None), ("3", None)])
def test_a_number_is_a_whole_number_and_no_tick(value, number):
    assert number_in({"value": value}, "value") == number


@pytest.mark.parametrize(
    ("name", "line", "missing"),
    [
        ("taiwan-aono", {"winner": 1, "discarder": 2}, "the value is missing"),
        ("mcr-2006", {"value": 20}, "the winner is missing"),
        ("mcr-2006", {"discarder": 0}, "the winner is missing"),
        ("taiwan-aono", {"winner": 1, "value": 3, "value_2": 5}, "the winner is missing"),
        ("riichi-wrc", {"han": 3, "fu": 30}, "the winner is missing"),
        ("riichi-wrc", {"winner_2": 1, "han_2": 3}, "the first winner is missing"),
        ("sichuan-world-championship", {"value_1": 2}, "the winner is missing"),
    ],
)
def test_a_win_written_in_part_is_no_drawn_hand(name, line, missing):
    with pytest.raises(SheetLineError, match=missing):
        read(name, **line)


def test_a_taiwanese_line_with_two_winners_on_one_tile():
    line = read("taiwan-aono", winner=0, discarder=2, value=5, winner_2=1, value_2=3)
    assert line == DeclaredHand((DeclaredWin(0, 2, {"tai": 5}), DeclaredWin(1, 2, {"tai": 3})))


def test_a_line_without_winner_is_a_drawn_hand():
    assert read("taiwan-aono", drawn=True, penalty_3=-50) == DeclaredHand(fines=(0, 0, 0, -50))


def test_a_riichi_line_with_sticks_fu_and_the_ready_ones():
    won = read("riichi-wrc", winner=1, discarder=3, han=4, fu=30, riichi_1=True, riichi_2=True)
    assert won == DeclaredHand((DeclaredWin(1, 3, {"han": 4, "fu": 30}),), riichi=(1, 2))
    assert read("riichi-wrc", drawn=True, ready_0=True, ready_2=True).ready == (0, 2)


def test_a_sichuan_line_with_kongs_and_three_wins():
    line = read(
        "sichuan-world-championship",
        kongs="Ec",
        winner_1=0, discarder_1=1, value_1=2, winner_2=2, value_2=1,
    )  # fmt: skip
    assert line.events[0] == DeclaredKong(0, "concealed", None)
    assert [(event.seat, event.source, event.value["fan"]) for event in line.events[1:]] == [(0, 1, 2), (2, None, 1)]


def test_the_neutral_sheet_takes_the_points_that_players_wrote():
    hand = NEUTRAL.read_line({"hand_points_0": 12, "hand_points_2": -12, "penalty_1": -5, "void": True})
    assert hand == DeclaredHand(points=(12, 0, -12, 0), fines=(0, -5, 0, 0), void=True)
    settled = NEUTRAL.settle(hand, HandStart())
    assert [(each.source, each.target, each.amount) for each in settled.transfers] == [(None, 0, 12), (2, None, 12)]
    assert settled.after == HandStart()
    assert settle_hand(NEUTRAL.settle, replace(hand, void=False), HandStart()).deltas == (12, -5, -12, 0)


def test_every_line_ends_with_the_drawn_and_the_void_hand():
    assert [field.name for field in line_fields(NEUTRAL)][-2:] == ["drawn", "void"]
    assert no_causes(WrongSum(5)) == []
