"""Examples of procedure and disputes, played by id, and clauses without an example: `scenes` of a family."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.family import families
from tests.support.scenes import check, scenes

SCENES = [param for path in sorted(Path(__file__).parent.glob("*/scenes/*.toml")) for param in scenes(path)]

NOTHING_TO_PLAY = {
    # The number of distributions is arithmetic; breaks of the wall and seat winds are tested for all families.
    *("SC-8.30", "SC-8.31", "TW-8.45"),
    # How a chow is laid out, and facts about patterns and waits that have their tests.
    *("TW-8.50", "TW-8.51", "TW-8.52", "EX-C.07"),
}


@pytest.mark.parametrize("scene", SCENES)
def test_scene(scene: dict[str, Any]) -> None:
    check(scene)


def test_every_example_of_procedure_is_played() -> None:
    paths = [path for family in families().values() for path in sorted((family.folder / "examples").glob("*.toml"))]
    rows = [row for path in paths for row in tomllib.loads(path.read_text(encoding="utf-8"))["example"]]
    ids = [row["id"] for row in rows]
    assert len(ids) == len(set(ids))
    played = {str(param.id).split(" ")[0] for param in SCENES}
    assert {row["id"] for row in rows if row["kind"] in ("procedure", "dispute", "table")} - played == NOTHING_TO_PLAY
