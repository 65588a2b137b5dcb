"""The examples of procedure and disputes of the riichi specification, and of the other editions, played by id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.scenes import check, scenes

FOLDER = Path(__file__).with_name("scenes")


@pytest.mark.parametrize("scene", scenes(FOLDER / "procedure.toml"))
def test_worked_example(scene: dict[str, Any]) -> None:
    check(scene)


def test_every_example_of_procedure_is_played() -> None:
    played = {str(param.id).split(" ")[0] for param in scenes(FOLDER / "procedure.toml")}
    disputes = {f"EX-Q{number:02}" for number in range(1, 42)}
    assert played == disputes | {f"EX-T.{number:02}" for number in (5, 6, 7, 8, 9, 10)} | {
        "EX-C.01",
        "EX-C.03",
        "EX-C.04d",
        "EX-C.05",
    }


@pytest.mark.parametrize("scene", scenes(FOLDER / "clauses.toml"))
def test_clause_without_an_example(scene: dict[str, Any]) -> None:
    check(scene)
