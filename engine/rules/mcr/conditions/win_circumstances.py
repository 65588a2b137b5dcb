from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engine.scoring.patterns import NOT_THERE, WHOLE_HAND, Occurrences, each_set, these_sets, whole_hand


class WinCircumstances(NamedTuple):
    self_draw: bool
    closed: bool
    """No exposed set; concealed kongs keep a hand closed (MCR-4.5)."""
    all_exposed: bool = False
    """Four sets from other players' tiles."""
    robbed: bool = False
    last_tile: bool = False
    """The last tile of the wall, or the discard after it."""
    replacement: bool = False
    last_copy: bool = False
    """The other three of the winning kind are visible."""
    melded_kongs: tuple[int, ...] = ()
    """Indices of these sets in the reading."""
    concealed_kongs: tuple[int, ...] = ()
    concealed_pungs: tuple[int, ...] = ()
    """Including concealed kongs; a pung completed by another player's tile is not concealed (MCR-4.4)."""

    @property
    def kongs(self) -> tuple[int, ...]:
        return tuple(sorted(self.melded_kongs + self.concealed_kongs))


def four_concealed_pungs(circumstances: WinCircumstances) -> Occurrences:
    return these_sets(circumstances.concealed_pungs, len(circumstances.concealed_pungs) == 4)


def three_concealed_pungs(circumstances: WinCircumstances) -> Occurrences:
    """Three, or four where that fan is not adopted (MCR-4.25)."""
    return these_sets(circumstances.concealed_pungs, len(circumstances.concealed_pungs) >= 3)


def two_concealed_pungs(circumstances: WinCircumstances) -> Occurrences:
    """Two, or more where those fans are not adopted (MCR-4.25)."""
    return these_sets(circumstances.concealed_pungs, len(circumstances.concealed_pungs) >= 2)


def four_kongs(circumstances: WinCircumstances) -> Occurrences:
    return these_sets(circumstances.kongs, len(circumstances.kongs) == 4)


def three_kongs(circumstances: WinCircumstances) -> Occurrences:
    return these_sets(circumstances.kongs, len(circumstances.kongs) == 3)


def two_concealed_kongs(circumstances: WinCircumstances) -> Occurrences:
    """Exactly two, also beside melded ones."""
    return these_sets(circumstances.concealed_kongs, len(circumstances.concealed_kongs) == 2)


def two_melded_kongs(circumstances: WinCircumstances) -> Occurrences:
    return these_sets(
        circumstances.melded_kongs, len(circumstances.melded_kongs) == 2 and not circumstances.concealed_kongs
    )


def mixed_kongs(circumstances: WinCircumstances) -> Occurrences:
    return these_sets(circumstances.kongs, len(circumstances.melded_kongs) == 1 == len(circumstances.concealed_kongs))


def concealed_kong(circumstances: WinCircumstances) -> Occurrences:
    return each_set(circumstances.concealed_kongs)


def up_to_two_concealed_kongs(circumstances: WinCircumstances) -> Occurrences:
    """Concealed kongs, but none beside Three and Four Kongs of three or four concealed ones (MCR-4.14)."""
    return each_set(circumstances.concealed_kongs) if len(circumstances.concealed_kongs) < 3 else NOT_THERE


def melded_kong(circumstances: WinCircumstances) -> Occurrences:
    return each_set(circumstances.melded_kongs)


def last_tile_draw(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.last_tile and circumstances.self_draw)


def last_tile_claim(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.last_tile and not circumstances.self_draw and not circumstances.robbed)


def out_with_replacement(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.replacement and circumstances.self_draw)


def robbing_the_kong(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.robbed)


def melded_hand(circumstances: WinCircumstances) -> Occurrences:
    """Four exposed sets and the pair completed by another player's tile; no concealed kong."""
    return whole_hand(circumstances.all_exposed and not circumstances.self_draw)


def fully_concealed_hand(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.closed and circumstances.self_draw)


def last_tile(circumstances: WinCircumstances) -> Occurrences:
    """Fourth tile of its kind when the other three are visible."""
    return whole_hand(circumstances.last_copy)


def concealed_hand(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.closed and not circumstances.self_draw)


def self_drawn(circumstances: WinCircumstances) -> Occurrences:
    return whole_hand(circumstances.self_draw)


class WaitPlace(IntEnum):
    OTHER = 0
    EDGE = 1
    """The 3 of 123 or the 7 of 789."""
    MIDDLE = 2
    PAIR = 3


class Wait(NamedTuple):
    place: WaitPlace


def edge_wait(wait: Wait) -> Occurrences:
    return whole_hand(wait.place is WaitPlace.EDGE)


def closed_wait(wait: Wait) -> Occurrences:
    return whole_hand(wait.place is WaitPlace.MIDDLE)


def single_wait(wait: Wait) -> Occurrences:
    return whole_hand(wait.place is WaitPlace.PAIR)


class FanTally(NamedTuple):
    counted: bool
    flowers: int = 0


def chicken_hand(tally: FanTally) -> Occurrences:
    """No other fan, flowers aside (MCR-4.19)."""
    return whole_hand(not tally.counted)


def flower_tiles(tally: FanTally) -> Occurrences:
    return WHOLE_HAND * tally.flowers
