"""``python -m benchmarks engine``: time of a score, waits and shanten of a hand, and of the batch command.

Every time is that of one call from a notation string, parsing included, on seeded hands of all kinds, one-suit hands
among them. ``first`` meets each hand for the first time, ``again`` a second time. Other packages (``peers``) are left
out when they are not installed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from benchmarks import peer_loops, peers
from benchmarks.figures import keep
from benchmarks.hands import winning_hands
from engine.family import Ruleset, ruleset
from engine.reading.decompositions import pack
from engine.reading.waits import missing_standard
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import format_tiles

RULESETS = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")


def timed(call: Callable[[], object]) -> float:
    """Microseconds of one call."""
    started = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - started) / 1000


def row(name: str, calls: Sequence[Callable[[], object]], turn: str = "again") -> None:
    """Print median, 90th percentile and maximum; each call is made once before unless this is the first turn."""
    if turn == "again":
        for call in calls:
            call()
    times = sorted(map(timed, calls))
    middle, high = times[len(times) // 2], times[len(times) * 9 // 10]
    print(f"{name:34} {turn:6} {middle:8.1f} {high:8.1f} {times[-1]:9.1f}", flush=True)
    keep(f"{name}, {turn}, median", middle, "us")
    keep(f"{name}, {turn}, p90", high, "us")


def _winning_call(line: str, win: Win, rules: Ruleset) -> Callable[[], object]:
    return lambda: score(Hand.parse(line), win, rules)


def _waits_call(line: str, rules: Ruleset) -> Callable[[], object]:
    return lambda: rules.waits(Hand.parse(line))


def _shanten_call(line: str, sets: int) -> Callable[[], object]:
    def call() -> int:
        hand = Hand.parse(line)
        return missing_standard(pack(hand.concealed), sets - len(hand.melds)) - 1

    return call


def measure_family(name: str, number: int) -> None:
    """The rows of one ruleset."""
    rules = ruleset(name)
    hands = list(winning_hands(rules.family.name, number))
    wins = [Win(WinBy.SELF_DRAW if index % 2 else WinBy.DISCARD, dealer=False) for index in range(number)]
    scores = [_winning_call(str(hand), win, rules) for hand, win in zip(hands, wins, strict=True)]
    row(f"{name} score", scores, "first")
    row(f"{name} score", scores)
    one_suit = [call for call, hand in zip(scores, hands, strict=True) if _one_suit(hand)]
    row(f"{name} score, one suit ({len(one_suit)})", one_suit)
    lines = [str(hand._replace(winning=None)) for hand in hands]
    row(f"{name} waits", [_waits_call(line, rules) for line in lines])
    row(f"{name} shanten, sets and pair", [_shanten_call(line, rules.family.sets) for line in lines])


def _one_suit(hand: Hand) -> bool:
    return len({tile // 9 for tile in hand.tiles}) == 1 and max(hand.tiles) < 27


def measure_peers(number: int) -> None:
    """The rows of the other packages that are installed."""
    if calls := peers.gb_scores(number):
        row("PyMahjongGB score", calls, "first")
        row("PyMahjongGB score", calls)
    if calls := peers.mahjong_scores(number):
        row("mahjong score", calls)
    scores, waits, shanten = peers.riichienv_calls(number)
    if scores:
        row("riichienv score", scores)
        row("riichienv waits", waits)
        row("riichienv shanten", shanten)


def batch_cases(name: str, number: int) -> str:
    """The hands of a ruleset as JSON lines."""
    cases = []
    for index, hand in enumerate(winning_hands(ruleset(name).family.name, number)):
        case = {"id": index, "ruleset": name, "hand": format_tiles(hand.concealed), "by": "discard"}
        case |= {"melds": [str(meld) for meld in hand.melds], "win": format_tiles((hand.winning or 0,))}
        cases.append(json.dumps(case))
    return "\n".join(cases)


def measure_batch(name: str, number: int) -> None:
    """Seconds of processor of the batch command for so many cases of a ruleset and for one, starting it included."""
    cases = batch_cases(name, number)
    for text, count in ((cases, number), (cases.partition("\n")[0], 1)):
        taken = []
        for _ in range(3):
            before = os.times()
            subprocess.run(
                [sys.executable, "-m", "engine", "score"], input=text, capture_output=True, text=True, check=True
            )
            after = os.times()
            taken.append(after.children_user + after.children_system - before.children_user - before.children_system)
        keep(f"batch {name}, {count} cases", min(taken), "s")
        print(f"batch {name}, {count:6} cases, one process: {min(taken):8.3f} s of processor", flush=True)


def measure_peer_loops(number: int) -> None:
    """The same cases by other packages, each in a loop of this process, without starting one."""
    for package, name, loop_of in (
        ("PyMahjongGB", RULESETS[0], peer_loops.gb_loop),
        ("mahjong", RULESETS[1], peer_loops.mahjong_loop),
    ):
        loop = loop_of(batch_cases(name, number))
        if loop is not None:
            seconds = min(processor(loop) for _ in range(3))
            keep(f"{package} loop, {number} cases", seconds, "s")
            print(f"{package}, {number:6} cases, its loop alone:  {seconds:8.3f} s of processor", flush=True)


def processor(work: Callable[[], object]) -> float:
    """Seconds of this process for a piece of work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def main(argv: Sequence[str] = ()) -> int:
    """Print all tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks engine")
    parser.add_argument("--hands", type=int, default=4000, help="hands of each family")
    parser.add_argument("--batch", type=int, default=12000, help="cases of the batch command")
    options = parser.parse_args(list(argv))
    print(f"{'microseconds a call':34} {'turn':6} {'median':>8} {'p90':>8} {'max':>9}")
    for name in RULESETS:
        measure_family(name, options.hands)
    measure_peers(options.hands)
    for name in RULESETS[:2]:
        measure_batch(name, options.batch)
    measure_peer_loops(options.batch)
    return 0
