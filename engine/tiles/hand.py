from __future__ import annotations

from enum import Enum
from string import ascii_letters
from typing import Any, NamedTuple

from engine.errors import HandError, NotationError
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.melds import Meld, parse_melds
from engine.tiles.seats import Wind
from engine.tiles.tile import (
    KINDS,
    UNKNOWN,
    Tile,
    TileSet,
    count_kinds,
    format_tile,
    format_tiles,
    holds_flower,
    is_flower,
    is_red,
    parse_tile,
    parse_tiles,
    tile_name,
)


class Hand(NamedTuple):
    """Concealed tiles (without the winning tile), melds, flowers shown, and the winning tile, if any.

    One line: concealed tiles, melds, ``+`` winning tile, ``|`` flowers.

    >>> Hand.parse("23m55s pung(777z) +4m | 1f5f").winning == parse_tile("4m")
    True
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    winning: Tile | None = None

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Parse a line. Raises NotationError with the position of the first wrong character."""
        rest, bar, flower_text = text.partition("|")
        rest, plus, win_text = rest.partition("+")
        split = rest.find("(")
        if split < 0:
            split = len(rest)
        elif split > 0:
            # Melds begin with a word before the first bracket; tiles have only suit letters.
            split = len(rest[:split].rstrip(ascii_letters))
            while split > 0 and rest[split - 1].isalpha():
                split -= 1
        part = 0
        try:
            concealed = parse_tiles(rest[:split])
            part = 1
            melds = parse_melds(rest[split:]) if split < len(rest) else ()
            part = 2
            winning = parse_tile(win_text.strip()) if plus else None
            part = 3
            flowers = parse_tiles(flower_text) if bar else ()
        except NotationError as error:
            end = len(rest) + 1
            offset = (0, split, end, end + len(win_text) + 1 if plus else end)[part]
            at = error.at if isinstance(error.at, int) else 0
            raise NotationError(error.reason, text, min(offset + at, max(len(text) - 1, 0))) from None
        if bar and any(not is_flower(tile) for tile in flowers):
            raise NotationError(_("only flowers may follow the bar"), text, text.index("|"))
        return cls(concealed, melds, flowers, winning)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand: concealed, melded and winning, without flowers."""
        melded = tuple([tile for meld in self.melds for tile in meld.tiles])
        return self.concealed + melded + (() if self.winning is None else (self.winning,))

    @property
    def is_closed(self) -> bool:
        """True without claimed melds; concealed kongs keep a hand closed."""
        return not any(meld.is_exposed for meld in self.melds)

    def __str__(self) -> str:
        parts = [format_tiles(self.concealed), *map(str, self.melds)]
        if self.winning is not None:
            parts.append(f"+{format_tile(self.winning)}")
        if self.flowers:
            parts.append(f"| {format_tiles(self.flowers)}")
        return " ".join(part for part in parts if part)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


class WinBy(Enum):
    """Source of the winning tile; the value is its word in the batch format."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"


class Win(NamedTuple):
    """Win conditions other than the winner's tiles.

    ``last_tile``: the last tile of the wall, drawn, or the discard after it. ``replacement``: drawn for a kong.
    ``flower_replacement``: drawn for a flower. ``first_turn``: within the uninterrupted first turn. ``visible``: tiles
    visible to everybody, except the winner's own melds. ``special``: the family's own circumstances, of type
    ``RuleFamily.circumstances``; None for all defaults.
    """

    by: WinBy
    prevalent_wind: Wind = Wind.EAST
    seat_wind: Wind = Wind.EAST
    last_tile: bool = False
    replacement: bool = False
    flower_replacement: bool = False
    first_turn: bool = False
    dealer: bool = True
    visible: tuple[Tile, ...] = ()
    special: Any = None


def hand_problems(hand: Hand, tile_set: TileSet, sets: int) -> list[Sentence]:
    """List every reason why these tiles cannot be a player's hand, as sentences; empty for a possible hand.

    A hand has ``3 * sets + 1`` tiles (one more with a winning tile), three of them in each meld.
    """
    problems: list[Sentence] = []
    expected = 3 * (sets - len(hand.melds)) + 1
    if len(hand.melds) > sets:
        problems.append(
            _("%(count)s melds are more than the %(sets)s sets of a hand", count=len(hand.melds), sets=sets)
        )
    elif len(hand.concealed) != expected:
        problems.append(
            _(
                "%(count)s concealed tiles where a hand with %(melds)s has %(expected)s without the winning tile",
                count=len(hand.concealed),
                melds=_("1 meld") if len(hand.melds) == 1 else _("%(count)s melds", count=len(hand.melds)),
                expected=expected,
            )
        )
    tiles = hand.tiles
    for tile in sorted(set(tiles)):
        if is_flower(tile):
            problems.append(_("the flower %(tile)s is not laid out", tile=format_tile(tile)))
        elif tile != UNKNOWN and not tile_set.copies[tile] and not tile_set.copies_of_kind(tile if tile < KINDS else 0):
            problems.append(
                _("%(name)s (%(tile)s) is not in this tile set", name=tile_name(tile), tile=format_tile(tile))
            )
        elif is_red(tile) and tiles.count(tile) > tile_set.copies[tile]:
            problems.append(
                _(
                    "%(count)s x %(tile)s: this tile set has %(copies)s",
                    count=tiles.count(tile),
                    tile=format_tile(tile),
                    copies=tile_set.copies[tile] or _("none"),
                )
            )
    for kind, count in enumerate(count_kinds(tiles)):
        if count > 4 and count > tile_set.copies_of_kind(kind):
            problems.append(
                _(
                    "%(count)s x %(tile)s: there are only %(copies)s",
                    count=count,
                    tile=format_tile(kind),
                    copies=tile_set.copies_of_kind(kind),
                )
            )
    for flower in sorted(set(hand.flowers)):
        shown, copies = hand.flowers.count(flower), tile_set.copies[flower]
        if shown > copies:
            problems.append(
                _(
                    "%(count)s x %(tile)s: this tile set has %(copies)s",
                    count=shown,
                    tile=format_tile(flower),
                    copies=copies or _("none"),
                )
            )
    return problems


def _is_plain(hand: Hand, tile_set: TileSet, sets: int) -> bool:
    """Fast check: True when the hand is certainly possible, False when the reasons must be computed."""
    if len(hand.melds) > sets or len(hand.concealed) != 3 * (sets - len(hand.melds)) + 1:
        return False
    left = list(tile_set.copies)
    for tile in hand.tiles + hand.flowers:
        left[tile] -= 1
        if left[tile] < 0:
            return False
    # A flower that is not shown is among the tiles.
    return not holds_flower(hand.tiles)


def check_hand(hand: Hand, tile_set: TileSet, sets: int) -> None:
    if _is_plain(hand, tile_set, sets):
        return
    problems = hand_problems(hand, tile_set, sets)
    if problems:
        raise HandError(_("%(problem)s in %(hand)s", problem=problems[0], hand=repr(str(hand))), at="hand")
