"""The penalty scale of the Sichuan edition of 2025 (SC-E14)."""

from __future__ import annotations

import pytest

from engine.family import ruleset, ruleset_names
from judging.law import decide, examine, read_claim
from judging.law.infractions import in_force
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
    (first,) = proposals("win", SBR, FALSE_WIN, {"empty_win_call": 1, "not_ready": 1})
    assert (first.penalty, first.repeat, [line.amount for line in first.effects.ledger]) == ("dead_hand", 0, [-24])
    (second,) = proposals("win", SBR, FALSE_WIN, {before: 1})
    assert (second.penalty, second.repeat, second.scope) == ("session_lost", 1, "session")
    assert [each.kind for each in second.effects.place_in_event] == ["session_lost"]
    assert (second.effects.hand, second.effects.ledger) == ("dead_hand", ())
    assert [(each.target, each.amount) for each in second.effects.transfers] == [(0, 2)]


def test_two_table_points_may_stand_for_the_24() -> None:
    """SC-E14 grade II, for a false win as for a wall destroyed."""
    (proposal,) = proposals("win", SBR, FALSE_WIN)
    (other,) = [option for option in proposal.options if option.penalty == "table_points"]
    assert [(line.unit, line.amount) for line in other.effects.ledger] == [("table_points", -2)]
    assert (other.effects.hand, len(other.effects.transfers)) == ("dead_hand", 1)


@pytest.mark.parametrize("name", [each for each in ruleset_names() if each.startswith("sichuan")])
def test_the_scale_belongs_to_the_edition_that_wrote_it(name: str) -> None:
    """SC-E14 is of 2025 (editions 2); before it a second false win costs what the first did (SC-7.4)."""
    rules = ruleset(name)
    clauses = {row["clause"] for row in in_force(rules).values()}
    assert ("SC-E14" in clauses) == (name == SBR)
    if name != SBR:
        (again,) = proposals("win", name, FALSE_WIN, {"false_win": 3, "void_violation": 1})
        assert (again.penalty, again.repeat) == ("dead_hand", 3)


def test_a_violation_at_the_inspection_counts_with_its_grade() -> None:
    """SC-E10, SC-E14: the second one loses the session, and those who are ready are paid all the same."""
    facts = {
        "hands": ["", "1m345678p11s9999s", "234567s345p23p88p", "159p159s1234579p"],
        "void_suits": ["", "m", "m", "m"],
        "other_suit_discarded": [1, 2, 3],
        "kongs": [],
    }
    claim = read_claim({"kind": "inspection", "ruleset": SBR, "facts": facts})
    (pig,) = decide(claim, examine(claim), earlier={"wall_destroyed": 1}, seat=1)
    assert (pig.penalty, pig.effects.ledger, [each.target for each in pig.effects.transfers]) == (
        "session_lost",
        (),
        [2],
    )
    (first,) = decide(claim, examine(claim), seat=1)
    options = {each.penalty: each.effects for each in first.options}
    assert [line.amount for line in options["table_points"].ledger] == [-2]
    assert (options["warning"].ledger, len(options["warning"].transfers)) == ((), 1)


@pytest.mark.parametrize(("name", "points"), [("sichuan-world-championship", -8), (SBR, -24)])
def test_a_locked_win_deducted_costs_what_a_false_win_does(name: str, points: int) -> None:
    """SC-3.25, SC-7.4; the 24 points are of the scale (SC-E8, SC-E14)."""
    (deduction,) = [
        each for each in propose(ruleset(name), "locked_win", Offence(1)).options if each.penalty == "deduction"
    ]
    assert [line.amount for line in deduction.effects.ledger] == [points]
