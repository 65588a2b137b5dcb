"""When a fan is there: one named function a fan, and the views of a winning hand that they look at.

A condition gets one view and returns an entry for each time its fan is there: the indices of the sets that earn it,
empty where the whole hand earns it. In a reading the chows come first and the pungs and kongs behind them, each in
ascending order. What counts beside what is no matter of the conditions: see counting.py.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from engine.decompositions import Form
from engine.tiles import DRAGONS, EAST, GREEN, NORTH

Found = tuple[tuple[int, ...], ...]
NONE: Final[Found] = ()
WHOLE: Final[Found] = ((),)


def whole(holds: bool) -> Found:
    """One entry without sets when it holds."""
    return WHOLE if holds else NONE


class Tiles(NamedTuple):
    """Which kinds the whole hand has, kongs included, as far as any fan asks."""

    ranks: int
    """Bit n is set when a suited tile of number n + 1 is there."""
    suits: int
    """How many suits are there."""
    winds: bool
    dragons: bool
    green: bool
    """Only 2 3 4 6 8 of bamboos and green dragons."""
    reversible: bool
    """Only tiles that look the same upside down."""
    pairs: bool
    """The form is seven pairs."""

    @property
    def honours(self) -> bool:
        """Any wind or dragon."""
        return self.winds or self.dragons


def ranks_of(*numbers: int) -> int:
    """A mask of numbers for ``Tiles.ranks``."""
    return sum(1 << number - 1 for number in numbers)


GREEN_KINDS: Final = (19, 20, 21, 23, 25, GREEN)
REVERSIBLE_KINDS: Final = (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31)
_TERMINALS: Final = ranks_of(1, 9)


def _only(tiles: Tiles, *numbers: int) -> Found:
    return whole(not tiles.honours and not tiles.ranks & ~ranks_of(*numbers))


def all_green(tiles: Tiles) -> Found:
    """The green dragon need not be there."""
    return whole(tiles.green)


def all_terminals(tiles: Tiles) -> Found:
    """Only 1s and 9s."""
    return _only(tiles, 1, 9)


def all_honors(tiles: Tiles) -> Found:
    """No suited tile, sets or seven pairs."""
    return whole(not tiles.suits)


def all_honors_in_sets(tiles: Tiles) -> Found:
    """The same where seven pairs of honours do not count as All Honors."""
    return whole(not tiles.suits and not tiles.pairs)


def all_terminals_and_honors(tiles: Tiles) -> Found:
    """Only terminals and honours, both present."""
    return whole(tiles.honours and tiles.suits > 0 and not tiles.ranks & ~_TERMINALS)


def full_flush(tiles: Tiles) -> Found:
    """One suit, no honours."""
    return whole(tiles.suits == 1 and not tiles.honours)


def half_flush(tiles: Tiles) -> Found:
    """One suit and honours."""
    return whole(tiles.suits == 1 and tiles.honours)


def upper_tiles(tiles: Tiles) -> Found:
    """Only 7 8 9."""
    return _only(tiles, 7, 8, 9)


def middle_tiles(tiles: Tiles) -> Found:
    """Only 4 5 6."""
    return _only(tiles, 4, 5, 6)


def lower_tiles(tiles: Tiles) -> Found:
    """Only 1 2 3."""
    return _only(tiles, 1, 2, 3)


def upper_four(tiles: Tiles) -> Found:
    """Only 6 to 9."""
    return _only(tiles, 6, 7, 8, 9)


def lower_four(tiles: Tiles) -> Found:
    """Only 1 to 4."""
    return _only(tiles, 1, 2, 3, 4)


def reversible_tiles(tiles: Tiles) -> Found:
    """Only tiles that look the same upside down."""
    return whole(tiles.reversible)


def all_types(tiles: Tiles) -> Found:
    """Three suits, winds and dragons."""
    return whole(tiles.suits == 3 and tiles.winds and tiles.dragons)


def all_simples(tiles: Tiles) -> Found:
    """No terminals, no honours."""
    return _only(tiles, 2, 3, 4, 5, 6, 7, 8)


def one_voided_suit(tiles: Tiles) -> Found:
    """Exactly two suits; honours are allowed."""
    return whole(tiles.suits == 2)


def no_honors(tiles: Tiles) -> Found:
    """No wind, no dragon."""
    return whole(not tiles.honours)


class Chows:
    """The chows of a reading by their first kinds, ascending, with every selection of them sorted by its steps."""

    def __init__(self, firsts: tuple[int, ...], fives: int = -1) -> None:
        self.firsts = firsts
        self.fives = fives
        """The suit of a pair of fives, -1 for another pair."""
        self._one_suit: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self._mixed: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for size in range(2, len(firsts) + 1):
            for sets in combinations(range(len(firsts)), size):
                kinds = [firsts[index] for index in sets]
                suits = len({kind // 9 for kind in kinds})
                if suits == 1:
                    steps = tuple([kind - kinds[0] for kind in kinds])
                    self._one_suit.setdefault(steps, []).append(sets)
                elif suits == size:
                    ranks = sorted([kind % 9 for kind in kinds])
                    steps = tuple([rank - ranks[0] for rank in ranks])
                    self._mixed.setdefault(steps, []).append(sets)

    def in_one_suit(self, *steps: tuple[int, ...]) -> Found:
        """Every selection in one suit whose numbers lie above the lowest by these steps."""
        return tuple([sets for step in steps for sets in self._one_suit.get(step, ())])

    def in_different_suits(self, steps: tuple[int, ...]) -> Found:
        """The same for selections without two chows of one suit."""
        return tuple(self._mixed.get(steps, ()))


def pure_terminal_chows(chows: Chows) -> Found:
    """123 123 789 789 and the pair 55 of one suit."""
    sets = chows.in_one_suit((0, 0, 6, 6))
    return sets if sets and chows.firsts[0] % 9 == 0 and chows.fives == chows.firsts[0] // 9 else NONE


def quadruple_chow(chows: Chows) -> Found:
    """Four identical chows."""
    return chows.in_one_suit((0, 0, 0, 0))


def four_pure_shifted_chows(chows: Chows) -> Found:
    """Four chows of one suit, each one number up, or each two."""
    return chows.in_one_suit((0, 1, 2, 3), (0, 2, 4, 6))


def pure_triple_chow(chows: Chows) -> Found:
    """Three identical chows."""
    return chows.in_one_suit((0, 0, 0))


def pure_straight(chows: Chows) -> Found:
    """123 456 789 of one suit."""
    return chows.in_one_suit((0, 3, 6))


def three_suited_terminal_chows(chows: Chows) -> Found:
    """123 and 789 in two suits, the pair 55 in the third."""
    if len(chows.firsts) < 4 or chows.fives < 0:
        return NONE
    suits = {0, 1, 2} - {chows.fives}
    return (
        ((0, 1, 2, 3),) if chows.firsts == tuple(9 * suit + rank for suit in sorted(suits) for rank in (0, 6)) else NONE
    )


def pure_shifted_chows(chows: Chows) -> Found:
    """Three chows of one suit, each one number up, or each two."""
    return chows.in_one_suit((0, 1, 2), (0, 2, 4))


def mixed_straight(chows: Chows) -> Found:
    """123, 456, 789, each in another suit."""
    return chows.in_different_suits((0, 3, 6))


def mixed_triple_chow(chows: Chows) -> Found:
    """The same numbers in three suits."""
    return chows.in_different_suits((0, 0, 0))


def mixed_shifted_chows(chows: Chows) -> Found:
    """Three chows in three suits, each one number up."""
    return chows.in_different_suits((0, 1, 2))


def pure_double_chow(chows: Chows) -> Found:
    """Two identical chows."""
    return chows.in_one_suit((0, 0))


def mixed_double_chow(chows: Chows) -> Found:
    """The same numbers in two suits."""
    return chows.in_different_suits((0, 0))


def short_straight(chows: Chows) -> Found:
    """Two chows of one suit, the second beginning behind the end of the first."""
    return chows.in_one_suit((0, 3))


def two_terminal_chows(chows: Chows) -> Found:
    """123 and 789 of one suit."""
    return chows.in_one_suit((0, 6))


class Pungs:
    """The kinds of the pungs and kongs of a reading, ascending, and what makes single pungs worth something."""

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
        """Kind of the pair; -1 where no fan of these pungs can depend on it."""
        self.prevalent = prevalent
        self.seat = seat
        self.absorbed = absorbed
        """Pungs of terminals that belong to Nine Gates."""
        self.at = {kind: first + index for index, kind in enumerate(kinds)}
        """Kind -> index in the reading; ``first`` is that of the first pung."""
        self.numbered = tuple([kind for kind in kinds if kind < EAST])
        self.winds = tuple([index for kind, index in self.at.items() if EAST <= kind <= NORTH])
        self.dragons = tuple([index for kind, index in self.at.items() if kind > NORTH])
        self.pair_of_winds = EAST <= pair <= NORTH

    def indices(self, *kinds: int) -> tuple[int, ...]:
        """Indices in the reading of the pungs of these kinds, empty when one of them is missing."""
        at = self.at
        return tuple([at[kind] for kind in kinds]) if all(kind in at for kind in kinds) else ()


def _these(sets: tuple[int, ...], holds: bool) -> Found:
    return (sets,) if holds else NONE


def big_four_winds(pungs: Pungs) -> Found:
    """Four wind pungs."""
    return _these(pungs.winds, len(pungs.winds) == 4)


def big_three_dragons(pungs: Pungs) -> Found:
    """Three dragon pungs."""
    return _these(pungs.dragons, len(pungs.dragons) == 3)


def little_four_winds(pungs: Pungs) -> Found:
    """Three wind pungs and the pair of the fourth wind."""
    return _these(pungs.winds, len(pungs.winds) == 3 and pungs.pair_of_winds)


def little_three_dragons(pungs: Pungs) -> Found:
    """Two dragon pungs and the pair of the third dragon."""
    return _these(pungs.dragons, len(pungs.dragons) == 2 and pungs.pair in DRAGONS)


def big_three_winds(pungs: Pungs) -> Found:
    """Three wind pungs, the pair no wind."""
    return _these(pungs.winds, len(pungs.winds) == 3 and not pungs.pair_of_winds)


def two_dragon_pungs(pungs: Pungs) -> Found:
    """Two dragon pungs."""
    return _these(pungs.dragons, len(pungs.dragons) == 2)


def dragon_pung(pungs: Pungs) -> Found:
    """Each dragon pung."""
    return tuple([(index,) for index in pungs.dragons])


def prevalent_wind(pungs: Pungs) -> Found:
    """The pung of the wind of the round."""
    return _these(pungs.indices(pungs.prevalent), pungs.prevalent in pungs.at)


def seat_wind(pungs: Pungs) -> Found:
    """The pung of the own wind."""
    return _these(pungs.indices(pungs.seat), pungs.seat in pungs.at)


def _shifted(pungs: Pungs, size: int) -> Found:
    """The first selection of so many pungs of one suit in following numbers."""
    for kind in pungs.numbered:
        sets = pungs.indices(*range(kind, kind + size)) if kind % 9 + size <= 9 else ()
        if sets and kind < EAST:
            return (sets,)
    return NONE


def four_pure_shifted_pungs(pungs: Pungs) -> Found:
    """Four pungs of one suit in following numbers."""
    return _shifted(pungs, 4)


def pure_shifted_pungs(pungs: Pungs) -> Found:
    """Three pungs of one suit in following numbers."""
    return _shifted(pungs, 3)


def mixed_shifted_pungs(pungs: Pungs) -> Found:
    """Pungs of three following numbers, each in another suit; a second one would use sets of the first again."""
    for chosen in combinations(pungs.numbered, 3):
        ranks = sorted([kind % 9 for kind in chosen])
        if len({kind // 9 for kind in chosen}) == 3 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]:
            return (pungs.indices(*chosen),)
    return NONE


def triple_pung(pungs: Pungs) -> Found:
    """The same number in three suits."""
    for kind in pungs.numbered:
        if kind < 9 and pungs.indices(kind + 9, kind + 18):
            return (pungs.indices(kind, kind + 9, kind + 18),)
    return NONE


def double_pung(pungs: Pungs) -> Found:
    """The same number in two suits, each."""
    return tuple([pungs.indices(low, high) for low, high in combinations(pungs.numbered, 2) if high - low in (9, 18)])


def all_pungs(pungs: Pungs) -> Found:
    """Four pungs and a pair."""
    return whole(len(pungs.kinds) == 4)


def all_even_pungs(pungs: Pungs) -> Found:
    """Four pungs and a pair of 2 4 6 8 only."""
    kinds = (*pungs.numbered, pungs.pair)
    return whole(len(kinds) == 5 and all(0 <= kind < EAST and kind % 9 % 2 for kind in kinds))


def pung_of_terminals_or_honors(pungs: Pungs) -> Found:
    """Each pung of 1, 9 or a wind that is neither of the round nor the own; never a dragon pung."""
    found = [
        (index,)
        for kind, index in pungs.at.items()
        if (kind % 9 in (0, 8) if kind < EAST else kind <= NORTH and kind not in (pungs.prevalent, pungs.seat))
    ]
    return tuple(found[pungs.absorbed :])


class Shape(NamedTuple):
    """The form and what holds for every set and the pair."""

    form: Form
    chows_only: bool = False
    """Every set is a chow and the pair is suited."""
    outside: bool = False
    """Every set and the pair have a terminal or an honour."""
    fives: bool = False
    """Every set and the pair have a five."""
    fours: int = 0
    """Kinds with all four tiles, kongs aside."""
    nine_gates: bool = False
    """The 13 tiles before the win are 1112345678999 of one suit."""
    shifted_pairs: bool = False
    """Seven following numbers of one suit."""
    honours: int = 0
    """Honours in a hand of single tiles."""


def nine_gates(shape: Shape) -> Found:
    """The wait on nine kinds; another wait that ends in the same tiles is not this fan."""
    return whole(shape.nine_gates)


def seven_shifted_pairs(shape: Shape) -> Found:
    """Seven pairs of seven following numbers of one suit."""
    return whole(shape.shifted_pairs)


def thirteen_orphans(shape: Shape) -> Found:
    """The form."""
    return whole(shape.form is Form.THIRTEEN_ORPHANS)


def seven_pairs(shape: Shape) -> Found:
    """The form."""
    return whole(shape.form is Form.SEVEN_PAIRS)


def greater_honors_and_knitted(shape: Shape) -> Found:
    """All seven honours."""
    return whole(shape.form is Form.HONORS_KNITTED and shape.honours == 7)


def lesser_honors_and_knitted(shape: Shape) -> Found:
    """Single honours and knitted tiles; with all seven honours the greater fan takes its place."""
    return whole(shape.form is Form.HONORS_KNITTED)


def knitted_straight(shape: Shape) -> Found:
    """Nine knitted tiles beside a set and a pair, or among single tiles, of which five are honours then."""
    return whole(shape.form is Form.KNITTED_STRAIGHT or (shape.form is Form.HONORS_KNITTED and shape.honours == 5))


def all_fives(shape: Shape) -> Found:
    """A five in every set and the pair."""
    return whole(shape.fives)


def outside_hand(shape: Shape) -> Found:
    """A terminal or an honour in every set and the pair."""
    return whole(shape.outside)


def all_chows(shape: Shape) -> Found:
    """Chows and a suited pair; any wait, open or closed."""
    return whole(shape.chows_only)


def tile_hog(shape: Shape) -> Found:
    """Each kind with all four tiles outside a kong."""
    return WHOLE * shape.fours
