"""``python -m benchmarks deals``: time of a wall, a deal and its check, and the power of the tests.

``power`` runs the tests on walls of shuffles that are known to be bad, and on those of Python's own: the first have
to be caught, and the p values of the second have to be spread evenly (the largest distance from even, D, with its
5 % limit).
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable

from benchmarks.figures import keep
from engine.family import ruleset
from engine.tiles.tile import Tile
from engine.walls.deal import deal_tiles, find_differences, make_deal, seat_places
from engine.walls.wall import BoardName, wall_of
from tools.randomness import Layout, RandomnessResult, run_on_boards, run_tests

SECRET = bytes(range(32))
RULESETS = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-sbr-2025")


def milliseconds(call: Callable[[int], object], times: int) -> float:
    """Mean of one call; the number of the call is its argument."""
    started = time.perf_counter_ns()
    for number in range(1, times + 1):
        call(number)
    return (time.perf_counter_ns() - started) / 1e6 / times


def times_of(name: str) -> list[float]:
    """Milliseconds of a wall, a deal, its digest and its check against the seed."""
    tiles = deal_tiles(ruleset(name), "seat34")
    deal = make_deal(name, SECRET, BoardName(1))
    return [
        milliseconds(lambda number: wall_of(SECRET, BoardName(number), tiles), 500),
        milliseconds(lambda number: make_deal(name, SECRET, BoardName(number)), 500),
        milliseconds(lambda _: deal.digest, 500),
        milliseconds(lambda _: find_differences(deal, SECRET), 500),
    ]


def speed() -> None:
    """Print the times of each family."""
    print(f"{'milliseconds':20} {'wall':>8} {'deal':>8} {'digest':>8} {'check':>8}")
    for name in RULESETS:
        times = times_of(name)
        for what, each in zip(("wall", "deal", "digest", "check"), times, strict=True):
            keep(f"{what} of {name}", each, "ms")
        print(f"{name:20} " + " ".join(f"{each:8.3f}" for each in times), flush=True)


def table(verdicts: list[RandomnessResult]) -> None:
    """Print the p of each test."""
    for each in verdicts:
        print(f"  {each.test:30} {each.p:9.2g}  {each.note}", flush=True)


def swap_with_any(tiles: list[Tile], rng: random.Random) -> None:
    """Every place is exchanged with any place."""
    for at in range(len(tiles)):
        other = rng.randrange(len(tiles))
        tiles[at], tiles[other] = tiles[other], tiles[at]


def one_byte_modulo(tiles: list[Tile], rng: random.Random) -> None:
    """Fisher-Yates with the remainder of a byte."""
    for last in range(len(tiles) - 1, 0, -1):
        other = rng.randrange(256) % (last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]


def random_swaps(times: int) -> Callable[[list[Tile], random.Random], None]:
    """So many exchanges of any two places."""

    def shuffle(tiles: list[Tile], rng: random.Random) -> None:
        for _ in range(times):
            a, b = rng.randrange(len(tiles)), rng.randrange(len(tiles))
            tiles[a], tiles[b] = tiles[b], tiles[a]

    return shuffle


def power(batches: int, walls: int) -> None:
    """Bad shuffles with four times as many walls, then the spread of p over batches of a fair one."""
    rules = ruleset("mcr-2006")
    tiles = deal_tiles(rules, "seat34")
    layout = Layout(seat_places(rules, tiles.size))
    rng = random.Random(1)

    def batch(shuffle: Callable[[list[Tile], random.Random], None], number: int) -> list[RandomnessResult]:
        dealt = []
        for _ in range(number):
            wall = list(tiles.tiles)
            shuffle(wall, rng)
            dealt.append(wall)
        return run_tests(dealt, tiles, layout)

    for name, shuffle in (
        ("swap with any", swap_with_any),
        ("byte modulo", one_byte_modulo),
        ("200 swaps", random_swaps(200)),
        ("400 swaps", random_swaps(400)),
    ):
        print(f"{name}, {4 * walls} walls")
        table(batch(shuffle, 4 * walls))
    found: dict[str, list[float]] = {}
    for _ in range(batches):
        for each in batch(lambda wall, rng: rng.shuffle(wall), walls):
            found.setdefault(each.test, []).append(each.p)
    print(f"fair shuffle, {batches} batches of {walls} walls: D, limit {1.36 / math.sqrt(batches):.3f}")
    for test, values in found.items():
        values.sort()
        far = max(max((at + 1) / batches - p, p - at / batches) for at, p in enumerate(values))
        print(f"  {test:30} {far:9.3f}  {sum(p < 0.05 for p in values)} below 0.05", flush=True)


def main(arguments: list[str]) -> None:
    """Times, then the tests of randomness on fresh boards of a fixed seed, then their power where it is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks deals")
    parser.add_argument("--boards", type=int, default=4_000, help="boards of each ruleset for the tests of randomness")
    parser.add_argument("--power", type=int, default=0, metavar="BATCHES", help="batches of 1,000 walls to calibrate")
    options = parser.parse_args(arguments)
    speed()
    for name in RULESETS:
        print(f"{name}, {options.boards} walls")
        table(run_on_boards(name, SECRET, options.boards))
    if options.power:
        power(options.power, 1_000)
