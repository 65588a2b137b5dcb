"""The penalty scale of the Sichuan edition of 2025 (SC-E14)."""

from __future__ import annotations

import pytest

from engine.family import ruleset, ruleset_names
from judging.law.infractions import list_infractions
from judging.law.penalties import Offence
from judging.law.rulings import propose
from tests.judging.law.test_rulings import proposals
from tests.support.claims import SBR, SC_WIN


@pytest.mark.parametrize(
    ("code", "points", "table_points"),
    [("wall_destroyed", 24, 2), ("void_suit_shown_on_purpose", 24, 2), ("empty_win_call", 1, 1)],
)
def test_sichuan_grades(code: str, points: int, table_points: int) -> None:
    """SC-E14: grade II costs 24 points or two table points, grade III one to eight or up to one table point."""
    rules = ruleset(SBR)
    proposal = propose(rules, code, Offence(1))
    assert [line.amount for line in proposal.effects.ledger] == [-points]
    assert [int(step) for step in proposal.steps] == ([24] if points == 24 else list(range(1, 9)))
    assert propose(rules, code, Offence(1), 1).penalty == ("session_lost" if points == 24 else "deduction")
    (other,) = [option for option in proposal.options if option.penalty == "table_points"]
    assert [line.amount for line in other.effects.ledger] == [-table_points]


FALSE_WIN = {**SC_WIN, "hand": "567p345s88s23s kong(1111p) +9p", "kongs": [[1, "direct", 0]]}


@pytest.mark.parametrize("before", ["false_win", "active_pig", "wall_destroyed", "locked_win"])
def test_a_second_fault_of_24_points_loses_the_session_whatever_the_first_was(before: str) -> None:
    """SC-E14: they count together; the hand is dead and the kongs go back all the same (SC-E12)."""
    (second,) = proposals("win", SBR, FALSE_WIN, {before: 1})
    assert (second.penalty, second.repeat, second.scope) == ("session_lost", 1, "session")
    assert [each.kind for each in second.effects.place_in_event] == ["session_lost"]
    assert (second.effects.hand, second.effects.ledger) == ("dead_hand", ())
    assert [(each.target, each.amount) for each in second.effects.transfers] == [(0, 2)]


@pytest.mark.parametrize("name", [each for each in ruleset_names() if each.startswith("sichuan")])
def test_the_scale_belongs_to_the_edition_that_wrote_it(name: str) -> None:
    """SC-E14 is of 2025 (editions 2)."""
    clauses = {row["clause"] for row in list_infractions(ruleset(name)).values()}
    assert ("SC-E14" in clauses) == (name == SBR)


@pytest.mark.parametrize(("name", "points"), [("sichuan-world-championship", -8), (SBR, -24)])
def test_a_locked_win_deducted_costs_what_a_false_win_does(name: str, points: int) -> None:
    """SC-3.25, SC-7.4; the 24 points are of the scale (SC-E8, SC-E14)."""
    (deduction,) = [
        each for each in propose(ruleset(name), "locked_win", Offence(1)).options if each.penalty == "deduction"
    ]
    assert [line.amount for line in deduction.effects.ledger] == [points]
