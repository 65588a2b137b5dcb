"""What becomes of a sheet that comes in, for every state that a table can be in."""

import pytest

from tournaments.results.logic.entering import (
    NextVersion,
    Refusal,
    Sheet,
    StandingSheet,
    TableBefore,
    Unchanged,
    decide,
)

SEATED = (1, 2, 3, 4)
CLEAN = Sheet(((1, 60), (2, 20), (3, -30), (4, -50)))
OTHER = Sheet(((1, 50), (2, 30), (3, -30), (4, -50)))
ENTERED = TableBefore(SEATED, 1, StandingSheet(CLEAN, counts=False))
COUNTING = TableBefore(SEATED, 3, StandingSheet(CLEAN, counts=True))


def test_the_first_sheet_is_version_one():
    assert decide(TableBefore(SEATED), CLEAN, doubtful=False) == NextVersion(1, replaces=False, doubtful=False)


def test_after_a_rejected_sheet_the_numbers_go_on():
    assert decide(TableBefore(SEATED, 2), CLEAN, doubtful=False, based_on=0) == NextVersion(3, False, False)


def test_the_same_sheet_again_changes_nothing_however_old_the_form():
    assert isinstance(decide(ENTERED, CLEAN, doubtful=True, based_on=0), Unchanged)
    assert isinstance(decide(COUNTING, CLEAN, doubtful=False), Unchanged)


def test_the_same_points_with_other_sticks_are_another_sheet():
    left = Sheet(CLEAN.rows, leftover=1000)
    assert decide(ENTERED, left, doubtful=False) == NextVersion(2, replaces=True, doubtful=False)


def test_hands_beside_the_same_points_are_a_new_version():
    assert decide(ENTERED, CLEAN, doubtful=False, more=True) == NextVersion(2, replaces=True, doubtful=False)


@pytest.mark.parametrize("players", [(2, 1, 3, 4), (1, 2, 3), (1, 2, 3, 5)])
def test_a_sheet_of_other_players_is_refused_before_all_else(players):
    sheet = Sheet(tuple((player, 0) for player in players))
    assert decide(ENTERED, sheet, doubtful=True, based_on=0) is Refusal.OTHER_PLAYERS


def test_an_old_form_is_stale_before_anybody_asks_for_a_reason():
    assert decide(COUNTING, OTHER, doubtful=True, based_on=2) is Refusal.STALE


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_correction_wants_a_reason(reason):
    assert decide(COUNTING, OTHER, doubtful=False, reason=reason, based_on=3) is Refusal.REASON_WANTED


def test_a_correction_leaves_the_counting_version_until_it_is_confirmed():
    assert decide(COUNTING, OTHER, doubtful=False, reason="seats swapped") == NextVersion(4, False, False)


def test_a_doubtful_sheet_is_taken_with_a_reason_only():
    assert decide(TableBefore(SEATED), OTHER, doubtful=True) is Refusal.DOUBTFUL
    signed = decide(TableBefore(SEATED), OTHER, doubtful=True, reason="signed so")
    assert signed == NextVersion(1, replaces=False, doubtful=True)
