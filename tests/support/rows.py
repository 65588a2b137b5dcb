"""Rows of a test as TOML beside it: `rows = rows_of(__file__)`, then `@rows` above each test with a table so named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Test = Callable[..., None]


def rows_of(file: str) -> Callable[[Test], Test]:
    """Return a decorator that runs a test for each row of its table; the TOML file has the name of the test's file."""
    tables: dict[str, Any] = tomllib.loads(Path(file).with_suffix(".toml").read_text(encoding="utf-8"))

    def rows(test: Test) -> Test:
        table = tables[test.__name__]
        parametrized: Test = pytest.mark.parametrize(table["names"], table["rows"])(test)
        return parametrized

    return rows
