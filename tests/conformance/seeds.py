"""Seeds of a run: a slice of the thousand hands that a release plays, another one every day.

`CONFORMANCE_WALKS=1000` plays the thousand; `CONFORMANCE_FROM=440` starts where a failed run began.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from contextlib import contextmanager

THOUSAND = 1000
WALKS = int(os.environ.get("CONFORMANCE_WALKS", "20"))
"""Hands of each ruleset."""


def first_seed(day: datetime.date, walks: int) -> int:
    """First seed for the day; after 1000 / walks days every seed has been used.

    >>> [first_seed(datetime.date(2026, 5, day), 20) for day in (1, 2, 3)]
    [740, 760, 780]
    >>> first_seed(datetime.date(2026, 5, 1), 1000)
    0
    """
    return day.toordinal() * walks % THOUSAND


FROM = int(os.environ.get("CONFORMANCE_FROM") or first_seed(datetime.datetime.now(datetime.UTC).date(), WALKS))
SEEDS = range(FROM, FROM + WALKS)


@contextmanager
def seed_named(seed: int) -> Iterator[None]:
    """Add instructions for replaying the hand to a failure inside."""
    try:
        yield
    except Exception as error:
        error.add_note(f"seed {seed}: CONFORMANCE_FROM={seed} CONFORMANCE_WALKS=1 plays it again")
        raise
