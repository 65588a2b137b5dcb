"""Entered sheets, for every state of a table."""

import pytest

from tournaments.results.logic.sheets import Decision, Sheet, decide

SEATED = (1, 2, 3, 4)
CLEAN = Sheet(((1, 60), (2, 20), (3, -30), (4, -50)))
OTHER = Sheet(((1, 50), (2, 30), (3, -30), (4, -50)))
FIRST = {"seated": SEATED}
ENTERED = {"seated": SEATED, "standing": CLEAN}
COUNTING = {"seated": SEATED, "standing": CLEAN, "counts": True}


def test_the_first_sheet_is_taken():
    assert decide(CLEAN, **FIRST) is Decision.TAKEN


def test_after_a_rejected_sheet_no_form_is_too_old():
    assert decide(CLEAN, **FIRST, stale=True) is Decision.TAKEN


def test_the_same_sheet_again_changes_nothing_however_old_the_form():
    assert decide(CLEAN, **ENTERED, doubtful=True, stale=True) is Decision.UNCHANGED
    assert decide(CLEAN, **COUNTING) is Decision.UNCHANGED


def test_the_same_points_with_other_sticks_are_another_sheet():
    assert decide(Sheet(CLEAN.rows, leftover=1000), **ENTERED) is Decision.TAKEN


def test_hands_beside_the_same_points_are_a_new_version():
    assert decide(CLEAN, **ENTERED, more=True) is Decision.TAKEN


@pytest.mark.parametrize("players", [(2, 1, 3, 4), (1, 2, 3), (1, 2, 3, 5)])
def test_a_sheet_of_other_players_is_refused_before_all_else(players):
    sheet = Sheet(tuple((player, 0) for player in players))
    assert decide(sheet, **ENTERED, doubtful=True, stale=True) is Decision.OTHER_PLAYERS


def test_an_old_form_is_stale_before_anybody_asks_for_a_reason():
    assert decide(OTHER, **COUNTING, doubtful=True, stale=True) is Decision.STALE


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_correction_wants_a_reason(reason):
    assert decide(OTHER, **COUNTING, reason=reason) is Decision.REASON_WANTED
    assert decide(OTHER, **COUNTING, reason="seats swapped") is Decision.TAKEN


def test_a_doubtful_sheet_is_taken_with_a_reason_only():
    assert decide(OTHER, **FIRST, doubtful=True) is Decision.DOUBTFUL
    assert decide(OTHER, **FIRST, doubtful=True, reason="signed so") is Decision.TAKEN
