"""The examples of procedure and disputes of the Taiwanese specification, played by id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.rules.taiwan.test_examples import DISPUTES, PROCEDURES
from tests.support.scenes import check, scenes

SCENES = scenes(Path(__file__).with_name("scenes") / "table.toml")

NOTHING_TO_PLAY = {"TW-8.45", "TW-8.50", "TW-8.51", "TW-8.52"}
"""Seat winds (tested with the breaks), how a chow is laid out, and two facts about patterns that have their tests."""


@pytest.mark.parametrize("scene", SCENES)
def test_worked_example(scene: dict[str, Any]) -> None:
    check(scene)


def test_every_example_of_the_table_is_played() -> None:
    assert {str(param.id).split(" ")[0] for param in SCENES} == {*DISPUTES, *PROCEDURES} - NOTHING_TO_PLAY


@pytest.mark.parametrize("scene", scenes(Path(__file__).with_name("scenes") / "clauses.toml"))
def test_clause_without_an_example(scene: dict[str, Any]) -> None:
    check(scene)
