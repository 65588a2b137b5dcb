from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.scoring.patterns import Pattern
from engine.tiles.hand import Hand
from engine.tiles.tile import HONOURS

from .parameters import Parameters

Earned = tuple[tuple[int, ...], ...]


class Circumstances(NamedTuple):
    pass


def one_suit(hand: Hand) -> Earned:
    return () if any(tile in HONOURS for tile in hand.tiles) else ((),)


def patterns(parameters: Parameters) -> Sequence[Pattern[Hand]]:
    return (
        Pattern(
            id="one_suit",
            value=parameters.one_suit_points,
            when=one_suit,
            clause="TOY-4/one_suit",
            example="123456789s2233s +2s",
        ),
    )
