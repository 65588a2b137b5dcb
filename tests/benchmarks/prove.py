"""`python -m tests.benchmarks prove`: how soon Swiss rounds are proven, and what is left where they are not."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from tests.benchmarks.figures import keep
from tournaments.seating.proof.odd_sets import bound_by
from tournaments.seating.proof.prove import Proof, prove
from tournaments.seating.schedule import Rounds, RoundTables
from tournaments.seating.swiss.rounds import Prices, prices_of, swiss
from tournaments.seating.swiss.table_costs import TableCosts

SIZES = (32, 64, 136, 208)
ROUNDS = (2, 5, 8)


def main(argv: Sequence[str] = ()) -> int:
    """Prints a line for each state of a simulated event: what the draw costs, the best seating found and the bound
    after each limit of seconds (the clock's), processor seconds, and the seconds of the check without the solver.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks prove")
    parser.add_argument("--players", type=int, nargs="*", default=SIZES)
    parser.add_argument("--rounds", type=int, nargs="*", default=ROUNDS, help="the rounds to prove")
    parser.add_argument("--settings", nargs="*", default=("balanced",))
    parser.add_argument("--seconds", type=float, nargs="*", default=(30.0, 60.0))
    parser.add_argument("--event", type=int, default=1, help="the number of the simulated event")
    options = parser.parse_args(list(argv))
    print(f"{'state':>20} {'draw':>8} {'best':>8} {'bound':>9} {'gap %':>6} {'shown %':>7}", end=" ")
    print(f"{'s':>5} {'cpu s':>6} {'check s':>7}")
    for players in options.players:
        for setting in options.settings:
            for number, prices, drawn in _event(players, max(options.rounds), setting, options.event):
                if number in options.rounds:
                    _line(f"{players} {setting} {number}", prices, drawn, options.seconds)
    return 0


def _line(name: str, prices: Prices, drawn: RoundTables, limits: Sequence[float]) -> None:
    for limit in limits:
        began, processor = time.perf_counter(), time.process_time()
        proof = prove(prices, drawn, seconds=limit)
        took, worked = time.perf_counter() - began, time.process_time() - processor
        began = time.perf_counter()
        bound_by(TableCosts(prices), proof.charges, proof.best.total)
        checked = time.perf_counter() - began
        keep(f"proof of {name} in {limit:g} s, gap", _gap(proof, proof.bound), "%")
        keep(f"proof of {name} in {limit:g} s, processor", worked, "s")
        print(
            f"{name:>20} {proof.drawn.total:>8g} {proof.best.total:>8g} {proof.bound:>9.1f}"
            f" {_gap(proof, proof.bound):>6.2f} {_gap(proof, proof.shown):>7.2f}"
            f" {took:>5.1f} {worked:>6.1f} {checked:>7.2f}",
            flush=True,
        )
        if proof.best_is_optimal:
            break


def _gap(proof: Proof, bound: float) -> float:
    return 100 * (proof.best.total - bound) / max(1.0, proof.best.total)


def _event(players: int, rounds: int, setting: str, number: int) -> list[tuple[int, Prices, RoundTables]]:
    """(number, prices, draw) of each round of one simulated event: skill and luck as in the benchmark of seatings."""
    chance = np.random.default_rng(number)
    skill = chance.normal(0, 1, players)
    points = chance.normal(0, 1e-6, players)
    played: Rounds = ()
    states = []
    for k in range(rounds):
        order = [int(i) + 1 for i in np.argsort(-points)]
        drawn = swiss(order, played, seed=f"{number}-{k}", setting=setting, rounds=rounds)
        states.append((k + 1, prices_of(order, played, setting=setting, rounds=rounds), drawn.round))
        played = (*played, drawn.round)
        for table in drawn.round:
            form = [skill[player - 1] + chance.normal(0, 3) for player in table]
            for place, i in enumerate(np.argsort(form)[::-1]):
                points[table[i] - 1] += (4, 2, 1, 0)[place] + 0.01 * form[i]
    return states
