from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from engine.scoring.patterns import NOT_THERE, Occurrences

Steps = tuple[int, ...]
"""Numbers of chows, ascending, above the lowest of them."""


@lru_cache(maxsize=1 << 12)
def _suits_and_steps(firsts: tuple[int, ...]) -> tuple[int, Steps]:
    ranks = sorted([kind % 9 for kind in firsts])
    return len({kind // 9 for kind in firsts}), tuple([rank - ranks[0] for rank in ranks])


class Chows:
    """Chows of a reading by their first kinds, ascending, with every selection of them grouped by its steps."""

    def __init__(self, firsts: tuple[int, ...], fives: int = -1) -> None:
        self.firsts = firsts
        self.fives = fives
        """The suit of a pair of fives, -1 for another pair."""
        self._selections: dict[tuple[int, Steps], list[tuple[int, ...]]] = {}
        for size in range(2, len(firsts) + 1):
            for sets, kinds in zip(combinations(range(len(firsts)), size), combinations(firsts, size), strict=True):
                self._selections.setdefault(_suits_and_steps(kinds), []).append(sets)

    def in_one_suit(self, *steps: Steps) -> Occurrences:
        """Selections in one suit whose numbers are above the lowest by these steps."""
        return tuple([sets for step in steps for sets in self._selections.get((1, step), ())])

    def in_different_suits(self, steps: Steps) -> Occurrences:
        """Selections as `in_one_suit` returns them, without two chows of one suit."""
        return tuple(self._selections.get((len(steps), steps), ()))


def pure_terminal_chows(chows: Chows) -> Occurrences:
    """一色雙龍會: 123 123 789 789 and the pair 55 of one suit."""
    sets = chows.in_one_suit((0, 0, 6, 6))
    return sets if sets and chows.firsts[0] % 9 == 0 and chows.fives == chows.firsts[0] // 9 else NOT_THERE


def quadruple_chow(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 0, 0, 0))


def four_pure_shifted_chows(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 1, 2, 3), (0, 2, 4, 6))


def pure_triple_chow(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 0, 0))


def pure_straight(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 3, 6))


def three_suited_terminal_chows(chows: Chows) -> Occurrences:
    """三色雙龍會: 123 and 789 in two suits, the pair 55 in the third."""
    if len(chows.firsts) < 4 or chows.fives < 0:
        return NOT_THERE
    suits = {0, 1, 2} - {chows.fives}
    wanted = tuple(9 * suit + rank for suit in sorted(suits) for rank in (0, 6))
    return ((0, 1, 2, 3),) if chows.firsts == wanted else NOT_THERE


def pure_shifted_chows(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 1, 2), (0, 2, 4))


def mixed_straight(chows: Chows) -> Occurrences:
    return chows.in_different_suits((0, 3, 6))


def mixed_triple_chow(chows: Chows) -> Occurrences:
    return chows.in_different_suits((0, 0, 0))


def mixed_shifted_chows(chows: Chows) -> Occurrences:
    return chows.in_different_suits((0, 1, 2))


def pure_double_chow(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 0))


def mixed_double_chow(chows: Chows) -> Occurrences:
    return chows.in_different_suits((0, 0))


def short_straight(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 3))


def two_terminal_chows(chows: Chows) -> Occurrences:
    return chows.in_one_suit((0, 6))
