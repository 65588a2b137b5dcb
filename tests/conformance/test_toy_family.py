"""A family consists of its folders: one in the tests is registered and used throughout the program."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from engine.family import register, ruleset, unregister
from engine.play.walks import walk
from engine.records.hand_cases import read_score_case
from engine.scoring.score import score
from tests.conformance import test_walks
from tests.conformance.toy_family.rules import FAMILY
from tournaments.duplicate.logic.scales import get_scale

RULES = "toy-plain"
EXAMPLES: list[dict[str, Any]] = tomllib.loads((FAMILY.folder / "examples" / "hands.toml").read_text("utf-8"))[
    "example"
]


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    """Register the toy family for a test."""
    register(FAMILY)
    yield
    unregister(FAMILY.name)


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
def test_examples_score_as_written(row: dict[str, Any]) -> None:
    case = {name: row[name] for name in ("hand", "melds", "win", "by") if name in row}
    asked = read_score_case({"ruleset": RULES, **case})
    scored = score(asked.hand, asked.win, asked.ruleset).to_dict()
    parts = ("awards", "value", "payments", "complete")
    assert {part: scored[part] for part in parts if part in row} == {part: row[part] for part in parts if part in row}


def test_hands_are_played_to_a_sound_end_and_survive_their_records() -> None:
    test_walks.test_seeded_hands_of_each_ruleset_come_to_a_sound_end(RULES)


def test_somebody_wins_a_walk() -> None:
    assert any(walk(ruleset(RULES), seed).states[-1].wins for seed in range(40))


def test_the_duplicate_scale_has_its_multiplier() -> None:
    assert get_scale(RULES).imps(1) == 2
