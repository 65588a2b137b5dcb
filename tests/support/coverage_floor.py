"""How much of the game and of the law their own tests reach: `./test` prints it and holds what was reached."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from coverage import Coverage

ROOT = Path(__file__).resolve().parents[2]

FLOOR = {"engine": 92.0, "judging/law": 88.6}
"""Per cent of the branches of each room; raise it when more is reached."""


class Reached(NamedTuple):
    """Of one room: how many lines and branches there are, and how many of them were reached."""

    lines: int
    lines_reached: int
    branches: int
    branches_reached: int

    @property
    def line_percent(self) -> float:
        """Per cent of the lines."""
        return 100 * self.lines_reached / self.lines

    @property
    def branch_percent(self) -> float:
        """Per cent of the branches."""
        return 100 * self.branches_reached / self.branches


def reached(data: Path) -> dict[str, Reached]:
    """What a run with `--cov` saw, by room; `data` is its file. Raises LookupError for a room without any line."""
    found = Coverage(data_file=str(data), branch=True, source=[str(ROOT / room) for room in FLOOR], config_file=False)
    found.load()
    sums = {room: [0, 0, 0, 0] for room in FLOOR}
    for path in found.get_data().measured_files():
        numbers = found._analyze(path).numbers
        for room, sum_ in sums.items():
            if Path(path).is_relative_to(ROOT / room):
                counts = (numbers.n_statements, numbers.n_executed, numbers.n_branches, numbers.n_executed_branches)
                sum_[:] = [old + new for old, new in zip(sum_, counts, strict=True)]
    empty = [room for room, sum_ in sums.items() if not sum_[0] or not sum_[2]]
    if empty:
        raise LookupError(f"nothing was measured in {' and '.join(empty)}")
    return {room: Reached(*sum_) for room, sum_ in sums.items()}


def main(data: Path) -> int:
    """Print the table; 1 where a room is below its floor."""
    print("Coverage      lines  branches  (floor)")
    below = []
    for room, one in reached(data).items():
        print(f"{room:<12} {one.line_percent:5.1f} %  {one.branch_percent:5.1f} %   ({FLOOR[room]:.1f} %)")
        if one.branch_percent < FLOOR[room]:
            below.append(room)
    if below:
        print(f"Fewer branches than before are reached in {' and '.join(below)}.")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
