"""`python -m tools.base_rounds 72x23`: searches a base round that no backtracking from seat to seat finds in time.

The players are three classes a, b, c of the integers modulo the number of rounds w and some who keep their place, as in
`seating/logic/constructions/rotation.py`. The search asks for more: that the base round stays as it is when class
a becomes b, b becomes c and c becomes a while every number is multiplied by m, with m * m * m = 1 modulo w. Tables then
come in threes of which one tells the others, and a third of the differences is left to look after. What remains is an
exact cover, each table a set of bits: numbers of the players, differences, seats that stay.

The line goes into `constructions/base_rounds.txt`. The same size and seed find the same line.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.logic.constructions.rotation import FIXED, BaseRound, Point, format_base, is_rotation

Bits = NDArray[np.uint64]

COUNTED = 10_000
"""With fewer tables left than this the scarcest bit is looked for, with more of them it is any."""


@dataclass(frozen=True)
class BaseShape:
    """Three classes modulo `modulus`, `single` fixed players with a table of their own under the symmetry, and
    `triples` of fixed players whose tables change places.
    """

    modulus: int
    multiplier: int
    single: int
    triples: int

    @property
    def players(self) -> int:
        """Number of players."""
        return 3 * self.modulus + self.single + 3 * self.triples

    @property
    def differences(self) -> int:
        """Number of usable differences, counting equivalent ones once."""
        return (self.modulus - 1) // 2 + self.modulus

    @property
    def spare(self) -> int:
        """Number of differences left by the base round

        The zero from class to class is never used in a table of three.
        """
        fours = (self.modulus - self.single - 3 * self.triples) // 4
        return self.differences - self.single - 3 * self.triples - 6 * fours


def shapes(players: int, rounds: int) -> list[BaseShape]:
    """Return the possible symmetries for this many players and exactly this modulus."""
    fixed = players - 3 * rounds
    cubes = [m for m in range(1, rounds) if m * m * m % rounds == 1]
    return [
        BaseShape(rounds, m, fixed - 3 * triples, triples)
        for m in cubes
        for triples in range(fixed // 3, -1, -1)
        if fixed - 3 * triples <= len({(m - 1) * i % rounds for i in range(rounds)}) and (rounds - fixed) % 4 == 0
    ]


class Cover:
    """The exact cover of a shape: every table (with the two it becomes) as two words of bits.

    The first word has a bit for each number and each fixed seat, the second one for each difference: those inside a
    class, either sign, then those from a class to the next.
    """

    def __init__(self, shape: BaseShape) -> None:
        self.shape = shape
        w, m = shape.modulus, shape.multiplier
        self.back = (1, m * m % w, m)
        self.inside = (w - 1) // 2
        self.seats = w + shape.single + shape.triples
        self.tables: list[tuple[Point, ...]] = []
        self.where, self.differences = self._options()

    def _key(self, p: Point, q: Point) -> int:
        """The bit of a pair's difference, the same for the three pairs that the symmetry makes of it; -1 for half the
        modulus, which may not occur.
        """
        w = self.shape.modulus
        if p[0] == q[0]:
            d = (q[1] - p[1]) * self.back[p[0]] % w
            d = min(d, w - d)
            return -1 if 2 * d == w else d - 1
        if (p[0] + 1) % 3 != q[0]:
            p, q = q, p
        return self.inside + (q[1] - p[1]) * self.back[p[0]] % w

    def _options(self) -> tuple[Bits, Bits]:
        where: list[int] = []
        differences: list[int] = []
        w, m = self.shape.modulus, self.shape.multiplier
        times = (1, m, m * m % w)

        def add(table: tuple[Point, ...], numbers: Sequence[int], keys: Sequence[int], seat: int | None) -> None:
            self.tables.append(table)
            where.append(sum(1 << i for i in numbers) | (0 if seat is None else 1 << seat))
            differences.append(sum(1 << k for k in keys))

        for s in range(self.shape.single):
            for i in range(w):
                line = tuple((c, i * times[c] % w) for c in range(3))
                add((*line, (-1, s)), [i], [self._key(*line[:2])], w + s)
        for size in (3, 4):
            for numbers in combinations(range(w), size):
                for labels in product(range(3), repeat=size - 1):
                    if size == 3 and set(labels) != {1, 2}:
                        continue
                    line = tuple((c, i * times[c] % w) for c, i in zip((0, *labels), numbers, strict=True))
                    keys = [self._key(p, q) for p, q in combinations(line, 2)]
                    if -1 in keys or len(set(keys)) < len(keys):
                        continue
                    if size == 4:
                        add(line, numbers, keys, None)
                        continue
                    for t in range(self.shape.triples):
                        add((*line, (-1, self.shape.single + 3 * t)), numbers, keys, w + self.shape.single + t)
        return np.array(where, dtype=np.uint64), np.array(differences, dtype=np.uint64)

    def base(self, chosen: Sequence[int]) -> BaseRound:
        """The base round of the chosen tables."""
        w, m = self.shape.modulus, self.shape.multiplier
        result: list[tuple[Point, ...]] = []
        for option in chosen:
            table = self.tables[option]
            single = any(c < 0 and x < self.shape.single for c, x in table)
            for turn in range(1 if single else 3):
                result.append(
                    tuple(
                        ((c + turn) % 3, x * m**turn % w) if c >= 0 else (-1, x + (0 if single else turn))
                        for c, x in table
                    )
                )
        return tuple(result)


def search(cover: Cover, seed: int, *, nodes: int) -> BaseRound | None:
    """One search from a random order; None when the nodes are spent.

    Each step covers the bit that the fewest tables are left for: a number or seat, or a difference too where all of
    them are needed.
    """
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(cover.where))
    budget = nodes
    wanted = np.zeros(128, dtype=bool)
    wanted[: cover.seats] = True
    wanted[64 : 64 + cover.shape.differences] = cover.shape.spare == 0
    first = int(chance.integers(cover.seats))

    def scarcest(where: Bits, differences: Bits, missing: NDArray[np.bool_]) -> int:
        if len(where) > COUNTED:
            open_seats = np.flatnonzero(missing[:64])
            return int(open_seats[np.searchsorted(open_seats, first) % len(open_seats)])
        counts = np.concatenate([_counts(where), _counts(differences)])
        return int(np.argmin(np.where(missing, counts, len(where) + 1)))

    def extend(options: NDArray[np.int64], missing: NDArray[np.bool_]) -> list[int] | None:
        nonlocal budget
        if not missing[: cover.seats].any():
            return []
        where, differences = cover.where[options], cover.differences[options]
        bit = scarcest(where, differences, missing)
        word = where if bit < 64 else differences
        for at in np.flatnonzero(word & np.uint64(1 << bit % 64)):
            budget -= 1
            if budget < 0:
                return None
            rest = options[((where & where[at]) == 0) & ((differences & differences[at]) == 0)]
            taken = np.concatenate([_counts(where[at : at + 1]), _counts(differences[at : at + 1])]) > 0
            more = extend(rest, missing & ~taken)
            if more is not None:
                return [int(options[at]), *more]
        return None

    found = extend(order, wanted)
    return None if found is None else cover.base(found)


def _counts(words: Bits) -> NDArray[np.int64]:
    """Return the number of words with each of the 64 bits."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, 8)
    total: NDArray[np.int64] = np.unpackbits(octets, axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
    return total


def main(argv: Sequence[str]) -> int:
    """Prints the line of each size; 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tools.base_rounds", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("sizes", nargs="+", metavar="PLAYERSxROUNDS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=300_000, help="of one search, before it starts again elsewhere")
    parser.add_argument("--starts", type=int, default=100)
    options = parser.parse_args(argv)
    missing = 0
    for size in options.sizes:
        players, rounds = (int(word) for word in size.split("x"))
        found = find(players, rounds, seed=options.seed, nodes=options.nodes, starts=options.starts)
        print(f"{size}: {format_base(found)}" if found else f"# {size}: not found", flush=True)
        missing += found is None
    return int(bool(missing))


def find(players: int, rounds: int, *, seed: int = 1, nodes: int = 300_000, starts: int = 100) -> BaseRound | None:
    """A base round for this size, by searches that take the shapes in turn; None if none of them finds one."""
    covers = [Cover(shape) for shape in shapes(players, rounds) if shape.single + 3 * shape.triples <= len(FIXED)]
    for start in range(starts if covers else 0):
        base = search(covers[start % len(covers)], seed + start, nodes=nodes)
        if base:
            if not is_rotation(base, rounds):
                raise AssertionError("the symmetry makes every difference of the others")
            return base
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
