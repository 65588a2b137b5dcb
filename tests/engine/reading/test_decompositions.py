"""Divisions of hands: pinned counts, agreement with a counter that tries everything, and the stored tables."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.reading import suit_tables as tables
from engine.reading.decompositions import (
    KNITTED,
    Reading,
    count_of_kind,
    divisions,
    honors_knitted,
    knitted_straights,
    pack,
    seven_pairs,
    standard_readings,
    thirteen_orphans,
    unpack,
)
from engine.reading.suit_tables import PUNG, generate_divisions
from engine.tiles.melds import parse_melds
from engine.tiles.tile import parse_tile, parse_tiles

PINNED = {5: (1_278, 135, 135), 8: (11_385, 996, 1_008), 11: (48_879, 4_475, 4_676), 14: (118_800, 13_259, 14_738)}

"""Tiles of one suit -> possible hands, winning hands, readings."""


def holdings(ranks: int, tiles: int) -> int:
    ways = [1] + [0] * tiles
    for _ in range(ranks):
        ways = [sum(ways[total - here] for here in range(min(4, total) + 1)) for total in range(tiles + 1)]
    return ways[tiles]


TABLE = generate_divisions(0, 4)


@pytest.mark.parametrize("tiles", PINNED)
def test_one_suit_has_the_known_numbers_of_hands_wins_and_readings(tiles: int) -> None:
    winning = {packed: found for packed, found in TABLE.items() if len(unpack(packed)) == tiles}
    counted = (holdings(9, tiles), len(winning), sum(map(len, winning.values())))
    assert counted == PINNED[tiles]


def try_everything(counts: list[int], sets: int, codes: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """Divisions of the counts into sets by trying each set at the lowest tile; sorted codes."""
    kind = next((kind for kind, count in enumerate(counts) if count), None)
    if kind is None:
        return {tuple(sorted(codes))} if not sets else set()
    if not sets:
        return set()
    found = set()
    pieces = [(kind + PUNG, (kind,) * 3)]
    if kind < 27 and kind % 9 < 7:
        pieces.append((kind, (kind, kind + 1, kind + 2)))
    for code, tiles in pieces:
        rest = counts.copy()
        for tile in tiles:
            rest[tile] -= 1
        if min(rest) >= 0:
            found |= try_everything(rest, sets - 1, (*codes, code))
    return found


@pytest.mark.parametrize("sets", [1, 2, 3, 4, 5])
def test_divisions_are_those_found_by_trying_everything(sets: int) -> None:
    rng = random.Random(sets)
    for _ in range(400):
        pool = [kind for kind in rng.choice([range(9), range(18), range(20, 34), range(34)]) for _ in range(4)]
        tiles: list[int] = []
        while len(tiles) < 3 * sets:
            kind = rng.choice(pool)
            chow = kind < 27 and kind % 9 < 7 and rng.random() < 0.6
            candidate = [*tiles, *((kind, kind + 1, kind + 2) if chow else (kind,) * 3)]
            if max(map(candidate.count, candidate)) <= 4:
                tiles = candidate
        pair = rng.choice([kind for kind in pool if tiles.count(kind) <= 2])
        tiles += [pair, pair]
        expected = set()
        for kind in set(tiles):
            if tiles.count(kind) >= 2:
                counts = [tiles.count(each) - 2 * (each == kind) for each in range(34)]
                expected |= {(codes, kind) for codes in try_everything(counts, sets)}
        found = divisions(pack(tiles), sets)
        assert len(found) == len(set(found)), "a division twice"
        assert {(tuple(sorted(codes)), pair) for codes, pair in found} == expected


@given(st.lists(st.integers(0, 33), max_size=17).filter(lambda tiles: all(tiles.count(tile) <= 4 for tile in tiles)))
def test_packing_keeps_every_count(tiles: list[int]) -> None:
    packed = pack(tiles)
    assert [count_of_kind(packed, kind) for kind in range(34)] == [tiles.count(kind) for kind in range(34)]
    assert unpack(packed) == tuple(sorted(tiles))


@pytest.mark.parametrize(
    ("hand", "with_alike", "without"),
    [("1122334455667m7m", True, True), ("1111m3344p5566s11z", True, False), ("1112m3344p5566s11z", False, False)],
)
def test_four_alike_are_two_pairs_only_where_the_rules_say_so(hand: str, with_alike: bool, without: bool) -> None:
    packed = pack(parse_tiles(hand))
    assert (seven_pairs(packed), seven_pairs(packed, allow_quads=False)) == (with_alike, without)


def test_thirteen_orphans_need_one_of_them_twice() -> None:
    orphans = parse_tiles("19m19p19s1234567z")
    assert [kind for kind in range(34) if thirteen_orphans(pack((*orphans, kind)))] == list(orphans)


def test_a_knitted_straight_leaves_a_set_and_a_pair() -> None:
    found = knitted_straights(pack(parse_tiles("147m258p369s123p77s")), 4)
    assert found == [(0, [((9,), 24)])]
    assert KNITTED[0] == (0, 3, 6, 10, 13, 16, 20, 23, 26)


@pytest.mark.parametrize(
    ("hand", "fits"), [("147m25p36s1234567z", True), ("147m25p26s1234567z", False), ("147m25p36s1234566z", False)]
)
def test_honors_and_knitted_tiles_are_single_and_of_one_straight(hand: str, fits: bool) -> None:
    assert (honors_knitted(pack(parse_tiles(hand))) is not None) == fits


def readings_of(tiles: str, winning: str, melds: str = "", *, claimed: bool = True) -> list[Reading]:
    shown = parse_melds(melds)
    return list(standard_readings(pack(parse_tiles(tiles + winning)), shown, parse_tile(winning), 4, claimed=claimed))


def test_the_winning_tile_is_tried_in_each_set_it_fits() -> None:
    found = readings_of("22234m666p88s", "2m", "chow(234s)")
    assert [str(reading) for reading in found] == ["34m+2m 222m 666p 88s chow(234s)", "234m 22m+2m 666p 88s chow(234s)"]
    assert [[item.concealed for item in reading.sets] for reading in found] == [
        [False, True, True, False],
        [True, False, True, False],
    ]


def test_a_drawn_tile_leaves_every_set_concealed() -> None:
    (reading,) = readings_of("222m456p789s99s77z", "7z", claimed=False)
    assert reading.win_at == 3
    assert all(item.concealed for item in reading.sets)


def test_the_file_is_what_would_be_written_today(tmp_path: Path) -> None:
    tables.write(tmp_path / "tables")
    assert (tmp_path / "tables").read_bytes() == tables.FILE.read_bytes()


def test_stored_tables_say_of_every_hand_what_made_ones_say() -> None:
    stored = tables.suit_tables().dots
    moved = tables.generate_divisions(9, 5)
    assert {packed: stored[packed] for packed in moved} == {packed: tuple(found) for packed, found in moved.items()}


def test_honours_divide_as_pieces_added_to_nothing_do() -> None:
    honours = tables.suit_tables().honours
    made = tables.generate_divisions(27, 5)
    # Each hand with one tile more than divides, and with one East more, which seldom does.
    asked = [*made, *(packed + 1 for packed in made if packed & 7 < 4)]
    assert [honours[packed] for packed in asked if packed.bit_count() < 12] == [
        tuple(made.get(packed, ())) for packed in asked if packed.bit_count() < 12
    ]
