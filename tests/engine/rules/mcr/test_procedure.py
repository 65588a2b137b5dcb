"""The examples of procedure of the MCR specification, played by id."""

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
    assert played == {f"EX-D{number:02}" for number in range(1, 21)} | {"EX-E12"}


@pytest.mark.parametrize("scene", scenes(FOLDER / "clauses.toml"))
def test_clause_without_an_example(scene: dict[str, Any]) -> None:
    check(scene)
