"""Two files of figures side by side: `python -m benchmarks compare BEFORE AFTER`."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.figures import compared, read


def main(argv: Sequence[str] = ()) -> int:
    """Print name, both values, and how many times as good the second is. Returns 2 for a wrong call."""
    if len(argv) != 2:
        print("python -m benchmarks compare BEFORE AFTER")
        return 2
    for line in compared(read(argv[0]), read(argv[1])):
        print(line)
    return 0
