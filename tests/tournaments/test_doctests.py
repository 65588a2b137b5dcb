"""Examples in docstrings of `tournaments` and `judging` give the results that they state; the engine has its test."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for package in ("tournaments", "judging")
    for path in sorted((ROOT / package).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    examples = doctest.testmod(import_module(name))
    assert (examples.failed, examples.attempted > 0) == (0, True)
