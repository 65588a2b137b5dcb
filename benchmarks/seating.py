"""`python -m benchmarks seating`: the quality and the speed of the draws, as a table."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import groupby, islice

import numpy as np

from benchmarks.figures import keep
from tournaments.seating.logic import SETTINGS, Measures, measure_rounds
from tournaments.seating.logic.bounds import KNOWN_BEST
from tournaments.seating.logic.constructions.templates import choose_template, compute_quality
from tournaments.seating.logic.draws import RankedInputs
from tournaments.seating.logic.improve import improve_template, iterate_candidates
from tournaments.seating.logic.schedule import Rounds
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.search import Progress
from tournaments.seating.logic.swiss.rounds import draw_swiss, seat_round_by_standings

SIZES = ((16, 5), (20, 5), (24, 7), (32, 8), (40, 10), (48, 8), (64, 10), (100, 10), (136, 10), (208, 10), (400, 12))
SWISS = ((32, 7), (64, 8), (136, 10), (208, 10))
SCANNED = (5, 8, 10, 12)
STOPPED = (
    *("12x4 12x5 16x3 16x4 16x5 16x8 20x6 20x8 24x3 24x6 24x7 24x8 24x12 28x9 32x5 32x12 36x11 40x10 40x12".split()),
    *("40x6m 64x4 64x8 64x8m 100x10 140x10m 200x8 200x12 208x10 240x6 400x5 400x12".split()),
)
"""Sizes whose searches end early; with m, teams of four are kept apart."""


def main(argv: Sequence[str] = ()) -> int:
    """Prints the tables; `--improve N` sets the units of work (up to a second each) of the improvement, `--scan` walks
    every field from 16 to 400 players instead, `--stop` compares whole searches with those that end without gain.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks seating")
    parser.add_argument("--improve", type=int, default=12)
    parser.add_argument("--events", type=int, default=4, help="simulated events for each Swiss line")
    parser.add_argument("--swiss", nargs="*", metavar="SIZE", help="the Swiss rounds alone, of these sizes or of all")
    parser.add_argument(
        "--stop", nargs="*", metavar="SIZE", help="searches that end without gain and such of every unit"
    )
    parser.add_argument("--scan", action="store_true", help="first answers of 16, 20 ... players, worst ones named")
    parser.add_argument("--most", type=int, default=400, help="the largest field of the scan")
    parser.add_argument("--rounds", type=int, nargs="*", default=SCANNED, help="numbers of rounds of the scan")
    options = parser.parse_args(list(argv))
    if options.scan:
        return _scan(options.most, options.rounds)
    if options.stop is not None:
        return _compare_stop(options.improve, options.stop or STOPPED)
    if options.swiss is not None:
        return _swiss(options.events, options.swiss)
    print("Fixed schedules: first answer | after improvement")
    print(f"{'size':>7} {'repeats':>7} {'wind':>4} {'table':>5} {'common (pairs at 0)':>20} {'s':>6} |", end=" ")
    print(f"{'repeats':>7} {'wind':>4} {'table':>5} {'common (pairs at 0)':>20} {'s':>6}  template")
    for players, rounds in SIZES:
        started = time.perf_counter()
        first = schedule_rounds(players, rounds, seed="benchmark")
        answered = time.perf_counter()
        better = schedule_rounds(players, rounds, seed="benchmark", improve=options.improve)
        done = time.perf_counter()
        keep(f"schedule of {players} x {rounds}, first answer", answered - started, "s")
        print(
            f"{f'{players}x{rounds}':>7} {_line(first.measure())} {answered - started:>6.2f} | "
            f"{_line(better.measure())} {done - answered:>6.1f}  {better.details['template']['method']}",
            flush=True,
        )
    print()
    return _swiss(options.events)


