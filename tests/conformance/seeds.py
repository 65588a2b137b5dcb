"""Seeds of a run: its slice of a thousand hands.

`CONFORMANCE_WALKS=1000` plays the thousand; `CONFORMANCE_FROM=440` starts where a failed run began.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support import slices
from tests.support.release import in_full

THOUSAND = 1000
WALKS = int(os.environ.get("CONFORMANCE_WALKS") or (20 if in_full() else 8))
"""Hands of each ruleset."""


def first_seed(slice_number: int, walks: int) -> int:
    """Return the first seed of a slice; after 1000 / walks slices every seed is used.

    >>> [first_seed(number, 20) for number in (36, 37, 38, 50)]
    [720, 740, 760, 0]
    >>> first_seed(36, 1000)
    0
    """
    return slice_number * walks % THOUSAND


FROM = int(os.environ.get("CONFORMANCE_FROM") or first_seed(slices.number(), WALKS))
SEEDS = range(FROM, FROM + WALKS)


@contextmanager
def seed_named(seed: int) -> Iterator[None]:
    """Add instructions for replaying the hand to a failure inside."""
    try:
        yield
    except Exception as error:
        error.add_note(f"seed {seed}: CONFORMANCE_FROM={seed} CONFORMANCE_WALKS=1 plays it again")
        raise
