"""Divisions of the tiles of one suit, generated once and read from a file.

Generating them takes a third of a second per process, and seconds on a phone, so the file from `write` is stored here.
A division is unpacked when requested. Honours need no file.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from struct import unpack
from typing import Final

from engine.tiles.tile import EAST, KINDS, Tile

PUNG: Final = 34
KONG: Final = 68
NO_PAIR: Final = -1

Codes = tuple[int, ...]
Division = tuple[Codes, int]
"""Codes of the sets, and the kind of the pair (NO_PAIR for none)."""

SUIT_BITS: Final = 27
SUIT_MASK: Final = (1 << SUIT_BITS) - 1

UPPER: Final = 18
"""Bits above are the three highest ranks of a suit."""

FILE: Final = Path(__file__).with_name("suit_tables.data")
MAX_SETS: Final = 5


def generate_divisions(first_kind: Tile, sets: int) -> dict[int, list[Division]]:
    """Generate all divisions of one suit into at most ``sets`` sets, with or without a pair, by packed tiles.

    Keys are packed with the suit's first kind at bit 0; codes and pairs are kinds of the whole hand. Chows come before
    pungs in a division. Sets are added in ascending order, so no division appears twice.
    """
    kinds = 9 if first_kind < 27 else 7
    chows = [(first_kind + rank, 0o111 << 3 * rank) for rank in range(7 if first_kind < 27 else 0)]
    pungs = [(first_kind + rank + PUNG, 3 << 3 * rank) for rank in range(kinds)]
    pairs = [(NO_PAIR, 0)] + [(first_kind + rank, 2 << 3 * rank) for rank in range(kinds)]
    by_tiles: dict[int, list[Division]] = {}
    for codes, packed in _combine_pieces((*chows, *pungs), sets, kinds):
        for pair, tiles in pairs:
            if _has_four_at_most(packed + tiles, kinds):
                by_tiles.setdefault(packed + tiles, []).append((codes, pair))
    return by_tiles


def _has_four_at_most(packed: int, kinds: int) -> bool:
    return not any(packed >> 3 * rank & 7 > 4 for rank in range(kinds))


def _combine_pieces(pieces: tuple[tuple[int, int], ...], most: int, kinds: int) -> Iterator[tuple[Codes, int]]:
    def extend(start: int, codes: Codes, packed: int) -> Iterator[tuple[Codes, int]]:
        yield codes, packed
        if len(codes) < most:
            for index in range(start, len(pieces)):
                code, tiles = pieces[index]
                if _has_four_at_most(packed + tiles, kinds):
                    yield from extend(index, (*codes, code), packed + tiles)

    return extend(0, (), 0)


class StoredDivisions:
    """Divisions from the file of `write`, read without a loop per hand: columns over a suit's hands, ascending.

    The file has five parts, each preceded by its length: difference of each hand to the one before (four bytes each),
    number of divisions, total number of their codes, kinds of their pairs plus one, and the codes.
    """

    def __init__(self, data: bytes) -> None:
        parts, offset = [], 0
        while offset < len(data):
            end = offset + 4 + int.from_bytes(data[offset : offset + 4], "little")
            parts.append(data[offset + 4 : end])
            offset = end
        steps, counts, sizes, self.pairs, self.codes = parts
        self.hands = array("L", accumulate(unpack(f"<{len(steps) // 4}I", steps)))
        # Start of the hands with the same three highest ranks, so that a search covers some hundred.
        self._starts = [bisect_left(self.hands, upper << UPPER) for upper in range(513)]
        self.first_pair = array("L", accumulate(counts, initial=0))
        self.first_code = array("L", accumulate(sizes, initial=0))

    def find(self, packed: int) -> int:
        # Binary search in an array: building a dict would take longer than scoring a thousand hands.
        upper = packed >> UPPER
        end = self._starts[upper + 1]
        index = bisect_left(self.hands, packed, self._starts[upper], end)
        return index if index < end and self.hands[index] == packed else -1


class SuitTable(dict[int, tuple[Division, ...]]):
    """Divisions of one suit by its packed tiles, unpacked at the first look-up."""

    def __init__(self, stored: StoredDivisions, first_kind: Tile) -> None:
        self._stored = stored
        # Map the file's numbers (those of characters) to codes and pairs plus one of this suit.
        self._codes = bytes([(number + first_kind) % 256 for number in range(256)])
        self._pairs = bytes([0]) + self._codes[1:]

    def __missing__(self, packed: int) -> tuple[Division, ...]:
        divisions = self[packed] = self.divide(packed)
        return divisions

    def divide(self, packed: int) -> tuple[Division, ...]:
        """Divisions without keeping them."""
        stored = self._stored
        index = stored.find(packed)
        if index < 0:
            return ()
        pairs = stored.pairs[stored.first_pair[index] : stored.first_pair[index + 1]].translate(self._pairs)
        codes = tuple(stored.codes[stored.first_code[index] : stored.first_code[index + 1]].translate(self._codes))
        if len(pairs) == 1:
            return ((codes, pairs[0] - 1),)
        size = len(codes) // len(pairs)
        return tuple([(codes[size * number : size * (number + 1)], pair - 1) for number, pair in enumerate(pairs)])

    def divides(self, packed: int) -> bool:
        return self._stored.find(packed) >= 0


class HonourTable(dict[int, tuple[Division, ...]]):
    def __missing__(self, packed: int) -> tuple[Division, ...]:
        divisions = self[packed] = self.divide(packed)
        return divisions

    def divides(self, packed: int) -> bool:
        return bool(self[packed])

    def divide(self, packed: int) -> tuple[Division, ...]:
        codes: list[int] = []
        pair = NO_PAIR
        for kind in range(EAST, KINDS):
            held = packed >> 3 * (kind - EAST) & 7
            if held == 3:
                codes.append(kind + PUNG)
            elif held == 2 and pair == NO_PAIR:
                pair = kind
            elif held:
                return ()
        return ((tuple(codes), pair),)


@dataclass(frozen=True, slots=True)
class Tables:
    characters: SuitTable
    dots: SuitTable
    bamboos: SuitTable
    honours: HonourTable


_READ: Final[list[Tables]] = []


def suit_tables() -> Tables:
    if not _READ:
        stored = StoredDivisions(FILE.read_bytes())
        _READ.append(Tables(SuitTable(stored, 0), SuitTable(stored, 9), SuitTable(stored, 18), HonourTable()))
    return _READ[0]


def write(path: Path) -> None:
    table = generate_divisions(0, MAX_SETS)
    hands = sorted(table)
    steps = b"".join((hand - before).to_bytes(4, "little") for before, hand in pairwise([0, *hands]))
    divisions = [division for hand in hands for division in table[hand]]
    parts = (
        steps,
        bytes(len(table[hand]) for hand in hands),
        bytes(sum(len(codes) for codes, _pair in table[hand]) for hand in hands),
        bytes(pair + 1 for _codes, pair in divisions),
        bytes(code for codes, _pair in divisions for code in codes),
    )
    path.write_bytes(b"".join(len(part).to_bytes(4, "little") + part for part in parts))
