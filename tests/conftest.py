"""Plug-ins of the suite, one module a subject, and what holds for every property test."""

import gc

import pytest
from hypothesis import settings

pytest_plugins = [f"tests.support.{name}" for name in ("release", "database", "worker", "browser", "order")]

# The time of one example says something of the machine and of the tables that it is the first to need, not of the code.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


def pytest_collection_finish() -> None:
    """Freeze the garbage collector: everything loaded by now stays to the end."""
    gc.freeze()


@pytest.fixture(scope="module")
def garbage_of_papers_alone() -> None:
    """Keep what other tests have left out of the collections that printing asks for after each part."""
    gc.collect()
    gc.freeze()
