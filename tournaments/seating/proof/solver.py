"""The optional solver behind a proof, HiGHS."""

from __future__ import annotations

import importlib.util


def available() -> bool:
    """Whether the solver is installed.

    >>> available() in (True, False)
    True
    """
    return importlib.util.find_spec("highspy") is not None
