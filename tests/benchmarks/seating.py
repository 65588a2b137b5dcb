"""`python -m tests.benchmarks seating`: the quality and the speed of the draws, as a table."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from tournaments.seating import SETTINGS, Measures, generate, measures, swiss
from tournaments.seating.schedule import Rounds

SIZES = ((16, 5), (20, 5), (24, 7), (32, 8), (40, 10), (48, 8), (64, 10), (100, 10), (136, 10), (208, 10), (400, 12))
SWISS = ((32, 7), (64, 8), (136, 10), (208, 10))


def main(argv: Sequence[str] = ()) -> int:
    """Prints both tables; `--improve N` sets the units of work (about a second each) of the improvement."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks seating")
    parser.add_argument("--improve", type=int, default=12)
    parser.add_argument("--events", type=int, default=2, help="simulated events for each Swiss line")
    options = parser.parse_args(list(argv))
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
