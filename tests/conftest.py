"""Plug-ins of the suite, one module a subject."""

import gc

import pytest

pytest_plugins = [f"tests.support.{name}" for name in ("release", "database", "worker", "browser", "order")]


def pytest_collection_finish() -> None:
    """Freeze the garbage collector: everything loaded by now stays to the end."""
    gc.freeze()


@pytest.fixture(scope="module")
def garbage_of_papers_alone() -> None:
    """Keep what other tests have left out of the collections that printing asks for after each part."""
    gc.collect()
    gc.freeze()
