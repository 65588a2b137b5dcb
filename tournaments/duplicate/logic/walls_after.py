"""What the walls show after the hand: whether the unplayed tail and the tiles of each seat are those of the deal.

The tail proves order and number of the draws; the balance of a seat proves that nothing was swapped besides. A finding
says where, never which tile the deal has there: other tables may still have to play the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.family import ruleset
from engine.play.table import TableState
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, sort_tiles
from engine.walls.deal import Deal, starting_hands

REPLACEMENTS = 10
"""Where the replacements of the four seats begin in the common block of a riichi board."""

ROW = 11
"""Tiles in the first row of a seat's wall on its sheet; the others lie in the second row."""

MOST_FROM_BACK = 18
"""Tiles that may be missing at the back of a shared wall: a dead wall of fourteen and four replacements."""


class Mismatch(NamedTuple):
    """Something that does not fit. ``seat`` from the dealer; ``at`` counts the tiles of the seat's wall from 1.

    ``code``: ``too_many`` (more tiles left than the wall had), ``count`` (another number typed than said to be left),
    ``tile`` (another face at ``at``; ``tile`` is what lay there), ``wall`` (no end of the shared wall looks so),
    ``balance`` (``at`` tiles of the seat are not those it got; ``extra`` are those that lie there and should not).
    """

    code: str
    seat: Seat
    at: int = 0
    tile: Tile | None = None
    extra: tuple[Tile, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        """Row of the sheet and place in the row of the tile at ``at``, both from 1.

        >>> Finding("tile", 0, 12).place
        (2, 1)
        """
        return (1, self.at) if self.at <= ROW else (2, self.at - ROW)


def wall_size(deal: Deal, seat: Seat) -> int:
    """How many tiles the seat may draw after the starting hand: 21 in MCR.

    In a shared wall it is the number of all tiles after the deal.
    """
    size = 3 * ruleset(deal.ruleset).family.sets + 1
    if deal.model == "shared":
        return len(starting_hands(deal.walls[0], size)[1])
    return len(deal.walls[seat]) - size


def check_tail(deal: Deal, seat: Seat, left: int, tail: Sequence[Tile] | None = None) -> list[Mismatch]:
    """The unplayed wall of a seat against the deal: its length, and its faces in drawing order where they were typed.

    Under a shared wall the seat means nothing, and tiles at the back may be missing as replacements.
    """
    size = wall_size(deal, seat)
    if left > size:
        return [Mismatch("too_many", seat, left)]
    if tail is None:
        return []
    if len(tail) != left:
        return [Mismatch("count", seat, len(tail))]
    if deal.model == "shared":
        whole = deal.walls[0][-size:] if size else ()
        return [] if any(tuple(tail) == end for end in _ends(whole, left)) else [Mismatch("wall", seat)]
    wall = deal.walls[seat][-size:] if size else ()
    drawn = size - left
    pairs = enumerate(zip(wall[drawn:], tail, strict=True), drawn + 1)
    return [Mismatch("tile", seat, at, lies) for at, (dealt, lies) in pairs if dealt != lies]


def check_balance(
    deal: Deal,
    seat: Seat,
    left: int,
    *,
    hand: Sequence[Tile],
    discards: Sequence[Tile],
    claimed: Sequence[Tile] = (),
    kongs: int | None = None,
) -> list[Mismatch]:
    """A seat's hand with its melds, and its own discards, less what it claimed: the tiles it was dealt and drew.

    ``discards`` are all of the seat, also those that others claimed; a winning discard belongs to who discarded it.
    In the Japanese game the first of the seat's ``kongs`` was replaced from the common block; None reads off the
    number of tiles whether there was one.
    """
    dealt = Counter(deal.walls[seat][: len(deal.walls[seat]) - left])
    if deal.common:
        more = len(hand) + len(discards) - len(claimed) - dealt.total()
        if kongs or (kongs is None and more == 1):
            dealt[deal.common[REPLACEMENTS + seat]] += 1
    held = Counter(hand)
    held.update(discards)
    held.subtract(claimed)
    wrong = sum(abs(held[tile] - dealt[tile]) for tile in held.keys() | dealt.keys())
    extra = sort_tiles((held - dealt).elements())
    return [Mismatch("balance", seat, wrong, None, extra)] if wrong else []


def check_trays(deal: Deal, trays: Sequence[Sequence[Tile]]) -> list[Mismatch]:
    """The four trays as they were built, starting hand first, read back before the board is played.

    Only for who builds the board: ``hand`` (``at`` tiles of the starting hand, in whatever order, are other ones),
    ``tile`` (another face in the wall at ``at``), ``size`` (the tray holds ``at`` tiles too many, or too few below 0).
    """
    found = []
    for seat, (tray, dealt) in enumerate(zip(trays, deal.walls, strict=True)):
        size = len(dealt) - wall_size(deal, seat)
        if len(tray) != len(dealt):
            found.append(Mismatch("size", seat, len(tray) - len(dealt)))
            continue
        wrong = Counter(tray[:size]) - Counter(dealt[:size])
        if wrong:
            found.append(Mismatch("hand", seat, wrong.total(), None, sort_tiles(wrong.elements())))
        found += check_tail(deal, seat, len(dealt) - size, tray[size:])
    return found


class SeatTiles(NamedTuple):
    """What lies at a seat after a hand, as ``check_balance`` takes it."""

    hand: tuple[Tile, ...]
    discards: tuple[Tile, ...]
    claimed: tuple[Tile, ...]
    kongs: int


def seat_tiles(state: TableState, seat: Seat) -> SeatTiles:
    """What lies at a seat after a recorded hand: melds and flowers with the hand, a tile won from another left out."""
    player = state.players[seat]
    melded = [tile for meld in player.melds for tile in meld.tiles]
    if len(player.concealed) % 3 == 1:
        # Who goes on playing after a win has the tile drawn for it lying beside the hand.
        wins = (record for record in state.wins if record.seat == seat and record.source is None)
        melded += [record.tile for record in wins if record.tile is not None]
    return SeatTiles(
        (*player.concealed, *melded, *player.flowers),
        tuple(discard.tile for discard in player.discards),
        tuple(meld.claimed for meld in player.melds if meld.claimed is not None),
        sum(meld.is_kong for meld in player.melds),
    )


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
