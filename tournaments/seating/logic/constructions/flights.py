"""Four-flights designs: classes A, B, C, D of one player a table, moving past each other by known steps. In round k
table i + u[k] seats A(i), B(i + s1[k]), C(i + s2[k]), D(i + s3[k]) over an abelian group of that order. Nobody meets
twice if, for each two of the rows 0, s1, s2, s3, the differences over k are distinct; the same for u means that nobody
sees a table twice. Without the difference 0, A(i), B(i), C(i), D(i) never meet, as teams of four must.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.constructions.fields import (
    AbelianGroup,
    build_additive_group,
    build_cyclic_group,
    build_multiplication_table,
    find_prime_power,
)
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables

PAIRS = tuple((i, j) for i in range(5) for j in range(i + 1, 5))
SEATED = tuple((i, j) for i in range(4) for j in range(i + 1, 4))
# Classes of a player, of an opponent, and of an opponent of that one.
_PATHS = tuple(path for path in product(range(4), repeat=3) if path[1] not in (path[0], path[2]))
_FIRST, _SECOND = np.array([pair for pair in product(range(4), repeat=2) if pair[0] != pair[1]]).T


def build_rounds(group: AbelianGroup, rows: IntArray) -> Rounds:
    """Return the rounds of the rows 0, s1, s2, s3, u in player numbers: A 0 .. T-1, B T .. 2T-1, C, D."""
    tables = group.order
    add, minus = group.addition, group.subtraction
    result: list[RoundTables] = []
    for k in range(rows.shape[1]):
        games = [
            tuple(c * tables + int(add[game, rows[c, k]]) for c in range(4))
            for game in (int(minus[table, rows[4, k]]) for table in range(tables))
        ]
        result.append(tuple((a, b, c, d) for a, b, c, d in games))
    return tuple(result)


def is_design(group: AbelianGroup, rows: IntArray, *, mates_apart: bool = False) -> bool:
    """Return whether all differences are distinct, and (`mates_apart`) not 0 between seated rows."""
    for i, j in PAIRS:
        differences = group.subtraction[rows[j], rows[i]]
        if len(set(differences.tolist())) != rows.shape[1]:
            return False
        if mates_apart and j < 4 and 0 in differences:
            return False
    return True


def find_field_design(tables: int, rounds: int, *, mates_apart: bool = False) -> tuple[AbelianGroup, IntArray] | None:
    """Return rows x * k in GF(tables): up to `tables` rounds, one less with mates apart; None without a field."""
    if find_prime_power(tables) is None or tables < 5 or rounds > tables - mates_apart:
        return None
    product = build_multiplication_table(tables)
    steps = np.arange(tables)[1:] if mates_apart else np.arange(tables)
    return build_additive_group(tables), product[:5][:, steps[:rounds]]


def find_product_design(tables: int, rounds: int, *, mates_apart: bool = False) -> tuple[AbelianGroup, IntArray] | None:
    """Return a design over a product of fields of order 5 or more (MacNeish); the smallest limits the rounds."""
    factors = []
    remaining = tables
    for p in range(2, tables + 1):
        q = 1
        while remaining % p == 0:
            remaining //= p
            q *= p
        if q > 1:
            factors.append(q)
    if len(factors) < 2 or min(factors) < 5 or rounds > min(factors) - mates_apart:
        return None
    moduli = tuple(modulus for q in factors for modulus in build_additive_group(q).moduli)
    group = AbelianGroup(moduli)
    first = int(mates_apart)
    rows = np.zeros((5, rounds), dtype=np.int64)
    for x in range(5):
        for k in range(rounds):
            digits: list[int] = []
            for q in factors:
                digits += build_additive_group(q).digits(int(build_multiplication_table(q)[x, k + first]))
            rows[x, k] = group.number(digits)
    return group, rows


class Columns:
    def __init__(self, group: AbelianGroup, noise: Noise, *, mates_apart: bool) -> None:
        self.order, self.noise = group.order, noise
        self.minus = group.subtraction.tolist()
        self.turns = _list_turns(group)
        # Sets of differences that no column uses are bits of integers: arrays of so few take ten times as long.
        everything = (1 << group.order) - 1
        self.free = {pair: everything - (mates_apart and pair in SEATED) for pair in PAIRS}

    def mark(self, column: Sequence[int], used: bool) -> None:
        for i, j in PAIRS:
            difference = 1 << self.minus[column[j]][column[i]]
            self.free[i, j] = self.free[i, j] & ~difference if used else self.free[i, j] | difference

    def random(self, tries: int = 20) -> list[int] | None:
        """Return a random column of unused differences, filled row by row; None after so many tries."""
        for _ in range(tries):
            column = [0]
            for row in range(1, 5):
                choices = self.free[0, row]
                for above in range(1, row):
                    choices &= self._move(self.free[above, row], column[above])
                if not choices:
                    break
                column.append(_find_bit(choices, self.noise.below(choices.bit_count()), self.order))
            else:
                return column
        return None

    def _move(self, numbers: int, step: int) -> int:
        for up, down, high, low in self.turns[step]:
            numbers = (numbers << up) & high | (numbers >> down) & low
        return numbers


def _list_turns(group: AbelianGroup) -> list[list[tuple[int, int, int, int]]]:
    # An element is added to a set of elements by turning bits inside blocks, digit by digit.
    turns = []
    for number in range(group.order):
        moves, weight = [], group.order
        for digit, modulus in zip(group.digits(number), group.moduli, strict=True):
            block, weight = weight, weight // modulus
            if digit:
                up = digit * weight
                low = sum(((1 << up) - 1) << start for start in range(0, group.order, block))
                moves.append((up, block - up, (1 << group.order) - 1 - low, low))
        turns.append(moves)
    return turns


def _find_bit(bits: int, index: int, width: int) -> int:
    place = 0
    while width > 1:
        half = width // 2
        low = bits & ((1 << half) - 1)
        if index < (below := low.bit_count()):
            bits, width = low, half
        else:
            bits, index, place, width = bits >> half, index - below, place + half, width - half
    return place


def search_design(
    group: AbelianGroup, rounds: int, noise: Noise, *, mates_apart: bool = False, budget: int = 400
) -> IntArray | None:
    """Search a design column by column, giving back random columns at dead ends; None once `budget` is spent."""
    columns = Columns(group, noise, mates_apart=mates_apart)
    chosen: list[list[int]] = []
    while len(chosen) < rounds:
        column = columns.random()
        budget -= 1
        if budget < 0:
            return None
        if column is None:
            for _ in range(min(len(chosen), 2)):
                columns.mark(chosen.pop(noise.below(len(chosen))), used=False)
            continue
        columns.mark(column, used=True)
        chosen.append(column)
    return np.array(chosen, dtype=np.int64).T.reshape(5, rounds)


def read_design(line: str) -> tuple[tuple[int, int], tuple[AbelianGroup, IntArray]]:
    """Return (tables, rounds), then group and rows, of a line of the stored designs."""
    size, _, text = line.partition(":")
    tables, rounds, moduli = size.split()
    steps = [[int(word) for word in row.split()] for row in text.split("|")]
    rows = np.array([[0] * int(rounds), *steps], dtype=np.int64)
    return (int(tables), int(rounds)), (AbelianGroup(tuple(int(modulus) for modulus in moduli.split(","))), rows)


@lru_cache(maxsize=1)
def read_stored_designs() -> dict[tuple[int, int], tuple[AbelianGroup, IntArray]]:
    lines = files(__package__).joinpath("designs.txt").read_text(encoding="utf-8").splitlines()
    return dict(read_design(line) for line in lines if line and not line.startswith("#"))


def find_stored_design(tables: int, rounds: int, *, mates_apart: bool = False) -> tuple[AbelianGroup, IntArray] | None:
    """Return the stored design, else the start of a longer one (without its column 0 if mates are apart), or None."""
    designs = read_stored_designs()
    if not mates_apart and (tables, rounds) in designs:
        return designs[tables, rounds]
    for (t, r), (group, rows) in sorted(designs.items()):
        if t == tables and r - mates_apart >= rounds and not rows[:, 0].any():
            return group, rows[:, int(mates_apart) : rounds + mates_apart]
    return None


def find_first_design(
    tables: int, rounds: int, noise: Noise, *, mates_apart: bool = False
) -> tuple[AbelianGroup, IntArray] | None:
    """Return a design: stored for this size, else searched, else from fields or a longer one; or None."""
    if tables < 5 or rounds > tables - mates_apart:
        return None
    if not mates_apart and (tables, rounds) in read_stored_designs():
        return read_stored_designs()[tables, rounds]
    if rounds <= 0.65 * tables:
        group = build_additive_group(tables)
        rows = search_design(group, rounds, noise, mates_apart=mates_apart)
        if rows is not None:
            return group, rows
    built = find_field_design(tables, rounds, mates_apart=mates_apart) or find_product_design(
        tables, rounds, mates_apart=mates_apart
    )
    built = built or find_stored_design(tables, rounds, mates_apart=mates_apart)
    if built:
        return built
    group = build_cyclic_group(tables)
    design = search_design(group, rounds, noise, mates_apart=mates_apart, budget=1500)
    return (group, design) if design is not None else None


def count_shared_opponents(group: AbelianGroup, rows: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """Return (common, apart): opponents shared by player 0 of class c and player x of d, and whether they never meet,
    as arrays (4, 4, T). Other players follow by rotation.
    """
    steps = _list_steps(group, rows.T)
    common = _count_sums(group, steps[None, :, None], steps[None, None, :])[0]
    apart = np.ones((4, 4, group.order), dtype=np.bool_)
    _mark_meetings(apart[None], steps[None])
    for c in range(4):
        apart[c, c, 0] = False
    return common, apart


def count_with_each(group: AbelianGroup, rows: IntArray, columns: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """Return `count_shared_opponents` of the rows with each one of the columns (count, 5) added: (count, 4, 4, T)."""
    common, apart = count_shared_opponents(group, rows)
    before, added = _list_steps(group, rows.T)[None], _list_steps(group, columns)[:, None]
    all_apart = np.repeat(apart[None], len(columns), axis=0)
    _mark_meetings(all_apart, added)
    sums = sum(_count_sums(group, *pair) for pair in ((added, before), (before, added), (added, added)))
    return common + sums, all_apart


def _list_steps(group: AbelianGroup, columns: IntArray) -> IntArray:
    # In the round of a column player 0 of class c meets player steps[c, d] of class d.
    steps: IntArray = group.subtraction[columns[:, None, :4], columns[:, :4, None]]
    return steps


def _count_sums(group: AbelianGroup, first: IntArray, second: IntArray) -> IntArray:
    # Each way by a first and a second step is an opponent of both players, since nobody meets twice.
    start, over, end = np.array(_PATHS).T
    sums = group.addition.take(first[..., start, over] * group.order + second[..., over, end])
    size = 16 * group.order
    sums += (np.arange(len(sums)) * size).reshape(-1, *[1] * (sums.ndim - 1)) + (start * 4 + end) * group.order
    return np.bincount(sums.ravel(), minlength=len(sums) * size).reshape(-1, 4, 4, group.order)


def _mark_meetings(apart: NDArray[np.bool_], steps: IntArray) -> None:
    apart[np.arange(len(apart))[:, None, None], _FIRST, _SECOND, steps[..., _FIRST, _SECOND]] = False
