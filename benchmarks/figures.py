"""Figures of a run, kept as JSON Lines where `--json FILE` asks for it, and compared by `compare A B`.

A line: ``{"name": "mcr-2006 score, again, median", "value": 30.1, "unit": "us", "better": "lower"}``. Each file has the
figure `PROBE`: how long this machine takes for a fixed piece of work, so that files of two machines can be held
against each other.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

FILE: Final = "MAHJONG_DIRECTOR_BENCHMARK_FILE"
"""Environment variable with the file, because some benchmarks measure in processes of their own."""

PROBE: Final = "machine probe"


def keep(name: str, value: float, unit: str, better: str = "lower") -> None:
    """Write the figure behind the others, where a file is wanted. `better` is ``lower`` or ``higher``."""
    if path := os.environ.get(FILE):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "value": value, "unit": unit, "better": better}) + "\n")


def begin(path: str) -> None:
    """Make the file anew, with the probe of this machine."""
    Path(path).write_text("", encoding="utf-8")
    os.environ[FILE] = str(Path(path).resolve())
    keep(PROBE, probe(), "ms")


def probe() -> float:
    """Milliseconds of processor for a fixed piece of Python: the best of five."""
    best = float("inf")
    for _ in range(5):
        started = time.process_time()
        found: dict[int, int] = {}
        for number in range(200_000):
            found[number * 7919 % 10_007] = found.get(number % 997, 0) + number
        best = min(best, time.process_time() - started)
    return best * 1000


def read(path: str) -> dict[str, Mapping[str, Any]]:
    """Name -> figure of a file."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {figure["name"]: figure for figure in map(json.loads, lines)}


def compared(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    """A line for each figure that both have: both values, and how many times as good the second is.

    Above 1 is better, whichever direction is the better one. Where both machines have a probe, times and rates are
    taken as they would be on the first machine.
    """
    pace = 1.0
    if PROBE in before and PROBE in after:
        pace = before[PROBE]["value"] / after[PROBE]["value"]
        yield f"{'(the second machine is as fast)':60} {pace:10.2f} x"
    for name, old in before.items():
        new = after.get(name)
        if new is None or name == PROBE:
            continue
        timed = old["unit"] in ("us", "ms", "s", "/s")
        value = new["value"] * (1 / pace if old["better"] == "higher" else pace) if timed else new["value"]
        pair = (old["value"], value) if old["better"] == "lower" else (value, old["value"])
        ratio = pair[0] / pair[1] if pair[1] else float("inf") if pair[0] else 1.0
        yield f"{name:60} {old['value']:10.1f} {new['value']:10.1f} {old['unit']:3} {ratio:6.2f} x"
