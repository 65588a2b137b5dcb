"""The order of the tests: the long ones first, shared out among the processes of a run."""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each process begins with its share of the tests marked long.

    pytest-xdist deals the list out in pieces of one length, one a process, and lets those who have finished take from
    the ends of the others' pieces: a long test at an end leaves one process at work alone.
    """
    long = [item for item in items if item.get_closest_marker("long")]
    others = [item for item in items if not item.get_closest_marker("long")]
    items[:] = shared_out(long, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def shared_out(first: Sequence[T], then: Sequence[T], pieces: int) -> list[T]:
    """All of both, so that each of so many equal pieces of the list begins with its share of the first.

    >>> "".join(shared_out("ABC", "defghijkl", 2))
    'ACdefgBhijkl'
    """
    size, left = (len(first) + len(then)) // pieces, list(then)
    ordered: list[T] = []
    for piece in range(pieces):
        share = first[piece::pieces]
        # The last takes the rest.
        count = max(0, size - len(share)) if piece < pieces - 1 else len(left)
        ordered += [*share, *left[:count]]
        del left[:count]
    return ordered
