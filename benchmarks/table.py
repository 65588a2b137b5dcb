"""The whole of what should be fast, as one table: goal, now, and the best peer beside it.

    python -m benchmarks table [--run engine site …] [--from FILE …] [--write FILE]

Runs the benchmarks in `RUNS` one after the other, or those that are named, and prints the table as Markdown; with
``--from`` figures of files that were kept come first, so that a part can be measured again. ``--write`` keeps all
figures. Nothing else should run on the machine: most of it is told by the clock. Peers are measured where they are
installed; those of another environment are found by PYTHONPATH.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.figures import PROBE, read

Figures = Mapping[str, Mapping[str, Any]]

RUNS: Final = ("engine", "replay", "site", "desk", "printing", "site_copy", "start", "memory")
MISSING: Final = "–"


class GoalRow(NamedTuple):
    """A line: the work, its goal, the name of its figure, the peer with the name of the peer's figure."""

    work: str
    goal: str
    figure: str
    peer: tuple[str, str] | None = None


DATABASES: Final = (("SQLite", "sqlite3"), ("PostgreSQL", "postgresql"))
FAMILIES: Final = (
    ("MCR", "mcr-2006"),
    ("riichi", "riichi-ema-2016"),
    ("Taiwan", "taiwan-aono"),
    ("Sichuan", "sichuan-world-championship"),
)


def _of_databases(work: str, goal: str, figure: str) -> list[GoalRow]:
    return [GoalRow(f"{work}, {name}", goal, f"{figure}, {database}") for name, database in DATABASES]


def _of_families(
    work: str, goal: str, figure: str, peers: Mapping[str, tuple[str, str]] | None = None
) -> list[GoalRow]:
    peers = peers or {}
    return [
        GoalRow(f"{work}, {name}", goal, figure.format(edition=edition), peers.get(name)) for name, edition in FAMILIES
    ]


ROWS: Final = (
    GoalRow(
        "score an MCR hand met first",
        "10 µs",
        "mcr-2006 score, first, median",
        ("PyMahjongGB", "PyMahjongGB score, first, median"),
    ),
    *_of_families(
        "score a hand again",
        "20 µs",
        "{edition} score, again, median",
        {
            "MCR": ("PyMahjongGB", "PyMahjongGB score, again, median"),
            "riichi": ("riichienv", "riichienv score, again, median"),
        },
    ),
    *_of_families(
        "waits of a hand",
        "5 µs",
        "{edition} waits, again, median",
        {"riichi": ("riichienv", "riichienv waits, again, median")},
    ),
    *_of_families(
        "shanten of a hand",
        "2 µs",
        "{edition} shanten, sets and pair, again, median",
        {"riichi": ("riichienv", "riichienv shanten, again, median")},
    ),
    *_of_families(
        "replay an event of a log, unchecked",
        "6 µs",
        "replay {edition}, unchecked",
        {"riichi": ("riichienv", "riichienv, an event")},
    ),
    *_of_families("replay an event of a log, checked", "10 µs", "replay {edition}, checked"),
    GoalRow(
        "12,000 MCR hands as JSON lines",
        "0.7 s",
        "batch mcr-2006, 12000 cases",
        ("PyMahjongGB, its loop alone", "PyMahjongGB loop, 12000 cases"),
    ),
    GoalRow(
        "12,000 riichi hands as JSON lines",
        "1.1 s",
        "batch riichi-ema-2016, 12000 cases",
        ("mahjong, its loop alone", "mahjong loop, 12000 cases"),
    ),
    GoalRow("one hand by `python -m engine score`", "0.15 s", "batch mcr-2006, 1 cases"),
    GoalRow("`manage.py standings` of one event", "0.8 s", "manage.py standings nothing"),
    GoalRow("`manage.py check`", "0.8 s", "manage.py check"),
    *_of_databases("results posted by 8 clients", "30 /s", "results posted"),
    *_of_databases("the same while score sheets are printed", "30 /s", "results posted while sheets are printed"),
    *_of_databases("processor of a posted result", "15 ms", "processor of a posted result"),
    GoalRow("standings of 400 x 12 from the sheets", "120 ms", "standings of 400 x 12, sqlite3"),
    *_of_databases("public standings page, whole", "400 /s", "public standings, whole page"),
    *_of_databases("public standings page, 304", "900 /s", "public standings, unchanged (304)"),
    *_of_databases("standings by the API, 304", "900 /s", "API standings, unchanged (304)"),
    GoalRow("results entry page of 1,600 players, queries", "12", "results entry page of 1,600 players, queries"),
    GoalRow(
        "results entry page of 1,600 players, processor", "150 ms", "results entry page of 1,600 players, processor"
    ),
    GoalRow("export of 400 players x 3 rounds, queries", "40", "export of 400 players x 3 rounds, queries"),
    GoalRow("export of 400 players x 3 rounds, processor", "300 ms", "export of 400 players x 3 rounds, processor"),
    GoalRow("100 MCR score sheets as PDF", "10 s", "100 score sheets, mcr-2006"),
    GoalRow("the first of them, by a new child", "1.5 s", "100 score sheets, mcr-2006, first sheet"),
    GoalRow("the first of them, by a waiting child", "0.5 s", "100 score sheets, mcr-2006, first sheet, warm"),
    GoalRow("memory of the child at the peak", "400 MB", "100 score sheets, mcr-2006, peak"),
    GoalRow("a static copy of 400 x 12, one language", "60 s", "static copy of 400 x 12, processor"),
    GoalRow("`./run` from a clone until the first page, with pip", "17 s", "./run, from a clone, first page"),
    GoalRow("`./run` for the first time, packages installed", "12 s", "./run, first, first page"),
    GoalRow("`./run`, later", "1.8 s", "./run, second, first page"),
    GoalRow("`./run`, memory when idle", "330 MB", "./run, second, memory"),
    GoalRow("two web processes after the load of 16 clients", "300 MB", "memory after, web"),
    GoalRow("the worker a minute later", "150 MB", "memory later, worker"),
)


