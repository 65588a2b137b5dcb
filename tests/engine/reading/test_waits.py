"""Waiting tiles and distance to ready, against definitions that try every tile."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import pytest

from engine.reading.decompositions import Form, count_of_kind, divisions, pack
from engine.reading.waits import (
    MISSING,
    form_waits,
    knitted_waits,
    missing_knitted_straight,
    missing_seven_pairs,
    missing_standard,
    standard_waits,
)
from engine.tiles.tile import Suit, format_tiles, parse_tiles
from tests.support.rows import rows_of

rows = rows_of(__file__)

ONE_SUIT = [kind for kind in range(9) for _ in range(4)]
TWO_SUITS = [kind for kind in range(18) for _ in range(4)]
ALL = [kind for kind in range(34) for _ in range(4)]


@pytest.mark.parametrize("pool", [ONE_SUIT, TWO_SUITS, ALL], ids=["one suit", "two suits", "all"])
@pytest.mark.parametrize("tiles", [4, 7, 10, 13, 16])
def test_waits_are_the_tiles_that_complete_the_hand(pool: list[int], tiles: int) -> None:
    rng = random.Random(tiles)
    for _ in range(300):
        packed = pack(rng.sample(pool, tiles))
        sets = (tiles - 1) // 3
        completing = [
            kind for kind in range(34) if count_of_kind(packed, kind) < 4 and divisions(packed + (1 << 3 * kind), sets)
        ]
        assert standard_waits(packed) == completing
        assert (missing_standard(packed, sets) == 1) == bool(completing)


def nearest(packed: int, sets: int) -> int:
    """Missing tiles by widening circles: 0 when complete, else 1 + the best over every tile added."""
    circle = {packed}
    for missing in range(6):
        if any(complete_within(hand, sets) for hand in circle):
            return missing
        circle = {hand + (1 << 3 * kind) for hand in circle for kind in range(9) if count_of_kind(hand, kind) < 4}
    raise AssertionError("no hand lacks so many tiles")


def complete_within(packed: int, sets: int) -> bool:
    """True when some of the tiles make the sets and a pair."""
    tiles = [kind for kind in range(9) for _ in range(count_of_kind(packed, kind))]
    return any(divisions(pack(chosen), sets) for chosen in set(combinations(tiles, 3 * sets + 2)))


def test_the_distance_is_the_smallest_number_of_tiles_to_add() -> None:
    rng = random.Random(7)
    for _ in range(40):
        packed = pack(rng.sample(ONE_SUIT, 7))
        assert missing_standard(packed, 2) == nearest(packed, 2)


@rows
def test_a_fifth_tile_is_never_waited_for(tiles: str, sets: int, waits: str) -> None:
    assert format_tiles(standard_waits(pack(parse_tiles(tiles)))) == waits


@pytest.mark.parametrize(
    ("tiles", "sets", "missing"),
    [
        # Three open shapes and the pair out of eight tiles that also hold a whole chow: the chow is the worse choice.
        ("147m2p12245568s1z", 4, 5),
        ("335m55p134456788s57z", 5, 4),
        # Ready but for a fifth tile is not ready.
        ("2233444569999m", 4, 2),
    ],
)
def test_a_finished_set_is_given_up_for_a_shorter_way(tiles: str, sets: int, missing: int) -> None:
    assert missing_standard(pack(parse_tiles(tiles)), sets) == missing


def test_tiles_of_a_barred_suit_are_of_no_use() -> None:
    packed = pack(parse_tiles("123m456p789s1122s"))
    assert missing_standard(packed, 4) == 1
    assert missing_standard(packed, 4, Suit.CHARACTERS) == 4


def completing(packed: int, form: Form) -> str:
    return format_tiles(form_waits(packed, form))


@rows
def test_waits_of_the_special_forms(form: str, tiles: str, waits: str) -> None:
    assert completing(pack(parse_tiles(tiles)), Form(form)) == waits


def test_a_knitted_straight_waits_in_its_body_and_beside_it() -> None:
    assert format_tiles(knitted_waits(pack(parse_tiles("147m258p369s12p77s")), 4)) == "3p"
    assert format_tiles(knitted_waits(pack(parse_tiles("147m258p36s789s22z")), 4)) == "69s"
    assert missing_knitted_straight(pack(parse_tiles("147m258p369s5z")), 3) == 1
    assert missing_knitted_straight(pack(parse_tiles("3556667799m3p56z")), 4) == 7


@pytest.mark.parametrize("form", MISSING)
def test_no_tile_brings_a_form_nearer_by_more_than_one(form: Form) -> None:
    rng = random.Random(3)
    tiles = 16 if form in (Form.LIGU, Form.BUDA) else 13
    for _ in range(200):
        packed = pack(rng.sample(ALL, tiles))
        missing = MISSING[form](packed)
        steps: Iterable[int] = (
            missing - MISSING[form](packed + (1 << 3 * kind)) for kind in range(34) if count_of_kind(packed, kind) < 4
        )
        assert set(steps) <= {0, 1}
        assert missing > 0


def test_seven_different_pairs_need_seven_kinds() -> None:
    packed = pack(parse_tiles("1111m3344p5566s1z"))
    assert (missing_seven_pairs(packed), missing_seven_pairs(packed, allow_quads=False)) == (1, 3)
