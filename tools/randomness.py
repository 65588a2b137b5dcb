"""`python -m tools.randomness`: statistical tests of dealt walls, as published by trusted dealers (B8).

A test counts a property of many walls and gives the probability ``p`` of at least this deviation by chance. Values near
0 are alarming (below ``ALARM``: certain; exit status 1). The tests can show errors, not their absence. Never run them
on an event's own deals before play. Without a seed, a new one is drawn and printed.
"""

from __future__ import annotations

import argparse
import math
import secrets
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.family import default_ruleset_name, ruleset
from engine.tiles.tile import Tile, TileSet, kind_of
from engine.walls.deal import deal_tiles, seat_places
from engine.walls.wall import BoardName, read_secret, wall_of

ALARM: Final = 1e-6
"""Probability below which a dealer must be stopped."""

MIN_WALLS: Final = 100
"""Fewer boards make the distributions of the tests invalid."""

MIN_EXPECTED: Final = 10.0
"""Classes with a smaller expected count are merged."""

HAND: Final = 13

Wall = Sequence[Tile]


class RandomnessResult(NamedTuple):
    """Result of one test. ``degrees`` 0: ``statistic`` is a deviation in standard deviations, else chi-square.

    ``note`` gives the observed and expected count if there is a single one.
    """

    test: str
    statistic: float
    degrees: int
    p: float
    note: str = ""


class Layout(NamedTuple):
    """Layout of a wall: ``seats`` are the positions of each seat's tiles, ``size`` that of a starting hand."""

    seats: tuple[range, ...]
    size: int = HAND

    @property
    def hands(self) -> tuple[range, ...]:
        return tuple(seat[: self.size] for seat in self.seats)


# --- distributions ---------------------------------------------------------------------------------------------------


