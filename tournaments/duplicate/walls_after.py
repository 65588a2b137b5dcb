"""What the walls show after the hand: whether the unplayed tail and the tiles of each seat are those of the deal.

The tail proves order and number of the draws; the balance of a seat proves that nothing was swapped besides. A finding
says where, never which tile the deal has there: other tables may still have to play the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.deal import Deal, starting_hands
from engine.family import ruleset
from engine.seats import Seat
from engine.tiles import Tile

MOST_FROM_BACK = 18
"""Tiles that may be missing at the back of a shared wall: a dead wall of fourteen and four replacements."""


class Finding(NamedTuple):
    """Something that does not fit. ``seat`` from the dealer; ``at`` counts the tiles of the seat's wall from 1.

    ``code``: ``too_many`` (more tiles left than the wall had), ``count`` (another number typed than said to be left),
    ``tile`` (another face at ``at``; ``tile`` is what lay there), ``wall`` (no end of the shared wall looks so),
    ``balance`` (``at`` tiles of the seat are not those it got).
    """

    code: str
    seat: Seat
    at: int = 0
    tile: Tile | None = None


def wall_size(deal: Deal, seat: Seat) -> int:
    """How many tiles the seat may draw after the starting hand: 21 in MCR.

    In a shared wall it is the number of all tiles after the deal.
    """
    size = 3 * ruleset(deal.ruleset).family.sets + 1
    if deal.model == "shared":
        return len(starting_hands(deal.walls[0], size)[1])
    return len(deal.walls[seat]) - size


def check_tail(deal: Deal, seat: Seat, left: int, tail: Sequence[Tile] | None = None) -> list[Finding]:
    """The unplayed wall of a seat against the deal: its length, and its faces in drawing order where they were typed.

    Under a shared wall the seat means nothing, and tiles at the back may be missing as replacements.
    """
    size = wall_size(deal, seat)
    if left > size:
        return [Finding("too_many", seat, left)]
    if tail is None:
        return []
    if len(tail) != left:
        return [Finding("count", seat, len(tail))]
    if deal.model == "shared":
        whole = deal.walls[0][-size:] if size else ()
        return [] if any(tuple(tail) == end for end in _ends(whole, left)) else [Finding("wall", seat)]
    wall = deal.walls[seat][-size:] if size else ()
    drawn = size - left
    pairs = enumerate(zip(wall[drawn:], tail, strict=True), drawn + 1)
    return [Finding("tile", seat, at, lies) for at, (dealt, lies) in pairs if dealt != lies]


def check_balance(
    deal: Deal, seat: Seat, left: int, *, hand: Sequence[Tile], discards: Sequence[Tile], claimed: Sequence[Tile] = ()
) -> list[Finding]:
    """A seat's hand with its melds, and its own discards, less what it claimed: the tiles it was dealt and drew.

    ``discards`` are all of the seat, also those that others claimed; a winning discard belongs to who discarded it.
    """
    dealt = Counter(deal.walls[seat][: len(deal.walls[seat]) - left])
    held = Counter(hand)
    held.update(discards)
    held.subtract(claimed)
    wrong = sum(abs(held[tile] - dealt[tile]) for tile in held.keys() | dealt.keys())
    return [Finding("balance", seat, wrong)] if wrong else []


def _ends(wall: Sequence[Tile], left: int) -> Iterator[tuple[Tile, ...]]:
    """What ``left`` tiles of a shared wall may look like after some replacements, which leave the top of a stack first.

    After an odd number of them the bottom tile of the broken stack lies alone at the end.
    """
    size = len(wall)
    for back in range(MOST_FROM_BACK + 1):
        front = size - left - back
        if front < 0:
            return
        yield tuple(wall[front : size - back])
        if back % 2 and left:
            yield (*wall[front : size - back - 1], wall[size - back])