def _compare_stop(effort: int, sizes: Sequence[str]) -> int:
    """Searches of every unit beside those that end without gain, in processor seconds; 1 where a quality is worse.
    Everything after a template, as wishes and winds, follows from it and the seed.
    """
    print(f"Quality of the first answer, after {effort} units, and after those until the search ends")
    print("(repeats with their weight, third meetings, second tables, pairs without a common opponent, -lowest common)")
    worse = 0
    for size in sizes:
        players, rounds = map(int, size.rstrip("m").split("x"))
        apart = size.endswith("m")
        first = choose_template(players, rounds, mates_apart=apart)
        every = [compute_quality(first.rounds)]
        started = time.process_time()
        # A turn that is known to be good comes first, so that the last of the former units is one later.
        for candidate in islice(iterate_candidates(first, apart), effort + 1):
            if candidate is None:
                break
            every.append(compute_quality(candidate.rounds))
        done = time.process_time()
        units: list[float] = []
        stopped = improve_template(players, rounds, effort, mates_apart=apart, progress=_count_in(units))
        ended = time.process_time()
        quality = compute_quality(stopped.rounds)
        worse += quality > min(every)
        keep(f"search of {size}, {effort} units", ended - done, "s")
        print(
            f"{size:>7} {first.method:<12} {every[0]!s:<26} {min(every)!s:<26} {done - started:>6.1f} s | "
            f"{quality!s:<26} {ended - done:>5.1f} s {len(units):>2} units{'  WORSE' if quality > min(every) else ''}",
            flush=True,
        )
    print(f"{worse} of {len(sizes)} are worse")
    return int(worse > 0)


def _count_in(shares: list[float]) -> Progress:
    def count(share: float) -> bool:
        shares.append(share)
        return True

    return count


def _swiss(events: int, sizes: Sequence[str] = ()) -> int:
    """Whole events drawn by Swiss rounds, each with results of its own; the same events for every way to draw them."""
    print(
        f"Swiss rounds, means of {events} simulated events; spread from round 2 on (3 is ideal) with its standard error"
    )
    print(f"{'size':>7} {'drawn':>9} {'repeats':>7} {'spread':>11} {'wind excess':>11} {'s a round':>9}")
    for players, rounds in [size for size in SWISS if not sizes or "{}x{}".format(*size) in sizes]:
        for way in ("1-2-3-4", *SETTINGS):
            lines = np.array([_event(players, rounds, way, number) for number in range(events)])
            repeats, spread, winds, seconds = lines.mean(axis=0).tolist()
            error = lines[:, 1].std() / max(1, events - 1) ** 0.5
            keep(f"Swiss round of {players} x {rounds}, {way}", seconds, "s")
            keep(f"Swiss rounds of {players} x {rounds}, {way}, spread", spread, "")
            print(
                f"{f'{players}x{rounds}':>7} {way:>9} {repeats:>7.1f} {f'{spread:.1f} ({error:.2f})':>11}"
                f" {winds:>11.1f} {seconds:>9.2f}",
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
            m = schedule_rounds(players, rounds, seed="scan").measure()
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


def _event(players: int, rounds: int, way: str, number: int) -> tuple[float, float, float, float]:
    """One simulated event: (repeats, mean spread from round 2 on, wind excess, mean processor seconds for a round).

    Table points 4-2-1-0 count, then the points won at the tables, as in an event of MCR; the better player wins by a
    chance of three times the spread of skill. Seated plainly 1-2-3-4 such events have 93, 134, 239 and 263 repeats.
    """
    chance = np.random.default_rng([number, players])
    skill = chance.normal(0, 1, players)
    luck = chance.normal(0, 3, (rounds, players))
    points, won = np.zeros(players), chance.normal(0, 1e-3, players)
    played: Rounds = ()
    spreads, seconds = [], []
    for k in range(rounds):
        order = [int(i) + 1 for i in np.lexsort((-won, -points))]
        started = time.process_time()
        if way in SETTINGS:
            round_ = draw_swiss(
                RankedInputs("swiss", tuple(order), played, way, rounds=rounds), f"{number}-{k}"
            ).rounds[0]
        else:
            round_ = seat_round_by_standings(order, played=played)
        seconds.append(time.process_time() - started)
        place = {player: at for at, player in enumerate(order)}
        places = [sorted(place[player] for player in table) for table in round_]
        spreads.append(float(np.mean([table[3] - table[0] for table in places])))
        played = (*played, round_)
        form = skill + luck[k]
        for table in round_:
            at = np.array(table) - 1
            points[at[np.argsort(-form[at])]] += (4, 2, 1, 0)
            won[at] += form[at] - form[at].mean()
    m = measure_rounds(played)
    return m.repeats, float(np.mean(spreads[1:])), m.wind_excess, float(np.mean(seconds))