def chi_square_p(statistic: float, degrees: int) -> float:
    """Probability of a chi-square at least this large: the upper regularised gamma function.

    >>> round(chi_square_p(3.841, 1), 3)
    0.05
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * front)
    # Lentz's continued fraction, which converges where the series does not.
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def normal_p(deviation: float) -> float:
    """Probability of a deviation of at least so many standard deviations to either side."""
    return math.erfc(abs(deviation) / math.sqrt(2))


def chi_square_test(
    test: str, counted: Mapping[object, int], expected: Mapping[object, float], *, scale: float = 1.0
) -> RandomnessResult:
    """Chi-square test of counts; classes with few expected counts are merged, the rarest first.

    ``scale`` corrects for drawing without replacement. Raises KeyError for an impossible class.
    """
    for each in counted:
        if each not in expected:
            raise KeyError(f"{test}: {each} cannot be")
    classes: list[tuple[int, float]] = []
    pooled, awaited = 0, 0.0
    for each, number in sorted(expected.items(), key=lambda item: item[1]):
        pooled, awaited = pooled + counted.get(each, 0), awaited + number
        if awaited >= MIN_EXPECTED:
            classes.append((pooled, awaited))
            pooled, awaited = 0, 0.0
    if awaited and classes:
        last, much = classes.pop()
        classes.append((last + pooled, much + awaited))
    statistic = scale * sum((number - much) ** 2 / much for number, much in classes)
    degrees = max(1, len(classes) - 1)
    return RandomnessResult(test, statistic, degrees, chi_square_p(statistic, degrees))


def deviation_test(test: str, total: int, mean: float, variance: float, times: int) -> RandomnessResult:
    """Normal test of a sum of ``times`` independent counts against its exact mean and variance."""
    deviation = (total - times * mean) / math.sqrt(times * variance)
    note = f"{total / times:.4f} a wall, {mean:.4f} expected"
    return RandomnessResult(test, deviation, 0, normal_p(deviation), note)


# --- what is expected ------------------------------------------------------------------------------------------------


def distinct_kinds(copies: Sequence[int], size: int = HAND) -> dict[object, float]:
    """Probability of each number of distinct kinds among ``size`` tiles, from the copies of each kind.

    >>> [round(each, 2) for each in distinct_kinds([4, 4], 2).values()]
    [0.43, 0.57]
    """
    # ways[distinct][tiles]
    ways = [[1] + [0] * size] + [[0] * (size + 1) for _ in range(size)]
    for number in copies:
        new = [list(row) for row in ways]
        for distinct in range(size):
            for tiles in range(size):
                if ways[distinct][tiles]:
                    for taken in range(1, min(number, size - tiles) + 1):
                        new[distinct + 1][tiles + taken] += ways[distinct][tiles] * math.comb(number, taken)
        ways = new
    total = math.comb(sum(copies), size)
    return {distinct: ways[distinct][size] / total for distinct in range(1, size + 1) if ways[distinct][size]}


def suit_patterns(groups: Sequence[int], size: int = HAND) -> dict[object, float]:
    """Probability of each suit pattern of ``size`` tiles: tiles of the three suits, descending, then honours and
    flowers.

    ``groups`` is the number of tiles of each in the set.
    """
    total = math.comb(sum(groups), size)
    found: dict[object, float] = {}

    def fill(at: int, counts: tuple[int, ...], ways: int) -> None:
        left = size - sum(counts)
        if at == len(groups):
            if not left:
                key = (*sorted(counts[:3], reverse=True), *counts[3:])
                found[key] = found.get(key, 0.0) + ways / total
            return
        for taken in range(min(left, groups[at]) + 1):
            fill(at + 1, (*counts, taken), ways * math.comb(groups[at], taken))

    fill(0, (), 1)
    return found


def splits(sizes: Sequence[int], rest: int, copies: int = 4) -> dict[object, float]:
    """Probability of each distribution of a kind's copies over the seats, descending, and outside them."""
    total = math.comb(sum(sizes) + rest, copies)
    found: dict[object, float] = {}

    def fill(at: int, counts: tuple[int, ...], ways: int) -> None:
        left = copies - sum(counts)
        if at == len(sizes):
            key = (*sorted(counts, reverse=True), left)
            found[key] = found.get(key, 0.0) + ways * math.comb(rest, left) / total
            return
        for taken in range(min(left, sizes[at]) + 1):
            fill(at + 1, (*counts, taken), ways * math.comb(sizes[at], taken))

    fill(0, (), 1)
    return {key: p for key, p in found.items() if p}


