from __future__ import annotations

from typing import Final

from engine.reading.decompositions import HONOURS_PACKED, ONE, count_of_kind, divisions, kinds_in, pack
from engine.reading.suit_tables import SUIT_MASK, Division
from engine.reading.waits import UNRELATED_PACKED, different_in, standard_waits
from engine.rules.taiwan.parameters import Parameters
from engine.tiles.tile import KINDS, Tile

SETS: Final = 5
SUIT_TILES: Final = (SUIT_MASK, SUIT_MASK << 27, SUIT_MASK << 54)
HONOUR_TILES: Final = 7 * HONOURS_PACKED
_UNITS: Final = pack(range(KINDS))


def triplet_of_ligu(packed: int) -> Tile | None:
    """Kind of the triplet of seven pairs and a triplet (17 tiles), four equal tiles being two pairs; else None.

    >>> from engine.tiles.tile import parse_tiles
    >>> triplet_of_ligu(pack(parse_tiles("1111z22z33z44z55z66z777z")))
    33
    """
    odd = packed & _UNITS
    # The kinds held an odd number of times must be one, and it must be held three times (1 would lack its second bit).
    if odd.bit_count() != 1 or not packed >> 1 & odd:
        return None
    return odd.bit_length() // 3


def is_buda(packed: int) -> bool:
    """Return True for sixteen unrelated tiles and a second of one of them (TW-4.34)."""
    present = (packed | packed >> 1) & _UNITS
    if present.bit_count() != 16 or packed >> 2 & _UNITS or HONOURS_PACKED & ~present:
        return False
    return all(present >> shift & SUIT_MASK in UNRELATED_PACKED for shift in (0, 27, 54))


def doubled_in_buda(packed: int) -> Tile:
    return (packed >> 1 & _UNITS).bit_length() // 3


def ligu_waits(packed: int) -> list[Tile]:
    """Kinds that complete 16 tiles to seven pairs and a triplet, ascending, without those held four times."""
    odd = packed & _UNITS
    if not odd:
        # Eight pairs, four alike counting as two: any pair that is not four alike can become the triplet.
        return kinds_in(packed >> 1 & _UNITS)
    if odd.bit_count() != 2:
        return []
    low, high = kinds_in(odd)
    waits = []
    if count_of_kind(packed, high) == 3:
        waits.append(low)
    if count_of_kind(packed, low) == 3:
        waits.append(high)
    return waits


def buda_waits(packed: int) -> list[Tile]:
    """Kinds that complete 16 tiles to sixteen unrelated ones and a second of one of them."""
    if different_in(packed) < 15:
        return []
    return [kind for kind in range(KINDS) if is_buda(packed + ONE[kind])]


def wait_set(concealed: int, held: int, melds: int, rules: Parameters) -> tuple[Tile, ...]:
    """Kinds that complete 16 packed tiles in the ruleset's forms, ascending, none owned four times (TW-0.5)."""
    kinds = standard_waits(concealed)
    if not melds:
        others = ligu_waits(concealed) if rules.ligu_enabled else []
        if rules.buda_enabled:
            others += buda_waits(concealed)
        if others:
            kinds = sorted({*kinds, *others})
    owned = concealed + held
    return tuple([kind for kind in kinds if owned >> 3 * kind & 7 < 4])


def two_sided(codes: tuple[int, ...], kind: Tile) -> bool:
    """Return True when the kind is the outer tile of a two-sided wait in some chow of the division (TW-6.10)."""
    if kind >= 27:
        return False
    return (kind % 9 < 6 and kind in codes) or (kind % 9 > 2 and kind - 2 in codes)


def one_sided(division: Division, kind: Tile) -> bool:
    """Return True when the kind can be the pair, the middle or the edge tile of a division (TW-6.10)."""
    codes, pair = division
    if kind == pair:
        return True
    if kind >= 27:
        return False
    rank = kind % 9
    return kind - 1 in codes or (rank == 6 and kind in codes) or (rank == 2 and kind - 2 in codes)


def readings_with(concealed: int, kind: Tile, melds: int) -> list[Division]:
    return divisions(concealed + ONE[kind], SETS - melds)
