"""What holds for all tests of printed and downloaded files."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def garbage_of_papers_alone() -> None:
    """Printing asks for its garbage after each part; what other tests of the process have left is not its own."""
    gc.collect()
    gc.freeze()
