from __future__ import annotations

from typing import NamedTuple

from engine.reading.decompositions import Form
from engine.scoring.patterns import WHOLE_HAND, Occurrences, whole_hand


class Shape(NamedTuple):
    form: Form
    chows_only: bool = False
    """Every set is a chow and the pair is suited."""
    outside: bool = False
    """Every set and the pair have a terminal or an honour."""
    fives: bool = False
    fours: int = 0
    """Kinds with all four tiles, kongs aside."""
    nine_gates: bool = False
    """The 13 tiles before the win are 1112345678999 of one suit."""
    shifted_pairs: bool = False
    """Seven consecutive numbers of one suit."""
    honours: int = 0


def nine_gates(shape: Shape) -> Occurrences:
    """Nine-sided wait; another wait that ends in the same tiles does not count."""
    return whole_hand(shape.nine_gates)


def seven_shifted_pairs(shape: Shape) -> Occurrences:
    return whole_hand(shape.shifted_pairs)


def thirteen_orphans(shape: Shape) -> Occurrences:
    return whole_hand(shape.form is Form.THIRTEEN_ORPHANS)


def seven_pairs(shape: Shape) -> Occurrences:
    return whole_hand(shape.form is Form.SEVEN_PAIRS)


def greater_honors_and_knitted(shape: Shape) -> Occurrences:
    return whole_hand(shape.form is Form.HONORS_KNITTED and shape.honours == 7)


def lesser_honors_and_knitted(shape: Shape) -> Occurrences:
    """Single honours and knitted tiles; with all seven honours the greater fan replaces it."""
    return whole_hand(shape.form is Form.HONORS_KNITTED)


def knitted_straight(shape: Shape) -> Occurrences:
    """Nine knitted tiles beside a set and a pair, or among single tiles with five honours."""
    single_tiles = shape.form is Form.HONORS_KNITTED and shape.honours == 5
    return whole_hand(shape.form is Form.KNITTED_STRAIGHT or single_tiles)


def all_fives(shape: Shape) -> Occurrences:
    return whole_hand(shape.fives)


def outside_hand(shape: Shape) -> Occurrences:
    return whole_hand(shape.outside)


def all_chows(shape: Shape) -> Occurrences:
    """Chows and a suited pair; any wait, open or closed."""
    return whole_hand(shape.chows_only)


def tile_hog(shape: Shape) -> Occurrences:
    """Each kind with all four tiles in the hand and not as a kong."""
    return WHOLE_HAND * shape.fours
