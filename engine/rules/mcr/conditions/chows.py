from __future__ import annotations

from itertools import combinations
from typing import Final

from engine.rules.mcr.equivalence import OF_CHOWS
from engine.scoring.patterns import NOT_THERE, Occurrences

Steps = tuple[int, ...]
"""Numbers of chows, ascending, above the lowest of them."""

_PAIRS: Final = tuple(tuple(combinations(range(size), 2)) for size in range(5))
_TRIPLES: Final = tuple(tuple(combinations(range(size), 3)) for size in range(5))
_SUITS_AND_STEPS: Final[dict[tuple[int, ...], tuple[int, Steps]]] = {}
"""By the relations of every two of two or three chows."""


def _suits_and_steps(*firsts: int) -> tuple[int, Steps]:
    ranks = sorted([kind % 9 for kind in firsts])
    return len({kind // 9 for kind in firsts}), tuple([rank - ranks[0] for rank in ranks])


class Chows:
    """Chows of a reading by their first kinds, ascending, with every selection that may earn a fan by its steps."""

    def __init__(self, firsts: tuple[int, ...], fives: int = -1) -> None:
        self.firsts = firsts
        self.fives = fives
        """The suit of a pair of fives, -1 for another pair."""
        self._selections: dict[tuple[int, Steps], list[tuple[int, ...]]] = {}
        relations = [OF_CHOWS[first] for first in firsts]
        related = 0
        for low, high in _PAIRS[len(firsts)]:
            relation = relations[low][firsts[high]]
            if relation:
                related += 1
                self._keep((relation,), low, high)
        self.most = min(related + 1, len(firsts)) if related else 0
        """The most of them that a fan may join."""
        if related < 2:
            return
        # Every three chows of a fan have two pairs that relate, four have three.
        for low, middle, high in _TRIPLES[len(firsts)]:
            of_low, first, last = relations[low], firsts[middle], firsts[high]
            of_three = (of_low[first], of_low[last], relations[middle][last])
            if of_three.count(0) < 2:
                self._keep(of_three, low, middle, high)
        if self.most == 4 and firsts[0] // 9 == firsts[3] // 9:
            self._selections[_suits_and_steps(*firsts)] = [(0, 1, 2, 3)]

    def _keep(self, relations: tuple[int, ...], *sets: int) -> None:
        steps = _SUITS_AND_STEPS.get(relations)
        if steps is None:
            steps = _SUITS_AND_STEPS[relations] = _suits_and_steps(*[self.firsts[index] for index in sets])
        self._selections.setdefault(steps, []).append(sets)

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
