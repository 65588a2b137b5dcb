"""Unplayed tail of the walls and tiles of each seat compared with the deal.

A finding names the place, never the dealt tile: other tables may still have to play the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.family import ruleset
from engine.play.events import Event
from engine.play.table import Setup
from engine.sentences import Sentence, sentence
from engine.sentences import gettext_noop as _
from engine.tiles.seats import WIND_NAMES, Seat
from engine.tiles.tile import Tile, format_tile
from engine.walls.deal import Deal, starting_hands
from engine.walls.deal_check import first_difference

REPLACEMENTS: Final = 10
"""Index of the four seats' replacements in the common block of a riichi board."""

MAX_FROM_BACK: Final = 18
"""Tiles that may lack at the back of a shared wall: a dead wall of fourteen and four replacements."""


def count_wall_tiles(deal: Deal, seat: Seat) -> int:
    """Return the number of tiles that the seat may draw after the deal (21 in MCR), all seats' in a shared wall."""
    size = 3 * ruleset(deal.ruleset).family.sets + 1
    if deal.model == "shared":
        return len(starting_hands(deal.walls[0], size)[1])
    return len(deal.walls[seat]) - size


def check_tail(deal: Deal, seat: Seat, left: int, tail: Sequence[Tile] | None = None) -> list[Sentence]:
    """Compare a seat's unplayed wall with the deal; of a shared wall replacements may lack at the back."""
    size, wind = count_wall_tiles(deal, seat), Sentence(WIND_NAMES[seat])
    if left > size:
        return [sentence(_("%(wind)s: %(at)s tiles left are more than the wall had."), wind=wind, at=left)]
    if tail is None:
        return []
    if len(tail) != left:
        text = _("%(wind)s: %(at)s tiles were typed, another number is said to be left.")
        return [sentence(text, wind=wind, at=len(tail))]
    if deal.model == "shared":
        wall_end = deal.walls[0][-size:] if size else ()
        fits = any(tuple(tail) == end for end in _ends(wall_end, left))
        return [] if fits else [sentence(_("The rest of the wall is not the end of this deal."))]
    wall = deal.walls[seat][-size:] if size else ()
    drawn = size - left
    text = _("%(wind)s: tile %(at)s of the wall is not %(tile)s in the deal.")
    return [
        sentence(text, wind=wind, at=number, tile=format_tile(typed))
        for number, (dealt, typed) in enumerate(zip(wall[drawn:], tail, strict=True), drawn + 1)
        if dealt != typed
    ]


def check_balance(
    deal: Deal,
    seat: Seat,
    left: int,
    *,
    hand: Sequence[Tile],
    discards: Sequence[Tile],
    claimed: Sequence[Tile] = (),
) -> list[Sentence]:
    """Compare a seat's hand, melds and discards, less its claims, with its dealt tiles.

    ``discards`` include claimed ones. In riichi the seat's first kong was replaced from the common block.
    """
    dealt = Counter(deal.walls[seat][: len(deal.walls[seat]) - left])
    if deal.common and len(hand) + len(discards) - len(claimed) - dealt.total() == 1:
        dealt[deal.common[REPLACEMENTS + seat]] += 1
    held = Counter(hand)
    held.update(discards)
    held.subtract(claimed)
    wrong = sum(abs(held[tile] - dealt[tile]) for tile in held.keys() | dealt.keys())
    text = _("%(wind)s: hand, discards and claims differ from the dealt tiles in %(at)s places.")
    return [sentence(text, wind=Sentence(WIND_NAMES[seat]), at=wrong)] if wrong else []


def check_log(deal: Deal, setup: Setup, events: Sequence[Event]) -> list[Sentence]:
    """Return the place where a log departs from the deal; the expected tile stays sealed."""
    difference = first_difference(deal, setup, events)
    if difference is None:
        return []
    if difference.seat is None:
        return [sentence(_("The log does not begin or go on as this board was dealt."))]
    wind = Sentence(WIND_NAMES[difference.seat])
    if difference.event_index is None:
        return [sentence(_("%(wind)s: the log begins with another hand than the dealt one."), wind=wind)]
    return [sentence(_("%(wind)s: draw %(draw)s of the log is not the dealt tile."), wind=wind, draw=difference.draw)]


def _ends(wall: Sequence[Tile], left: int) -> Iterator[tuple[Tile, ...]]:
    """Yield the possible last ``left`` tiles of a shared wall: replacements take the top of a stack first."""
    size = len(wall)
    for back in range(MAX_FROM_BACK + 1):
        front = size - left - back
        if front < 0:
            return
        yield tuple(wall[front : size - back])
        if back % 2 and left:
            yield (*wall[front : size - back - 1], wall[size - back])
