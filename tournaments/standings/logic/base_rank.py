"""What a place is worth in a field of players, from 1000 for the first to 0 for the last."""

from fractions import Fraction


def base_rank(place: int, players: int) -> Fraction:
    """1000 x (N - p) / (N - 1): 1000 for the first of the field, 0 for the last; alone, 1000.

    >>> base_rank(1, 84), base_rank(84, 84)
    (Fraction(1000, 1), Fraction(0, 1))
    """
    return Fraction(1000 * (players - place), players - 1) if players > 1 else Fraction(1000)
