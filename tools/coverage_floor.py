"""Coverage of the test suite: `./test` prints it and requires a minimum for the game and the law."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

FLOOR = {"engine": 92.0, "judging/law": 88.6}
"""Per cent of the branches of each package that its own tests reach; raise it when more is reached."""
OTHERS = ("tournaments", "judging")
"""Packages of which all tests together are asked for lines; the law is counted for itself."""


class Reached(NamedTuple):
    """Lines and branches of a package, and how many of them were reached."""

    lines: int
    lines_reached: int
    branches: int
    branches_reached: int

    @property
    def line_percent(self) -> float:
        return 100 * self.lines_reached / self.lines

    @property
    def branch_percent(self) -> float:
        return 100 * self.branches_reached / self.branches


def reached(folders: Iterable[Path], packages: Iterable[str]) -> dict[str, Reached]:
    """Lines and branches that were reached, by package; a file counts for the innermost package that holds it.

    Raises LookupError for a package without any line.
    """
    known, seen = _together(folders)
    inner_first = sorted({*FLOOR, *OTHERS}, key=len, reverse=True)
    sums = {package: [0, 0, 0, 0] for package in packages}
    for kind, place in (("lines", 0), ("branches", 2)):
        for path, there in known[kind].items():
            package = next(package for package in inner_first if (ROOT / path).is_relative_to(ROOT / package))
            if package in sums:
                sums[package][place] += len(there)
                sums[package][place + 1] += len(seen[kind].get(path, set()))
    if empty := [package for package, sum_ in sums.items() if not sum_[0]]:
        raise LookupError(f"nothing was measured in {' and '.join(empty)}")
    return {package: Reached(*sum_) for package, sum_ in sums.items()}


Places = dict[str, dict[str, set[object]]]
"""`lines` or `branches` -> path -> line numbers, or pairs of them."""


def _together(folders: Iterable[Path]) -> tuple[Places, Places]:
    """Return all lines, and those reached by at least one process."""
    known: Places = {"lines": {}, "branches": {}}
    seen: Places = {"lines": {}, "branches": {}}
    for file in (file for folder in folders for file in sorted(folder.glob("*.json"))):
        for path, found in json.loads(file.read_text(encoding="utf-8")).items():
            for kind in known:
                hit = {tuple(one) if kind == "branches" else one for one in found.get(f"executed_{kind}", ())}
                missed = {tuple(one) if kind == "branches" else one for one in found.get(f"missing_{kind}", ())}
                known[kind].setdefault(path, set()).update(hit | missed)
                seen[kind].setdefault(path, set()).update(hit)
    return known, seen


def main(own: Path, *others: Path) -> int:
    """Print the table; 1 where a package is below its floor. `own`: what the tests of game and law wrote."""
    print("Coverage      lines  branches  (floor)")
    below = []
    for package, one in reached([own], FLOOR).items():
        print(f"{package:<12} {one.line_percent:5.1f} %  {one.branch_percent:5.1f} %   ({FLOOR[package]:.1f} %)")
        if one.branch_percent < FLOOR[package]:
            below.append(package)
    for package, one in reached([own, *others], OTHERS if others else ()).items():
        print(f"{package:<12} {one.line_percent:5.1f} %")
    if below:
        print(f"Fewer branches than before are reached in {' and '.join(below)}.")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
