from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from string import ascii_letters
from typing import Any, NamedTuple

from engine.errors import HandError, NotationError
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.copies import LAST_COPY, ON_TABLE, VISIBLE, Place, find_excesses, has_all
from engine.tiles.melds import KONG_SIZE, Meld, parse_melds
from engine.tiles.seats import Wind
from engine.tiles.tile import (
    UNKNOWN,
    Tile,
    TileSet,
    format_tile,
    format_tiles,
    holds_flower,
    is_flower,
    kind_of,
    parse_tile,
    parse_tiles,
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
        hand_text, bar, flower_text = text.partition("|")
        hand_text, plus, win_text = hand_text.partition("+")
        split = hand_text.find("(")
        if split < 0:
            split = len(hand_text)
        elif split > 0:
            # Melds begin with a word before the first bracket; tiles have only suit letters.
            split = len(hand_text[:split].rstrip(ascii_letters))
            while split > 0 and hand_text[split - 1].isalpha():
                split -= 1
        part = 0
        try:
            concealed = parse_tiles(hand_text[:split])
            part = 1
            melds = parse_melds(hand_text[split:]) if split < len(hand_text) else ()
            part = 2
            winning = parse_tile(win_text.strip()) if plus else None
            part = 3
            flowers = parse_tiles(flower_text) if bar else ()
        except NotationError as error:
            end = len(hand_text) + 1
            offset = (0, split, end, end + len(win_text) + 1 if plus else end)[part]
            position = error.at if isinstance(error.at, int) else 0
            raise NotationError(error.reason, text, min(offset + position, max(len(text) - 1, 0))) from None
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
    """List reasons why tiles cannot be a hand: ``3 * sets + 1``, one more with a winning tile, three in a meld."""
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
    problems += [_("the flower %(tile)s is not laid out", tile=format_tile(tile)) for tile in _held_flowers(hand)]
    return problems + [excess.problem for excess in find_excesses(hand_places(hand), tile_set)]


def _held_flowers(hand: Hand) -> list[Tile]:
    return sorted(set(filter(is_flower, hand.tiles))) if holds_flower(hand.tiles) else []


OTHER_COPIES = KONG_SIZE - 1


def hand_places(hand: Hand) -> list[Place]:
    places = [Place(_HAND, hand.concealed)]
    places += [Place(Sentence(str(meld)), meld.tiles) for meld in hand.melds]
    if hand.winning is not None:
        places.append(Place(_WINNING_TILE, (hand.winning,)))
    if hand.flowers:
        places.append(Place(_FLOWERS, hand.flowers))
    return places


_HAND, _WINNING_TILE, _FLOWERS = _("hand"), _("winning tile"), _("flowers")


def win_places(hand: Hand, win: Win, special: Sequence[Place]) -> list[Place]:
    """Every known tile of a win; ``special`` are the places of the family's own circumstances."""
    places = [*hand_places(hand), *special]
    if win.by is WinBy.ROBBED_KONG and hand.winning is not None:
        places.append(robbed_kong_place(hand))
    if win.visible:
        places.append(Place(_("other visible tiles"), win.visible, VISIBLE))
    return places


def robbed_kong_place(hand: Hand) -> Place:
    """Other three tiles of the kong that is robbed of the winning tile."""
    winning = kind_of(UNKNOWN if hand.winning is None else hand.winning)
    return Place(_("rest of the robbed kong"), (winning,) * OTHER_COPIES, ON_TABLE)


def last_copy_place(hand: Hand) -> Place:
    """Other three copies of the winning tile, which everybody sees, without those in the own exposed melds."""
    winning = kind_of(UNKNOWN if hand.winning is None else hand.winning)
    melded = [kind_of(tile) for meld in hand.melds if meld.is_exposed for tile in meld.tiles].count(winning)
    return Place(_("other three copies visible"), (winning,) * (OTHER_COPIES - melded), LAST_COPY)


def check_hand(hand: Hand, tile_set: TileSet, sets: int) -> None:
    """Raises HandError for tiles that cannot be a player's hand."""
    tiles = hand.tiles
    complete = len(hand.melds) <= sets and len(hand.concealed) == 3 * (sets - len(hand.melds)) + 1
    if complete and has_all(tile_set, tiles + hand.flowers) and not holds_flower(tiles):
        return
    problems = hand_problems(hand, tile_set, sets)
    if problems:
        raise HandError(_("%(problem)s in %(hand)s", problem=problems[0], hand=repr(str(hand))), at="hand")


def check_win(hand: Hand, win: Win, special: Sequence[Place], tile_set: TileSet) -> None:
    """Raises HandError for a possible hand with circumstances that name more copies of a tile than there are."""
    if win.by is not WinBy.ROBBED_KONG and not win.visible and not special:
        return
    named = [tile for place in special for tile in place.tiles]
    robbed = [hand.winning] * OTHER_COPIES if win.by is WinBy.ROBBED_KONG and hand.winning is not None else []
    if has_all(tile_set, (*hand.tiles, *hand.flowers, *win.visible, *named, *robbed)):
        return
    for excess in find_excesses(win_places(hand, win, special), tile_set):
        raise HandError(_("%(problem)s in %(hand)s", problem=excess.problem, hand=repr(str(hand))), at="hand")
