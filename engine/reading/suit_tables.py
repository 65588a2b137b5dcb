"""The divisions of the tiles of one suit, looked up: made by adding sets to nothing, and read from a file.

Making them takes a third of a second in every process and seconds on a phone, so the file that `write` made lies beside
this module. It is read at the first use, and a division is unpacked when somebody asks for it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from struct import iter_unpack
from typing import Final

from engine import reading
from engine.tiles.tile import Tile

PUNG: Final = 34
KONG: Final = 68
NO_PAIR: Final = -1

Codes = tuple[int, ...]
Division = tuple[Codes, int]
"""Codes of the sets, and the kind of the pair (NO_PAIR for none)."""

SUIT_BITS: Final = 27
SUIT_MASK: Final = (1 << SUIT_BITS) - 1

# Beside the sources; a compiled module lies elsewhere.
FILE: Final = Path(reading.__path__[0]) / "suit_tables.data"
MOST_SETS: Final = 5
"""The longest hand has so many sets."""


class SuitTable(dict[int, tuple[Division, ...]]):
    """All divisions of the tiles of one suit into at most ``sets`` sets with or without a pair, by their packed tiles.

    The keys are packed with the suit's first kind at bit 0; codes and pairs are kinds of the whole hand. Chows come
    before pungs in a division. Built from nothing by adding sets in ascending order, so no division appears twice.
    """

    def __init__(self, first_kind: Tile, sets: int) -> None:
        super().__init__()
        kinds = 9 if first_kind < 27 else 7
        chows = [(first_kind + rank, 0o111 << 3 * rank) for rank in range(7 if first_kind < 27 else 0)]
        pungs = [(first_kind + rank + PUNG, 3 << 3 * rank) for rank in range(kinds)]
        pairs = [(NO_PAIR, 0)] + [(first_kind + rank, 2 << 3 * rank) for rank in range(kinds)]
        found: dict[int, list[Division]] = {}
        for codes, packed in _combinations((*chows, *pungs), sets, kinds):
            for pair, tiles in pairs:
                if _four_at_most(packed + tiles, kinds):
                    found.setdefault(packed + tiles, []).append((codes, pair))
        for packed, divisions in found.items():
            self[packed] = tuple(divisions)

    def divides(self, packed: int) -> bool:
        """True when these tiles divide into sets with or without a pair; compiled code asks so, `in` sees entries."""
        return packed in self


def _four_at_most(packed: int, kinds: int) -> bool:
    """True when no kind is held more than four times (counts up to seven fit into the bits)."""
    return not any(packed >> 3 * rank & 7 > 4 for rank in range(kinds))


def _combinations(pieces: tuple[tuple[int, int], ...], most: int, kinds: int) -> Iterator[tuple[Codes, int]]:
    """Every selection of up to ``most`` pieces (code, tiles), repeats allowed, with the tiles they add up to."""

    def extend(start: int, codes: Codes, packed: int) -> Iterator[tuple[Codes, int]]:
        yield codes, packed
        if len(codes) < most:
            for index in range(start, len(pieces)):
                code, tiles = pieces[index]
                if _four_at_most(packed + tiles, kinds):
                    yield from extend(index, (*codes, code), packed + tiles)

    return extend(0, (), 0)


class MovedTable(dict[int, tuple[Division, ...]]):
    """The table of one suit for another: the keys stay, codes and pairs move by a number of kinds.

    An entry is moved when it is first asked for; moving all of them took most of a process's first hand. What the
    table does not hold raises KeyError, as it does there.
    """

    def __init__(self, table: SuitTable, by: int) -> None:
        super().__init__()
        self._table, self._by = table, by

    def __missing__(self, packed: int) -> tuple[Division, ...]:
        by = self._by
        moved = self[packed] = tuple(
            (tuple(code + by for code in codes), pair + by if pair >= 0 else NO_PAIR)
            for codes, pair in self._table[packed]
        )
        return moved


@cache
def suit_tables(sets: int) -> tuple[SuitTable, MovedTable, MovedTable, SuitTable]:
    """The tables of characters, dots, bamboos and honours for hands of up to ``sets`` sets, from the first use on."""
    characters = StoredSuitTable(_stored(), sets)
    return characters, MovedTable(characters, 9), MovedTable(characters, 18), SuitTable(27, sets)


@cache
def _stored() -> StoredDivisions:
    """The file, read once for hands of every length."""
    return StoredDivisions(FILE.read_bytes())


class StoredDivisions:
    """What `write` wrote, read without a step a hand: columns over the hands of a suit in ascending order.

    The file has five parts, each behind its length: how much larger a hand is than the one before (four bytes each),
    how many divisions it has, how many codes they have together, the kinds of their pairs plus one, and the codes.
    """

    def __init__(self, data: bytes) -> None:
        parts, at = [], 0
        while at < len(data):
            end = at + 4 + int.from_bytes(data[at : at + 4], "little")
            parts.append(data[at + 4 : end])
            at = end
        steps, self.counts, self.sizes, self.pairs, self.codes = parts
        self.index = {packed: at for at, packed in enumerate(accumulate(_numbers(steps)))}
        self.first_pair = array("L", accumulate(self.counts, initial=0))
        self.first_code = array("L", accumulate(self.sizes, initial=0))


class StoredSuitTable(SuitTable):
    """The table of characters with divisions that are unpacked when they are asked for; iterating gives only those.

    The tiles of a hand say how many sets its divisions have: all of them as many.
    """

    def __init__(self, stored: StoredDivisions, sets: int) -> None:
        dict.__init__(self)
        self._stored, self._sets = stored, sets

    def __missing__(self, packed: int) -> tuple[Division, ...]:
        if packed not in self:
            raise KeyError(packed)
        found = self[packed] = tuple(self._unpacked(self._stored.index[packed]))
        return found

    def __contains__(self, packed: object) -> bool:
        at = self._stored.index.get(packed)  # type: ignore[call-overload] # what is no number is not found
        return at is not None and self._stored.sizes[at] <= self._sets * self._stored.counts[at]

    def _unpacked(self, at: int) -> Iterator[Division]:
        stored = self._stored
        count, first, begin = stored.counts[at], stored.first_pair[at], stored.first_code[at]
        size = stored.sizes[at] // count
        for number in range(count):
            codes = stored.codes[begin + number * size : begin + (number + 1) * size]
            yield tuple(codes), stored.pairs[first + number] - 1


def write(path: Path) -> None:
    """Write the tables as the file that lies beside this module."""
    table = SuitTable(0, MOST_SETS)
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


def _numbers(data: bytes) -> Iterable[int]:
    """Numbers of four bytes each, the lowest first."""
    return (number for (number,) in iter_unpack("<I", data))
