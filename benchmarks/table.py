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
REPLAYED: Final = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")


class GoalRow(NamedTuple):
    """A line: what is done, what it should take, the figures' names, and those of the peers.

    Several figures stand one after the other, as those of the goal.
    """

    work: str
    goal: str
    figures: Sequence[str]
    peers: Sequence[tuple[str, str]] = ()


def _databases(name: str) -> tuple[str, str]:
    return f"{name}, sqlite3", f"{name}, postgresql"


ROWS: Final = (
    GoalRow(
        "score an MCR hand, first; again (p90, p90)",
        "below the peer",
        [f"mcr-2006 score, {turn}, {which}" for which in ("median", "p90") for turn in ("first", "again")],
        [("PyMahjongGB", f"PyMahjongGB score, again, {which}") for which in ("median", "p90")],
    ),
    GoalRow(
        "score a riichi hand (p90)",
        "19 µs",
        [f"riichi-ema-2016 score, again, {which}" for which in ("median", "p90")],
        [("riichienv", "riichienv score, again, median"), ("mahjong", "mahjong score, again, median")],
    ),
    GoalRow(
        "score Taiwan; Sichuan",
        "15; 10 µs",
        ["taiwan-aono score, again, median", "sichuan-world-championship score, again, median"],
    ),
    GoalRow(
        "waits: MCR, riichi, Taiwan, Sichuan",
        "5 µs",
        [
            f"{name} waits, again, median"
            for name in ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")
        ],
        [("riichienv", "riichienv waits, again, median")],
    ),
    GoalRow(
        "shanten: MCR, riichi",
        "2 µs",
        [f"{name} shanten, sets and pair, again, median" for name in ("mcr-2006", "riichi-ema-2016")],
        [("riichienv", "riichienv shanten, again, median")],
    ),
    *(
        GoalRow(
            f"replay an event, {way}: MCR, riichi, Taiwan, Sichuan",
            goal,
            [f"replay {name}, {way}" for name in REPLAYED],
            [("riichienv", "riichienv, an event")] if way == "unchecked" else (),
        )
        for way, goal in (("unchecked", "6 µs"), ("checked", "10 µs"))
    ),
    GoalRow(
        "12,000 MCR hands as JSON lines",
        "0.7 s",
        ["batch mcr-2006, 12000 cases"],
        [("PyMahjongGB in a loop", "PyMahjongGB loop, 12000 cases")],
    ),
    GoalRow(
        "12,000 riichi hands as JSON lines",
        "1.1 s",
        ["batch riichi-ema-2016, 12000 cases"],
        [("mahjong in a loop", "mahjong loop, 12000 cases")],
    ),
    GoalRow("one hand by `python -m engine score`", "0.15 s", ["batch mcr-2006, 1 cases"]),
    GoalRow(
        "`manage.py`: a list of standings; a command with checks",
        "0.8 s",
        ["manage.py standings nothing", "manage.py check"],
    ),
    GoalRow(
        "results posted by 8 clients, SQLite; PostgreSQL",
        "30 a second",
        _databases("results posted"),
    ),
    GoalRow(
        "the same while score sheets are printed",
        "30 a second",
        _databases("results posted while sheets are printed"),
    ),
    GoalRow(
        "one result posted, the server's processor, SQLite; PostgreSQL",
        "15 ms",
        _databases("processor of a posted result"),
    ),
    GoalRow("standings of 400 x 12 from the sheets", "120 ms", ["standings of 400 x 12, sqlite3"]),
    GoalRow(
        "public standings page, whole, SQLite; PostgreSQL",
        "400 a second",
        _databases("public standings, whole page"),
    ),
    GoalRow(
        "public standings page, 304, SQLite; PostgreSQL",
        "900 a second",
        _databases("public standings, unchanged (304)"),
    ),
    GoalRow("standings by the API, 304", "900 a second", ["API standings, unchanged (304), sqlite3"]),
    GoalRow(
        "results entry page, 1,600 players",
        "12 queries, 150 ms",
        [f"results entry page of 1,600 players, {each}" for each in ("queries", "processor")],
    ),
    GoalRow(
        "export of 400 players x 3 rounds",
        "40 queries, 300 ms",
        [f"export of 400 players x 3 rounds, {each}" for each in ("queries", "processor")],
    ),
    GoalRow(
        "100 MCR score sheets as PDF; the first; at the peak",
        "10 s; 2 s; 400 MB",
        [f"100 score sheets, mcr-2006{each}" for each in ("", ", first sheet", ", peak")],
    ),
    GoalRow(
        "`./run` until the first page: first, with pip; without; second",
        "17; –; 1.8 s",
        [f"./run, {turn}, first page" for turn in ("from a clone", "first", "second")],
    ),
    GoalRow("`./run`, memory when idle", "330 MB", ["./run, second, memory"]),
    GoalRow("a static copy of 400 players and 12 rounds, one language", "60 s", ["static copy of 400 x 12, processor"]),
    GoalRow(
        "memory after the load of 16 clients: two web processes; the worker",
        "450 MB in all",
        ["memory after, web", "memory after, worker"],
    ),
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
    yield "| work | peers | goal | now |"
    yield "|---|---|---|---|"
    for row in ROWS:
        beside = "; ".join(f"{name} {_said(found, figure)}" for name, figure in row.peers) or MISSING
        now = "; ".join(_said(found, figure) for figure in row.figures)
        yield f"| {row.work} | {beside} | {row.goal} | {now} |"


def _said(found: Figures, name: str) -> str:
    if (figure := found.get(name)) is None:
        return MISSING
    value, unit = figure["value"], {"us": "µs", "": "queries"}.get(figure["unit"], figure["unit"])
    digits = 2 if value < 1 else 1 if value < 100 and unit != "queries" else 0
    return f"{value:,.{digits}f} {unit}"


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
