"""The tests of randomness: exact expectations, true walls pass on a fixed seed, bad shuffles are caught."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise, permutations

import pytest

from engine.family import ruleset
from engine.walls.deal import deal_tiles, seat_places
from tools.randomness import (
    ALARM,
    Layout,
    adjacent_pairs,
    chi_square_p,
    chi_square_test,
    distinct_kinds,
    main,
    normal_p,
    position_matches,
    run_on_boards,
    run_tests,
    splits,
    suit_patterns,
)

SECRET = bytes(range(32))
MCR = ruleset("mcr-2006")
TILES = deal_tiles(MCR, "seat34")
LAYOUT = Layout(seat_places(MCR, TILES.size))
FOURS = [4] * 34


# --- expectations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    # From printed tables of the chi-square distribution.
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (18.307, 10, 0.05), (124.342, 100, 0.05), (70.065, 100, 0.99), (0, 5, 1)],
)
def test_chi_square_as_printed_tables_have_it(statistic: float, degrees: int, p: float) -> None:
    assert chi_square_p(statistic, degrees) == pytest.approx(p, abs=5e-5)


def test_normal_as_printed_tables_have_it() -> None:
    assert normal_p(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert normal_p(-1.959964) == normal_p(1.959964)


def test_three_equal_neighbours_and_four_matches_are_expected() -> None:
    assert adjacent_pairs(FOURS)[0] == pytest.approx(3)
    assert position_matches(FOURS)[0] == pytest.approx(4)


@pytest.mark.parametrize("tiles", ["aabbc", "aaabc", "aabbcc"])
def test_mean_and_variance_by_enumeration(tiles: str) -> None:
    copies = list(Counter(tiles).values())
    walls = list(permutations(tiles))
    for counts, (mean, variance) in (
        ([sum(a == b for a, b in pairwise(wall)) for wall in walls], adjacent_pairs(copies)),
        ([sum(a == b for a, b in zip(wall, tiles, strict=True)) for wall in walls], position_matches(copies)),
    ):
        average = sum(counts) / len(counts)
        assert mean == pytest.approx(average)
        assert variance == pytest.approx(sum((count - average) ** 2 for count in counts) / len(counts))


def test_hands_by_enumeration() -> None:
    tiles = [0, 0, 0, 0, 9, 9, 18, 27, 27, 27]
    hands = list(combinations(range(len(tiles)), 4))
    kinds = Counter(len({tiles[at] for at in hand}) for hand in hands)
    assert distinct_kinds([4, 2, 1, 3], 4) == pytest.approx({key: n / len(hands) for key, n in kinds.items()})
    suits: Counter[object] = Counter()
    for hand in hands:
        counts = [sum(tiles[at] // 9 == suit for at in hand) for suit in range(4)]
        suits[*sorted(counts[:3], reverse=True), counts[3]] += 1
    assert suit_patterns([4, 2, 1, 3], 4) == pytest.approx({key: n / len(hands) for key, n in suits.items()})


def test_splits_by_enumeration() -> None:
    # Two seats of three places, two places outside, three copies.
    ways = Counter()
    for places in combinations(range(8), 3):
        counts = [sum(at // 3 == seat for at in places if at < 6) for seat in (0, 1)]
        ways[*sorted(counts, reverse=True), sum(at >= 6 for at in places)] += 1
    assert splits([3, 3], 2, 3) == pytest.approx({key: n / 56 for key, n in ways.items()})


def test_rare_classes_are_counted_together_and_impossible_ones_refused() -> None:
    verdict = chi_square_test("dice", {"a": 50, "b": 48, "c": 2}, {"a": 50.0, "b": 44.0, "c": 6.0})
    # c has fewer than ten expected: b and c are one class of 50 against 50.
    assert (verdict.statistic, verdict.degrees, verdict.p) == (0, 1, 1)
    with pytest.raises(KeyError, match="dice: d cannot be"):
        chi_square_test("dice", {"d": 1}, {"a": 1.0})


# --- walls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "flowers"),
    [("mcr-2006", False), ("riichi-ema-2016", False), ("sichuan-sbr-2025", False), ("taiwan-aono", True)],
)
def test_walls_of_a_fixed_seed_raise_no_alarm(name: str, flowers: bool) -> None:
    found = run_on_boards(name, SECRET, 800, flowers=flowers)
    assert len(found) == (7 if name.startswith("sichuan") else 8)
    assert [verdict.test for verdict in found if verdict.p < 0.001] == []


def swap_with_any(tiles: list[int], rng: random.Random) -> None:
    for at in range(len(tiles)):
        other = rng.randrange(len(tiles))
        tiles[at], tiles[other] = tiles[other], tiles[at]


def with_equal_neighbours(tiles: list[int], rng: random.Random) -> None:
    pairs = [(tile, tile) for tile in tiles[::2]]
    rng.shuffle(pairs)
    tiles[:] = [tile for pair in pairs for tile in pair]


def with_honours_for_west(tiles: list[int], rng: random.Random) -> None:
    rng.shuffle(tiles)
    # The last two tiles of the starting hand are honours.
    for west in (LAYOUT.seats[2].start + 11, LAYOUT.seats[2].start + 12):
        honour = next(at for at in range(west, TILES.size) if tiles[at] >= 27)
        tiles[west], tiles[honour] = tiles[honour], tiles[west]


def and_deal_it_twice(tiles: list[int], rng: random.Random) -> None:
    rng.shuffle(tiles)


@pytest.mark.parametrize(
    ("shuffle", "boards", "alarms"),
    [
        (swap_with_any, 1500, ["kind by place"]),
        (with_equal_neighbours, 300, ["equal neighbours", "serial pairs"]),
        (with_honours_for_west, 300, ["kind by place", "honours in a hand"]),
        (and_deal_it_twice, 150, ["same place on the next board"]),
    ],
)
def test_a_bad_shuffle_raises_an_alarm(
    shuffle: Callable[[list[int], random.Random], None], boards: int, alarms: list[str]
) -> None:
    rng = random.Random(7)
    walls = []
    for _ in range(boards):
        tiles = list(TILES.tiles)
        shuffle(tiles, rng)
        walls += [tiles] * (2 if shuffle is and_deal_it_twice else 1)
    found = {result.test: result for result in run_tests(walls, TILES, LAYOUT)}
    assert [test for test in alarms if found[test].p >= ALARM] == []


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--ruleset", "mcr-2006", "--boards", "100"]
    assert main([*arguments, "--seed", SECRET.hex()]) == 0
    first = capsys.readouterr().out.splitlines()
    assert (len(first), first[0], first[-1]) == (10, f"100 walls of mcr-2006, seed {SECRET.hex()}", "no alarm")
    assert main([*arguments, "--seed", SECRET.hex()]) == 0
    assert capsys.readouterr().out.splitlines() == first
    main(arguments)
    assert capsys.readouterr().out.splitlines()[0] != first[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--boards", "99"], "the tests need at least 100 boards, not 99"), (["--seed", "zz"], "argument --seed")],
)
def test_the_command_refuses_few_walls_and_an_unreadable_seed(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert (ended.value.code, message in capsys.readouterr().err) == (2, True)
