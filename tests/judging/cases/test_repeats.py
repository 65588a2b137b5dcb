"""Scopes of earlier offences: the same hand, the same round, the whole tournament."""

import pytest

from engine.family import ruleset
from judging.cases.queries import judgments
from judging.law.infractions import get_scope, list_infractions
from tests.support.cases import case_with_facts, fine, ruled
from tests.support.tables import playing

pytestmark = pytest.mark.django_db

MCR = ruleset("mcr-2006")


def empty_call(**changed):
    return fine(**{"infraction": "empty_call", "penalty": "warning", "ledger": [], "transfers": [], **changed})


def test_the_table_says_how_far_back_an_infraction_counts():
    in_session = ruleset("mcr-mil-2025")
    assert get_scope(MCR, list_infractions(MCR)["empty_call"]) == "hand"
    assert get_scope(in_session, list_infractions(in_session)["empty_call"]) == "session"
    assert get_scope(MCR, list_infractions(MCR)["false_hu_points"]) == "hand"


def test_warnings_count_within_their_hand_and_in_the_tournament_for_the_referee_to_see():
    tournament = playing()
    player = tournament.entries.get(number=2)
    first, record = case_with_facts(tournament, hand=3)
    ruled(first, record, empty_call())
    same, _record = case_with_facts(tournament, hand=3)
    later, _record = case_with_facts(tournament, hand=4)
    assert judgments.count_earlier_offences(same, player, MCR) == {"empty_call": 1}
    assert judgments.count_earlier_offences(later, player, MCR) == {}
    assert judgments.count_earlier_offences(later, player, ruleset("mcr-mil-2025")) == {"empty_call": 1}
    assert judgments.count_offences_in_tournament(later, player) == {"empty_call": 1}


def test_faults_of_a_grade_that_a_warning_settled_do_not_count_with_it():
    """SC-E14: a second 24-point fault loses the session; what was only warned for was none."""
    tournament, rules = playing(), ruleset("sichuan-sbr-2025")
    player = tournament.entries.get(number=2)
    for penalty in ("dead_hand", "warning"):
        case, record = case_with_facts(tournament, hand=2)
        ruled(case, record, fine(infraction="active_pig", penalty=penalty, ledger=[], transfers=[]))
    later, _record = case_with_facts(tournament, hand=4)
    assert judgments.count_earlier_offences(later, player, rules) == {"active_pig": 1}


def test_what_was_superseded_or_came_later_or_cost_nothing_does_not_count():
    tournament = playing()
    player = tournament.entries.get(number=2)
    before, record = case_with_facts(tournament, hand=2)
    ruled(before, record, empty_call())
    ruled(before, record, empty_call(penalty="none"), reason="Nobody heard it.")
    after, record = case_with_facts(tournament, hand=9)
    ruled(after, record, empty_call())
    now, _record = case_with_facts(tournament, hand=5)
    assert judgments.count_offences_in_tournament(now, player) == {}


def test_the_offences_of_others_do_not_count():
    tournament = playing()
    case, record = case_with_facts(tournament)
    ruled(case, record, empty_call(seat=2))
    other, _record = case_with_facts(tournament)
    assert judgments.count_offences_in_tournament(other, tournament.entries.get(number=2)) == {}
