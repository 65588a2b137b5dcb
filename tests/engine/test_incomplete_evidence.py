"""Disputes with part of the evidence: what can be said is said, the rest names what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.scenes import check, scenes

SCENES = scenes(Path(__file__).with_name("incomplete_evidence.toml"))


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_guessed(scene: dict[str, Any]) -> None:
    check({**scene, "decided": True})
