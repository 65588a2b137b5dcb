from __future__ import annotations

from typing import Final, NamedTuple

from engine.scoring.patterns import Occurrences, whole_hand
from engine.tiles.tile import GREEN


class TileKinds(NamedTuple):
    ranks: int
    """Bit n is set where a suited tile of number n + 1 may be: the numbers common to the asked sets that they fit."""
    suits: int
    winds: bool
    dragons: bool
    green: bool
    reversible: bool
    pairs: bool

    @property
    def honours(self) -> bool:
        return self.winds or self.dragons


def ranks_of(*numbers: int) -> int:
    return sum(1 << number - 1 for number in numbers)


GREEN_KINDS: Final = (19, 20, 21, 23, 25, GREEN)
REVERSIBLE_KINDS: Final = (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31)
_TERMINALS: Final = ranks_of(1, 9)
_UPPER: Final = ranks_of(7, 8, 9)
_MIDDLE: Final = ranks_of(4, 5, 6)
_LOWER: Final = ranks_of(1, 2, 3)
_UPPER_FOUR: Final = ranks_of(6, 7, 8, 9)
_LOWER_FOUR: Final = ranks_of(1, 2, 3, 4)
_SIMPLES: Final = ranks_of(2, 3, 4, 5, 6, 7, 8)
ASKED_RANKS: Final = (_TERMINALS, _UPPER, _MIDDLE, _LOWER, _UPPER_FOUR, _LOWER_FOUR, _SIMPLES)
"""Every set of numbers that a fan asks for."""
ALL_RANKS: Final = ranks_of(*range(1, 10))


def _only(tiles: TileKinds, numbers: int) -> Occurrences:
    return whole_hand(not tiles.honours and not tiles.ranks & ~numbers)


def all_green(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.green)


def all_terminals(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _TERMINALS)


def all_honors(tiles: TileKinds) -> Occurrences:
    return whole_hand(not tiles.suits)


def all_honors_in_sets(tiles: TileKinds) -> Occurrences:
    """Honours only, in sets: seven pairs of honours do not count."""
    return whole_hand(not tiles.suits and not tiles.pairs)


def all_terminals_and_honors(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.honours and tiles.suits > 0 and not tiles.ranks & ~_TERMINALS)


def full_flush(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.suits == 1 and not tiles.honours)


def half_flush(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.suits == 1 and tiles.honours)


def upper_tiles(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _UPPER)


def middle_tiles(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _MIDDLE)


def lower_tiles(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _LOWER)


def upper_four(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _UPPER_FOUR)


def lower_four(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _LOWER_FOUR)


def reversible_tiles(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.reversible)


def all_types(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.suits == 3 and tiles.winds and tiles.dragons)


def all_simples(tiles: TileKinds) -> Occurrences:
    return _only(tiles, _SIMPLES)


def one_voided_suit(tiles: TileKinds) -> Occurrences:
    return whole_hand(tiles.suits == 2)


def no_honors(tiles: TileKinds) -> Occurrences:
    return whole_hand(not tiles.honours)
