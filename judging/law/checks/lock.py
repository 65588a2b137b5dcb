"""Is the player locked? Furiten, passed wins, the same-turn lock; asked for without a win."""

from __future__ import annotations

from collections.abc import Iterator

from judging.law.facts import Facts
from judging.law.findings import Finding
from judging.law.kinds import check
from judging.law.locks import lock_findings

FACTS = (
    "hand",
    "void_suit",
    "own_discards",
    "in_riichi",
    "passed_tiles",
    "passed_own",
    "since",
    "discarded_since",
    "last_discard",
    "witnesses",
    "prevalent_wind",
    "seat_wind",
)


@check("lock", *FACTS, riichi="RI-6.3", taiwan="TW-6.1", sichuan="SC-6.6")
def is_locked(f: Facts) -> Iterator[Finding]:
    """Every lock of the family, those that bar a win failing."""
    yield from lock_findings(f, claiming=False)
