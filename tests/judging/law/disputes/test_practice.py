"""A question of the practice desk: the same for the same seed, told in words, with a ruling that can be right."""

from __future__ import annotations

import pytest

from engine.family import families, ruleset
from engine.sentences import Sentence
from judging.law.disputes.difficulty import Level, level
from judging.law.disputes.generator import kinds_of_disputes
from judging.law.disputes.practice import Question, question
from judging.law.questions import open_questions, questions_of

NAMES = [next(f"{name}-{preset}" for preset in family.presets) for name, family in families().items()]

SELDOM = {
    "mcr": {"rob_concealed", "several_winners", "win_locked"},
    "riichi": {"rob_concealed"},
    "sichuan": {"rob_concealed", "several_winners", "win_little", "win_locked"},
    "taiwan": {"rob_concealed", "several_winners", "win_little"},
}
"""By family, kinds of disputes that six hands seldom bring: looking for them takes a second each."""


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_is_told_and_has_its_ruling(name: str) -> None:
    for kind in kinds_of_disputes(ruleset(name)):
        if kind.code not in SELDOM[ruleset(name).family.name]:
            found = question(name, kind.code, "", "exam")
            assert (found.kind, found.level) == (kind.code, level(found.points).value)
            assert_has_its_ruling(name, found)


def assert_has_its_ruling(name: str, found: Question) -> None:
    texts = [line.sentence for line in found.told]
    assert texts
    assert all(isinstance(text, Sentence) and text.render(str) for text in texts)
    right = found.right
    assert right.verdict in ("holds", "fails")
    assert bool(right.clauses) == (right.verdict == "fails")
    assert {clause.partition(" row ")[0] for clause in right.clauses} <= set(ruleset(name).clauses)
    assert right.paid is None or sum(right.paid) == 0
    assert {each["clause"] for each in found.findings} >= set(right.clauses[:1])
    assert set(open_questions(found.findings)) <= set(questions_of(found.claim, ruleset(name)))


@pytest.mark.parametrize("wished", list(Level))
def test_a_seed_asks_everybody_the_same(wished: Level) -> None:
    one, two = (question(NAMES[0], "", wished.value, "exam") for _ in range(2))
    assert (one.told, one.right, one.now) == (two.told, two.right, two.now)


@pytest.mark.parametrize("kind", ["nonsense", "several_winners"])
def test_a_kind_that_the_ruleset_lacks_or_the_hands_do_not_bring_is_none(kind: str) -> None:
    with pytest.raises(LookupError):
        question(NAMES[0], kind, "", "exam")
