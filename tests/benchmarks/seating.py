"""`python -m tests.benchmarks seating`: the quality and the speed of the draws, as a table."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from tournaments.seating import SETTINGS, Measures, generate, measures, swiss
from tournaments.seating.bounds import KNOWN_BEST
from tournaments.seating.schedule import Rounds

SIZES = ((16, 5), (20, 5), (24, 7), (32, 8), (40, 10), (48, 8), (64, 10), (100, 10), (136, 10), (208, 10), (400, 12))
SWISS = ((32, 7), (64, 8), (136, 10), (208, 10))
SCANNED = (5, 8, 10, 12)


def main(argv: Sequence[str] = ()) -> int:
    """Prints the tables; `--improve N` sets the units of work (about a second each) of the improvement, `--scan` walks
    every field from 16 to 400 players instead.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks seating")
    parser.add_argument("--improve", type=int, default=12)
    parser.add_argument("--events", type=int, default=2, help="simulated events for each Swiss line")
    parser.add_argument("--scan", action="store_true", help="first answers of 16, 20 ... players, worst ones named")
    parser.add_argument("--most", type=int, default=400, help="the largest field of the scan")
    parser.add_argument("--rounds", type=int, nargs="*", default=SCANNED, help="numbers of rounds of the scan")
    options = parser.parse_args(list(argv))
    if options.scan:
        return _scan(options.most, options.rounds)
    print("Fixed schedules: first answer | after improvement")
    print(f"{'size':>7} {'repeats':>7} {'wind':>4} {'table':>5} {'common (pairs at 0)':>20} {'s':>6} |", end=" ")
    print(f"{'repeats':>7} {'wind':>4} {'table':>5} {'common (pairs at 0)':>20} {'s':>6}  template")
    for players, rounds in SIZES:
        started = time.perf_counter()
        first = generate(players, rounds, seed="benchmark")
        answered = time.perf_counter()
        better = generate(players, rounds, seed="benchmark", improve=options.improve)
        done = time.perf_counter()
        print(
            f"{f'{players}x{rounds}':>7} {_line(first.measures)} {answered - started:>6.2f} | "
            f"{_line(better.measures)} {done - answered:>6.1f}  {better.template.method}",
            flush=True,
        )
    print("\nSwiss rounds of simulated events (mean of a round's spread; 3 is ideal)")
    print(f"{'size':>7} {'setting':>9} {'repeats':>7} {'spread':>6} {'wind excess':>11} {'s a round':>9}")
    for players, rounds in SWISS:
        for setting in SETTINGS:
            lines = [_event(players, rounds, setting, number) for number in range(options.events)]
            repeats, spread, winds, seconds = np.mean(np.array(lines, dtype=float), axis=0).tolist()
            print(
                f"{f'{players}x{rounds}':>7} {setting:>9}"
                f" {repeats:>7.1f} {spread:>6.1f} {winds:>11.1f} {seconds:>9.2f}",
                flush=True,
            )
    return 0


def _line(m: Measures) -> str:
    low = "all meet" if m.lowest_common is None else f"{m.lowest_common} ({m.without_common})"
    return f"{m.repeats:>7} {m.wind_excess:>4} {m.repeated_tables:>5} {low:>20}"


def _scan(most: int, numbers: Sequence[int]) -> int:
    """First answers of every field up to `most` players: for each number of rounds the slowest and the sums, then every
    size that misses a bound. Seconds are the processor's, so that a busy machine does not count.
    """
    found = []
    for rounds in numbers:
        for players in range(16, most + 1, 4):
            started = time.process_time()
            m = generate(players, rounds, seed="scan").measures
            found.append((rounds, players, time.process_time() - started, m))
    print(f"First answers of 16, 20 ... {most} players; excess is what goes beyond the bound")
    print(
        f"{'rounds':>6} {'sizes':>5} {'slowest, s':>16}"
        f" {'repeats':>7} {'third':>5} {'wind':>4} {'table':>5} {'missed':>6}"
    )
    for rounds, group in groupby(found, key=lambda line: line[0]):
        lines = list(group)
        slowest = max(lines, key=lambda line: line[2])
        print(
            f"{rounds:>6} {len(lines):>5} {f'{slowest[2]:.2f} ({slowest[1]})':>16}"
            f" {sum(m.repeats - m.repeat_bound for *_, m in lines):>7} {sum(_third(m) for *_, m in lines):>5}"
            f" {sum(m.wind_excess for *_, m in lines):>4} {sum(m.repeated_tables for *_, m in lines):>5}"
            f" {sum(_missed(m) for *_, m in lines):>6}"
        )
    print(f"\n{'size':>7} {'repeats':>7} {'bound':>5} {'best known':>10} {'third':>5} {'table':>5} {'s':>5}")
    for rounds, players, seconds, m in sorted(found, key=lambda line: (line[1], line[0])):
        if _missed(m) or seconds > 1:
            best = KNOWN_BEST.get((players, rounds), m.repeat_bound)
            print(
                f"{f'{players}x{rounds}':>7} {m.repeats:>7} {m.repeat_bound:>5} {best:>10} {_third(m):>5}"
                f" {m.repeated_tables:>5} {seconds:>5.2f}"
            )
    return 0


def _third(m: Measures) -> int:
    """Third meetings beyond those that counting makes unavoidable."""
    pairs = m.players * (m.players - 1) // 2
    return m.third_meetings - max(0, 6 * m.tables * m.rounds - 2 * pairs)


def _missed(m: Measures) -> bool:
    return bool(m.repeats > m.repeat_bound or _third(m) or m.wind_excess or m.repeated_tables)


def _event(players: int, rounds: int, setting: str, number: int) -> tuple[int, float, int, float]:
    """One simulated event: (repeats, mean spread from round 2 on, wind excess, mean seconds for a round)."""
    chance = np.random.default_rng(number)
    skill = chance.normal(0, 1, players)
    points = chance.normal(0, 1e-6, players)
    played: Rounds = ()
    spreads, seconds = [], []
    for k in range(rounds):
        order = [int(i) + 1 for i in np.argsort(-points)]
        started = time.perf_counter()
        drawn = swiss(order, played, seed=f"{number}-{k}", setting=setting)
        seconds.append(time.perf_counter() - started)
        if k:
            spreads.append(drawn.spread)
        played = (*played, drawn.round)
        for table in drawn.round:
            form = [skill[player - 1] + chance.normal(0, 3) for player in table]
            for place, i in enumerate(np.argsort(form)[::-1]):
                points[table[i] - 1] += (4, 2, 1, 0)[place] + 0.01 * form[i]
    m = measures(played)
    return m.repeats, float(np.mean(spreads)), m.wind_excess, float(np.mean(seconds))
