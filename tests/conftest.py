"""Plug-ins of the suite, one module a subject. Tests of game and law alone get none that loads Django."""

import gc
import sys

import pytest

from tests.support.environment import ONLY_PURE

_OF_ALL = ("release", "slices", "order")
_OF_THE_SITE = ("database", "references", "papers", "worker", "browser", "event")

pytest_plugins = [f"tests.support.{name}" for name in (*_OF_ALL, *(() if ONLY_PURE else _OF_THE_SITE))]


def pytest_collection_finish() -> None:
    """Freeze the garbage collector: everything loaded by now stays to the end. Let it look seldom at what comes later:
    a test makes little garbage in circles, and most of what is looked at again and again is cached for all tests.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_runtest_teardown() -> None:
    """Refuse Django to tests of game and law: each of their processes would load it for a second."""
    if ONLY_PURE and "django.db" in sys.modules:
        pytest.fail("This test, or one before it, has loaded Django; it belongs to the tests of the site.")
