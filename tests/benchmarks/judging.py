"""``python -m tests.benchmarks judging``: how long the law takes for a claim of each kind, in milliseconds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

from judging.law import decide, examine, read_claim
from tests.judging.law.examples import EXAMPLES

TURNS = 5


def milliseconds(kind: str, family: str) -> list[float]:
    """Milliseconds to read, examine and decide each example of a kind, the best of several turns."""
    found = []
    for example in EXAMPLES:
        if example.kind == kind and example.ruleset.startswith(family):
            stored = {"kind": kind, "ruleset": example.ruleset, "seat": example.seat, "facts": example.facts}
            best = float("inf")
            for _ in range(TURNS):
                started = time.perf_counter()
                claim = read_claim(stored)
                decide(claim, examine(claim))
                best = min(best, time.perf_counter() - started)
            found.append(best * 1000)
    return found


def main(argv: Sequence[str] = ()) -> int:
    """Print the median and the longest for each kind and family."""
    families = ("mcr", "riichi", "taiwan", "sichuan")
    print(f"{'':14}" + "".join(f"{family:>18}" for family in families))
    for kind in dict.fromkeys(example.kind for example in EXAMPLES):
        cells = []
        for family in families:
            times = milliseconds(kind, family)
            cells.append(f"{statistics.median(times):8.2f} /{max(times):7.2f}" if times else "–")
        print(f"{kind:14}" + "".join(f"{cell:>18}" for cell in cells))
    return 0
