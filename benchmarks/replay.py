"""``python -m benchmarks replay``: time of an event with and without checks, and hands a second of the batch.

The games are seeded walks of players who want to win; the same hands serve every column. ``--profile`` says where
the time of the unchecked replay goes.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.engine import processor
from benchmarks.figures import keep
from benchmarks.peer_loops import riichienv_replay
from engine.family import ruleset
from engine.play.table import replay
from engine.play.walks import Walk, walk
from engine.records.cases import case_of

RULESETS = ("mcr-2006", "riichi-ema-2016", "riichi-tenhou", "taiwan-aono", "sichuan-world-championship")
TURNS = 3
"""Each measurement is the best of so many."""


def microseconds(hands: Sequence[Walk], *, checked: bool) -> float:
    """Microseconds of one event, the best of several turns; time of this process, so that others do not count."""
    events = sum(len(hand.events) for hand in hands)
    best = float("inf")
    for _ in range(TURNS):
        started = time.process_time()
        for hand in hands:
            replay(hand.states[0], hand.events, checked=checked)
        best = min(best, time.process_time() - started)
    return best / events * 1e6


def hands_a_second(hands: Sequence[Walk], jobs: int) -> float:
    """Hands a second of ``python -m engine replay --jobs``, starting the processes included."""
    text = "\n".join(json.dumps({"id": at, **case_of(hand.setup, hand.events)}) for at, hand in enumerate(hands))
    started = time.perf_counter()
    command = [sys.executable, "-m", "engine", "replay", "--jobs", str(jobs)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - started
    return len(done.stdout.splitlines()) / seconds


def measure_riichienv(hands: Sequence[Walk]) -> None:
    """Microseconds of an event that riichienv is told of, on the same hands, where it is installed."""
    told = riichienv_replay(hands)
    if told is not None:
        loop, events = told
        best = min(processor(loop) for _ in range(TURNS)) / events * 1e6
        keep("riichienv, an event", best, "us")
        print(f"{'riichienv, the same hands':28}{events / len(hands):8.0f}{best:10.1f}", flush=True)


def main(argv: Sequence[str] = ()) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks replay")
    parser.add_argument("--hands", type=int, default=200, help="hands of each ruleset")
    parser.add_argument("--profile", action="store_true", help="print where the time goes")
    options = parser.parse_args(list(argv))
    columns = ("unchecked", "checked", "1 job", "2 jobs")
    print(f"{'':28}{'events':>8}{'µs/event':>20}{'hands/s':>20}")
    print(f"{'':28}{'a hand':>8}" + "".join(f"{name:>10}" for name in columns))
    for name in RULESETS:
        hands = [walk(ruleset(name), seed) for seed in range(options.hands)]
        length = sum(len(hand.events) for hand in hands) / len(hands)
        times = [microseconds(hands, checked=checked) for checked in (False, True)]
        for way, value in zip(columns, times, strict=False):
            keep(f"replay {name}, {way}", value, "us")
        rates = [hands_a_second(hands, jobs) for jobs in (1, 2)]
        for way, value in zip(columns[2:], rates, strict=True):
            keep(f"replay {name}, {way}", value, "/s", "higher")
        print(f"{name:28}{length:8.0f}" + "".join(f"{value:10.1f}" for value in (*times, *rates)), flush=True)
        if name == "riichi-ema-2016":
            measure_riichienv(hands)
        if options.profile:
            profile = cProfile.Profile()
            profile.enable()
            microseconds(hands, checked=False)
            profile.disable()
            pstats.Stats(profile).sort_stats("tottime").print_stats(12)
    return 0