def adjacent_pairs(copies: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of equal neighbours in a wall; the mean for 34 kinds of four is exactly 3."""
    n = sum(copies)
    equal = sum(c * (c - 1) for c in copies) / (n * (n - 1))
    three = sum(c * (c - 1) * (c - 2) for c in copies) / (n * (n - 1) * (n - 2))
    same_kind = sum(c * (c - 1) * (c - 2) * (c - 3) for c in copies)
    all_pairs = sum(c * (c - 1) for c in copies)
    two_kinds = all_pairs**2 - sum((c * (c - 1)) ** 2 for c in copies)
    apart = (same_kind + two_kinds) / (n * (n - 1) * (n - 2) * (n - 3))
    places = n - 1
    square = places * equal + 2 * (places - 1) * three + (places - 1) * (places - 2) * apart
    return places * equal, square - (places * equal) ** 2


def position_matches(copies: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of the positions at which two walls have the same kind; the mean for 34 kinds of four is 4."""
    n = sum(copies)
    mean = sum(c * c for c in copies) / n
    both = sum((c * (c - 1)) ** 2 for c in copies)
    both += sum(c * c for c in copies) ** 2 - sum(c**4 for c in copies)
    return mean, mean + both / (n * (n - 1)) - mean**2


# --- the tests together ----------------------------------------------------------------------------------------------


class RandomnessTests:
    def __init__(self, tile_set: TileSet, layout: Layout) -> None:
        self.layout = layout
        self.kinds = sorted({kind_of(tile) for tile in tile_set.tiles})
        self.number = {kind: at for at, kind in enumerate(self.kinds)}
        self.copies = [sum(kind_of(tile) == kind for tile in tile_set.tiles) for kind in self.kinds]
        self.size = tile_set.size
        self.walls = 0
        self.places = [[0] * len(self.kinds) for _ in range(self.size)]
        self.equal = 0
        self.repeated = 0
        self.split: Counter[object] = Counter()
        self.distinct: Counter[object] = Counter()
        self.honours: Counter[object] = Counter()
        self.suits: Counter[object] = Counter()
        self.serial: Counter[object] = Counter()
        self._last: list[int] | None = None
        # Suit of each kind: characters, dots, bamboos, honours with flowers.
        self._suit = [min(kind // 9, 3) for kind in self.kinds]
        self._seat_of = [len(layout.seats)] * self.size
        for seat, places in enumerate(layout.seats):
            for place in places:
                self._seat_of[place] = seat

    def add(self, wall: Wall) -> None:
        found = [self.number[kind_of(tile)] for tile in wall]
        self.walls += 1
        for row, kind in zip(self.places, found, strict=True):
            row[kind] += 1
        self.equal += sum(map(int.__eq__, found, found[1:]))
        if self._last is not None:
            self.repeated += sum(map(int.__eq__, found, self._last))
        self._last = found
        seats = len(self.layout.seats)
        lies = [[0] * (seats + 1) for _ in self.kinds]
        for kind, seat in zip(found, self._seat_of, strict=True):
            lies[kind][seat] += 1
        for kind, counts in enumerate(lies):
            if self.copies[kind] == 4:
                self.split[*sorted(counts[:seats], reverse=True), counts[seats]] += 1
        for places in self.layout.hands:
            hand = found[places.start : places.stop]
            self.distinct[len(set(hand))] += 1
            suits = [0, 0, 0, 0]
            for kind in hand:
                suits[self._suit[kind]] += 1
            self.honours[suits[3]] += 1
            self.suits[*sorted(suits[:3], reverse=True), suits[3]] += 1
        self.serial.update(zip(found[::2], found[1::2], strict=False))

    def verdicts(self) -> list[RandomnessResult]:
        """Results of the tests in a fixed order. Requires at least two walls."""
        hands = self.walls * len(self.layout.seats)
        groups = [sum(c for c, suit in zip(self.copies, self._suit, strict=True) if suit == each) for each in range(4)]
        found = [self._kind_by_place()]
        found.append(deviation_test("equal neighbours", self.equal, *adjacent_pairs(self.copies), self.walls))
        sizes = [len(seat) for seat in self.layout.seats]
        fours = self.copies.count(4) * self.walls
        found.append(
            chi_square_test("copies over seats", self.split, _times(splits(sizes, self.size - sum(sizes)), fours))
        )
        kinds = distinct_kinds(self.copies, self.layout.size)
        found.append(chi_square_test("kinds in a hand", self.distinct, _times(kinds, hands)))
        if groups[3]:
            # Honours with flowers against the suits: two groups, hypergeometric.
            few: dict[object, float] = {
                n: math.comb(groups[3], n)
                * math.comb(self.size - groups[3], self.layout.size - n)
                / math.comb(self.size, self.layout.size)
                for n in range(min(self.layout.size, groups[3]) + 1)
            }
            found.append(chi_square_test("honours in a hand", self.honours, _times(few, hands)))
        suits = suit_patterns(groups, self.layout.size)
        found.append(chi_square_test("suits in a hand", self.suits, _times(suits, hands)))
        found.append(
            deviation_test(
                "same place on the next board", self.repeated, *position_matches(self.copies), self.walls - 1
            )
        )
        found.append(self._serial_pairs())
        return found

    def _kind_by_place(self) -> RandomnessResult:
        """Uniform distribution of every kind over the positions.

        Scaled by (n - 1) / n, since each wall has each position once.
        """
        n = self.size
        statistic = 0.0
        for row in self.places:
            for number, copies in zip(row, self.copies, strict=True):
                expected = self.walls * copies / n
                statistic += (number - expected) ** 2 / expected
        statistic *= (n - 1) / n
        degrees = (len(self.kinds) - 1) * (n - 1)
        return RandomnessResult("kind by place", statistic, degrees, chi_square_p(statistic, degrees))

    def _serial_pairs(self) -> RandomnessResult:
        """Equal neighbours in disjoint pairs (positions 1 and 2, 3 and 4, ...)

        Overlapping pairs would not be independent.
        """
        n = self.size
        pairs = n // 2
        expected: dict[object, float] = {}
        mean = 0.0
        for a, first in enumerate(self.copies):
            for b, second in enumerate(self.copies):
                ways = first * (second - (a == b))
                if not ways:
                    continue
                # Two pairs of one wall are not independent: a kind that was used up does not come again.
                again = (first - 1 - (a == b)) * (second - 1 - 2 * (a == b))
                once = pairs * ways / (n * (n - 1))
                twice = pairs * (pairs - 1) * ways * max(0, again) / (n * (n - 1) * (n - 2) * (n - 3))
                expected[a, b] = self.walls * once
                mean += (once + twice - once * once) / once
        return chi_square_test("serial pairs", self.serial, expected, scale=(len(expected) - 1) / mean)


def _times(probabilities: Mapping[object, float], number: int) -> dict[object, float]:
    return {key: p * number for key, p in probabilities.items()}


def run_tests(walls: Iterable[Wall], tile_set: TileSet, layout: Layout) -> list[RandomnessResult]:
    tests = RandomnessTests(tile_set, layout)
    for wall in walls:
        tests.add(wall)
    return tests.verdicts()


def run_on_boards(ruleset_name: str, secret: bytes, number: int, *, flowers: bool = False) -> list[RandomnessResult]:
    """Test boards 1 to ``number`` of a secret with seat walls. Raises RulesetError."""
    rules = ruleset(ruleset_name)
    tile_set = deal_tiles(rules, "seat34", flowers=flowers)
    layout = Layout(seat_places(rules, tile_set.size), 3 * rules.family.sets + 1)
    return run_tests((wall_of(secret, BoardName(board), tile_set) for board in range(1, number + 1)), tile_set, layout)


def main(argv: Sequence[str] | None = None) -> int:
    """Test many walls of a seed. Returns 1 for an alarm."""
    parser = argparse.ArgumentParser(prog="python -m tools.randomness", description="Test walls statistically.")
    parser.add_argument("--ruleset", default=default_ruleset_name(), help="whose tiles, such as %(default)s")
    parser.add_argument("--boards", type=int, default=20_000, help=f"how many walls, at least {MIN_WALLS}")
    parser.add_argument("--flowers", action="store_true", help="seat walls with the flowers of the game")
    parser.add_argument("--seed", metavar="HEX", type=read_secret, help="repeat a run")
    options = parser.parse_args(argv)
    if options.boards < MIN_WALLS:
        parser.error(f"the tests need at least {MIN_WALLS} boards, not {options.boards}")
    secret: bytes = options.seed or secrets.token_bytes(32)
    print(f"{options.boards} walls of {options.ruleset}, seed {secret.hex()}")
    results = run_on_boards(options.ruleset, secret, options.boards, flowers=options.flowers)
    for result in results:
        measure = f"chi-square {result.statistic:.1f} of {result.degrees}"
        if not result.degrees:
            measure = f"{result.statistic:+.2f} sd"
        print(f"{result.test:28}  p {result.p:.4f}  {measure:26}  {result.note}".rstrip())
    alarms = [result.test for result in results if result.p < ALARM]
    print(f"ALARM: {', '.join(alarms)}" if alarms else "no alarm")
    return 1 if alarms else 0


if __name__ == "__main__":
    sys.exit(main())