def main(argv: Sequence[str] = ()) -> int:
    """Print the table. Returns 1 where a benchmark failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks table")
    parser.add_argument("--run", nargs="*", default=None, metavar="NAME", help=f"instead of {', '.join(RUNS)}")
    parser.add_argument("--from", nargs="*", default=[], metavar="FILE", dest="files", help="figures that were kept")
    parser.add_argument("--write", metavar="FILE", help="where to keep all figures")
    options = parser.parse_args(list(argv))
    found: dict[str, Mapping[str, Any]] = {}
    for file in options.files:
        found |= read(file)
    names = options.run if options.run is not None else () if options.files else RUNS
    failed = [name for name in names if not _measured(name, found)]
    if options.write:
        _write(options.write, found)
    print("\n".join(lines(found)))
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def lines(found: Figures) -> Iterable[str]:
    """The table; a figure that was not measured is a dash."""
    probe = found.get(PROBE)
    yield f"Machine probe: {probe['value']:.0f} ms." if probe else "Machine probe: not measured."
    yield ""
    yield "| work | goal | now | peer |"
    yield "|---|---|---|---|"
    for row in ROWS:
        peer = f"{row.peer[0]}: {_said(found, row.peer[1])}" if row.peer else MISSING
        yield f"| {row.work} | {row.goal} | {_said(found, row.figure)} | {peer} |"


def _said(found: Figures, name: str) -> str:
    if (figure := found.get(name)) is None:
        return MISSING
    value, unit = figure["value"], {"us": "µs"}.get(figure["unit"], figure["unit"])
    digits = 2 if value < 1 else 1 if value < 100 and unit else 0
    return f"{value:,.{digits}f} {unit}".rstrip()


def _measured(name: str, found: dict[str, Mapping[str, Any]]) -> bool:
    """Run a benchmark in a process of its own, and take its figures; whether it ended well."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-table-") as folder:
        file = str(Path(folder) / "figures.json")
        command = [sys.executable, "-m", "benchmarks", name, "--json", file]
        done = subprocess.run(command, env=dict(os.environ), stdout=sys.stderr)
        found |= read(file)
    return done.returncode == 0


def _write(path: str, found: Figures) -> None:
    text = "".join(json.dumps(figure) + "\n" for figure in found.values())
    Path(path).write_text(text, encoding="utf-8")
