"""Fans of the winning form, and of what holds for every set and the pair."""

from __future__ import annotations

from typing import NamedTuple

from engine.reading.decompositions import Form
from engine.rules.mcr.conditions import WHOLE, Found, whole


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
