"""The divisions of the tiles of one suit, looked up: made once by adding sets to nothing, or read from a file.

Making them takes a moment on a computer and seconds on a phone. Where the files of `write` lie beside this module, the
tables are read from there, and a division is unpacked when somebody asks for it.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from engine.tiles.tile import Tile

PUNG: Final = 34
KONG: Final = 68
NO_PAIR: Final = -1

Codes = tuple[int, ...]
Division = tuple[Codes, int]
"""Codes of the sets, and the kind of the pair (NO_PAIR for none)."""

SUIT_BITS: Final = 27
SUIT_MASK: Final = (1 << SUIT_BITS) - 1

FOLDER: Final = Path(__file__).parent
DEPTHS: Final = (4, 5)
"""Sets of a hand that there are tables for."""


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


@cache
def suit_tables(sets: int) -> tuple[SuitTable, SuitTable, SuitTable, SuitTable]:
    """The tables of characters, dots, bamboos and honours for hands of up to ``sets`` sets, from the first use on."""
    if (path := FOLDER / _file_name(sets)).exists():
        # Whoever can write beside the engine's modules can write the modules.
        places, divisions, honour_places, honour_divisions = marshal.loads(path.read_bytes())  # noqa: S302
        suits = [StoredSuitTable(places, divisions, by) for by in (0, 9, 18)]
        return suits[0], suits[1], suits[2], StoredSuitTable(honour_places, honour_divisions, 0)
    characters = SuitTable(0, sets)
    return characters, _moved(characters, 9), _moved(characters, 18), SuitTable(27, sets)


def _moved(table: SuitTable, by: int) -> SuitTable:
    """The same table for another suit: the keys stay, codes and pairs move by a number of kinds."""
    moved = SuitTable.__new__(SuitTable)
    for packed, divisions in table.items():
        moved[packed] = tuple(
            (tuple(code + by for code in codes), pair + by if pair >= 0 else NO_PAIR) for codes, pair in divisions
        )
    return moved


class StoredSuitTable(SuitTable):
    """A table whose divisions are unpacked when they are asked for; ``by`` moves codes and pairs to another suit."""

    def __init__(self, places: Mapping[int, int], divisions: bytes, by: int) -> None:
        dict.__init__(self)
        self._places, self._divisions, self._by = places, divisions, by

    def __missing__(self, packed: int) -> tuple[Division, ...]:
        found = self[packed] = tuple(self._unpacked(self._places[packed]))
        return found

    def __contains__(self, packed: object) -> bool:
        return packed in self._places

    def _unpacked(self, at: int) -> Iterator[Division]:
        stored, by = self._divisions, self._by
        count, at = stored[at], at + 1
        for _ in range(count):
            end = at + 2 + stored[at]
            pair = stored[at + 1] - 1
            yield tuple(code + by for code in stored[at + 2 : end]), pair + by if pair >= 0 else NO_PAIR
            at = end


def write(folder: Path) -> None:
    """Write the tables as files into a folder that is to hold this module."""
    for sets in DEPTHS:
        stored = [part for first in (0, 27) for part in _stored(SuitTable(first, sets))]
        (folder / _file_name(sets)).write_bytes(marshal.dumps(tuple(stored), 4))


def _file_name(sets: int) -> str:
    return f"suit_tables_{sets}.marshal"


def _stored(table: SuitTable) -> tuple[dict[int, int], bytes]:
    """Where the divisions of each key begin, and all divisions: their number, then of each the number of its sets, the
    kind of its pair plus one, and the codes.
    """
    places, divisions = {}, bytearray()
    for packed, found in table.items():
        places[packed] = len(divisions)
        divisions.append(len(found))
        for codes, pair in found:
            divisions += bytes((len(codes), pair + 1, *codes))
    return places, bytes(divisions)
