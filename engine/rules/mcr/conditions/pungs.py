"""Fans of pungs and kongs; concealment and kinds of kong are in win_circumstances.py."""

from __future__ import annotations

from bisect import bisect_left
from itertools import combinations

from engine.scoring.patterns import NOT_THERE, Occurrences, each_set, these_sets, whole_hand
from engine.tiles.tile import DRAGONS, EAST, NORTH, WHITE


class Pungs:
    """Kinds of the pungs and kongs of a reading, ascending, and the features that give single pungs a value."""

    def __init__(
        self,
        kinds: tuple[int, ...],
        pair: int = -1,
        prevalent: int = -1,
        seat: int = -1,
        absorbed: int = 0,
        first: int = 0,
    ) -> None:
        self.kinds = kinds
        self.pair = pair
        """Kind of the pair; -1 if no fan of these pungs depends on it."""
        self.prevalent = prevalent
        self.seat = seat
        self.absorbed = absorbed
        """Pungs of terminals that belong to Nine Gates."""
        self.index_of = {kind: first + index for index, kind in enumerate(kinds)}
        """Kind -> index in the reading; ``first`` is that of the first pung."""
        winds, dragons = bisect_left(kinds, EAST), bisect_left(kinds, WHITE)
        self.numbered = kinds[:winds]
        self.winds = tuple(range(first + winds, first + dragons))
        self.dragons = tuple(range(first + dragons, first + len(kinds)))
        self.pair_of_winds = EAST <= pair <= NORTH

    def indices(self, *kinds: int) -> tuple[int, ...]:
        index_of = self.index_of
        return tuple([index_of[kind] for kind in kinds]) if index_of.keys() >= set(kinds) else ()


def big_four_winds(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.winds, len(pungs.winds) == 4)


def big_three_dragons(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.dragons, len(pungs.dragons) == 3)


def little_four_winds(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.winds, len(pungs.winds) == 3 and pungs.pair_of_winds)


def little_three_dragons(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.dragons, len(pungs.dragons) == 2 and pungs.pair in DRAGONS)


def big_three_winds(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.winds, len(pungs.winds) == 3 and not pungs.pair_of_winds)


def two_dragon_pungs(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.dragons, len(pungs.dragons) == 2)


def dragon_pung(pungs: Pungs) -> Occurrences:
    return each_set(pungs.dragons)


def prevalent_wind(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.indices(pungs.prevalent), pungs.prevalent in pungs.index_of)


def seat_wind(pungs: Pungs) -> Occurrences:
    return these_sets(pungs.indices(pungs.seat), pungs.seat in pungs.index_of)


def _shifted(pungs: Pungs, size: int) -> Occurrences:
    index_of = pungs.index_of
    for kind in pungs.numbered:
        if kind % 9 + size <= 9 and kind + 1 in index_of and kind + size - 1 in index_of:
            sets = pungs.indices(*range(kind, kind + size))
            if sets:
                return (sets,)
    return NOT_THERE


def four_pure_shifted_pungs(pungs: Pungs) -> Occurrences:
    return _shifted(pungs, 4)


def pure_shifted_pungs(pungs: Pungs) -> Occurrences:
    return _shifted(pungs, 3)


def mixed_shifted_pungs(pungs: Pungs) -> Occurrences:
    """Three suits, consecutive numbers; a second occurrence would reuse sets of the first."""
    for chosen in combinations(pungs.numbered, 3):
        low, middle, high = chosen
        if low < 9 <= middle < 18 <= high:
            ranks = sorted((low, middle - 9, high - 18))
            if ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]:
                return (pungs.indices(*chosen),)
    return NOT_THERE


def triple_pung(pungs: Pungs) -> Occurrences:
    for kind in pungs.numbered:
        if kind < 9 and pungs.indices(kind + 9, kind + 18):
            return (pungs.indices(kind, kind + 9, kind + 18),)
    return NOT_THERE


def double_pung(pungs: Pungs) -> Occurrences:
    return tuple([pungs.indices(low, high) for low, high in combinations(pungs.numbered, 2) if high - low in (9, 18)])


def all_pungs(pungs: Pungs) -> Occurrences:
    return whole_hand(len(pungs.kinds) == 4)


def all_even_pungs(pungs: Pungs) -> Occurrences:
    kinds = (*pungs.numbered, pungs.pair)
    return whole_hand(len(kinds) == 5 and all(0 <= kind < EAST and kind % 9 % 2 for kind in kinds))


def pung_of_terminals_or_honors(pungs: Pungs) -> Occurrences:
    """Each pung of 1, 9 or a wind other than seat and prevalent wind; never a dragon pung."""
    single_sets = [
        (index,)
        for kind, index in pungs.index_of.items()
        if (kind % 9 in (0, 8) if kind < EAST else kind <= NORTH and kind not in (pungs.prevalent, pungs.seat))
    ]
    return tuple(single_sets[pungs.absorbed :])
