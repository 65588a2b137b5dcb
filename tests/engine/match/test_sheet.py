"""Sheets: lines as they are typed, and checks that name what a clerk most likely did."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.family import ruleset
from engine.match.declared import DeclaredHand, DeclaredKong, DeclaredWin, HandStart, settle_hand
from engine.match.sheet import SheetProblem, check_sheet, compare_entries
from engine.match.sheet_rules import NEUTRAL, Cause, SheetLineError, WrongSum, line_fields, no_causes, parse_kongs
from engine.match.sheet_rules import read_field_number as number_in
from tests.support.rows import rows_of

rows = rows_of(__file__)

WRC = ruleset("riichi-wrc").match.scoring
MCR = ruleset("mcr-2006").match.scoring
RIICHI_SHEET = ruleset("riichi-wrc").sheet
MCR_SHEET = ruleset("mcr-2006").sheet


def causes_of(rows_of_causes):
    return tuple(Cause(**{**each, "seats": tuple(each.get("seats", ()))}) for each in rows_of_causes)


@rows
def test_riichi_sheets_that_do_not_add_up(points, leftover, off, causes):
    assert check_sheet(points, RIICHI_SHEET, WRC, leftover=leftover) == [
        SheetProblem("total", off, causes=causes_of(causes))
    ]


@rows
def test_mcr_sheets_that_do_not_add_up(points, off, causes):
    assert check_sheet(points, MCR_SHEET, MCR) == [SheetProblem("total", off, causes=causes_of(causes))]


def test_a_clean_sheet_has_no_problems():
    assert check_sheet((60, 20, -40, -40), MCR_SHEET, MCR) == []
    assert check_sheet((24000, 30000, 30000, 35000), RIICHI_SHEET, WRC, leftover=1000) == []


def test_scores_that_cannot_occur():
    assert check_sheet((24050, 29950, 30000, 36000), RIICHI_SHEET, WRC) == [SheetProblem("step", 100, (0, 1))]
    taiwan = ruleset("taiwan-aono").match.scoring
    assert check_sheet((75, -75, 0, 0), ruleset("taiwan-aono").sheet, taiwan) == [SheetProblem("step", 10, (0, 1))]
    assert check_sheet((76, -76, 0, 0), ruleset("taiwan-sml-2026").sheet, taiwan) == []
    assert [ruleset(name).sheet.step for name in ("sichuan-sbr-2025", "mcr-2006")] == [1, 1]


def test_a_base_payment_that_the_rules_do_not_have_is_no_cause():
    assert check_sheet((60, 28, -40, -40), ruleset("mcr-beginner").sheet, MCR)[0].causes == ()
    assert check_sheet((60, 28, -40, -40), NEUTRAL, MCR)[0].causes == ()


def test_sticks_that_cannot_be_left():
    assert check_sheet((30000, 30000, 30000, 29500), RIICHI_SHEET, WRC, leftover=500) == [
        SheetProblem("leftover", 500, stick=1000)
    ]


def test_two_seats_swapped_against_the_hands():
    problems = check_sheet((60, -40, 20, -40), MCR_SHEET, MCR, from_hands=(60, 20, -40, -40))
    written, summed = (60, -40, 20, -40), (60, 20, -40, -40)
    swapped = (Cause("seats_swapped", (1, 2)),)
    assert problems == [SheetProblem("hands", seats=(1, 2), causes=swapped, written=written, summed=summed)]


def test_numbers_that_differ_from_the_hands():
    problems = check_sheet((60, 10, -30, -40), MCR_SHEET, MCR, from_hands=(60, 20, -40, -40))
    written, summed = (60, 10, -30, -40), (60, 20, -40, -40)
    assert problems == [SheetProblem("hands", seats=(1, 2), written=written, summed=summed)]


def test_blind_reentry_names_the_seats():
    assert compare_entries((60, 20, -40, -40), (60, 20, -40, -40)) is None
    assert compare_entries((60, 20, -40, -40), (20, 60, -40, -40)) == SheetProblem(
        "reentry", seats=(0, 1), causes=(Cause("seats_swapped", (0, 1)),)
    )
    assert compare_entries((60, 20, -40, -40), (60, 21, -40, -40)) == SheetProblem("reentry", seats=(1,))


clean = st.tuples(*[st.integers(-300, 300)] * 3).map(lambda three: (*three, -sum(three)))


@given(clean, st.integers(0, 3))
def test_a_flipped_sign_is_always_among_the_causes(points, seat):
    assume(points[seat] != 0)
    written = [-own if index == seat else own for index, own in enumerate(points)]
    (problem,) = check_sheet(written, MCR_SHEET, MCR)
    assert Cause("sign", (seat,), points[seat]) in problem.causes


@given(clean, st.integers(0, 3))
def test_exchanged_digits_are_always_among_the_causes(points, seat):
    digits = str(abs(points[seat]))
    assume(len(digits) > 1 and digits[-1] != digits[-2] and (len(digits) > 2 or digits[-1] != "0"))
    exchanged = int(digits[:-2] + digits[-1] + digits[-2]) * (1 if points[seat] >= 0 else -1)
    written = [exchanged if index == seat else own for index, own in enumerate(points)]
    (problem,) = check_sheet(written, MCR_SHEET, MCR)
    assert Cause("digits", (seat,), points[seat]) in problem.causes


@given(clean)
def test_whatever_adds_up_is_clean(points):
    assert check_sheet(points, MCR_SHEET, MCR) == []


@pytest.mark.parametrize(
    ("points", "leftover"),
    [
        ((300, 300, 300, 300), 0),
        ((325, 287, 251, 337), 0),
        ((325, 287, 251, 327), 0),
        ((325, 287, 251, 327), 10),
        ((325, 287, 251, 327), 1000),
    ],
    ids=["start", "odd", "a stick on the table", "a stick in hundreds", "a stick in points"],
)
def test_points_typed_in_hundreds_are_recognised_and_nothing_else_is_said(points, leftover):
    off = sum(points) + leftover - 120000
    problem = SheetProblem("total", off, causes=(Cause("hundreds", amount=100),))
    assert check_sheet(points, RIICHI_SHEET, WRC, leftover=leftover) == [problem]


def test_points_in_hundreds_are_asked_for_only_where_they_would_add_up():
    (problem,) = check_sheet((300, 300, 300, 400), RIICHI_SHEET, WRC)
    assert problem.causes == ()
    assert check_sheet((10, 20, -30, 0), MCR_SHEET, MCR) == []


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


@rows
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
