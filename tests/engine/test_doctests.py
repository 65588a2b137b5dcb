"""Examples in the engine's docstrings give the results they state."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import engine

MODULES = [found.name for found in walk_packages(engine.__path__, "engine.") if found.name != "engine.__main__"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
