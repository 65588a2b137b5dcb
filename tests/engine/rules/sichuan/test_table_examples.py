"""The examples of the Sichuan specification that are about the table: kongs, locks, inspection, violations, by id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.rules.sichuan.test_examples import TABLE_EXAMPLES
from tests.support.scenes import check, scenes

SCENES = scenes(Path(__file__).with_name("scenes") / "table.toml")

NOTHING_TO_PLAY = {"SC-8.30", "SC-8.31"}
"""The number of distributions is arithmetic; where the wall is broken is tested with the breaks of all families."""


@pytest.mark.parametrize("scene", SCENES)
def test_worked_example(scene: dict[str, Any]) -> None:
    check(scene)


def test_every_example_of_the_table_is_played() -> None:
    assert {str(param.id).split(" ")[0] for param in SCENES} == set(TABLE_EXAMPLES) - NOTHING_TO_PLAY


@pytest.mark.parametrize("scene", scenes(Path(__file__).with_name("scenes") / "clauses.toml"))
def test_clause_without_an_example(scene: dict[str, Any]) -> None:
    check(scene)
