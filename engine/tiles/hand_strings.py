"""One-line hands of other programs: tiles, sets in brackets, the win after a bar.

``[123m,1][777z]99m234p555s|EE1000|3``: exposed sets with the place of the claimed tile (none after four tiles:
concealed kong; 5 to 7: added kong), concealed tiles with the winning tile last; prevalent and seat wind, then 0 or 1
for self-draw, last copy of its kind, last tile of the wall, kong (a replacement when drawn, else robbed); number of
flowers or their letters. Tiles may be in any notation of ``engine.tiles.notations``.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.errors import NotationError
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, WinBy
from engine.tiles.melds import Meld, MeldKind, meld_problem
from engine.tiles.notations import parse_any_tile, parse_any_tiles
from engine.tiles.seats import Wind
from engine.tiles.tile import FLOWERS, Tile, is_flower, sort_tiles

MAX_LENGTH: Final = 400
_BRACKET: Final = re.compile(r"[\[{【]([^\[\]{}【】]*)[\]}】]")
_SET: Final = re.compile(r"\s*(.*?)\s*(?:,\s*([1-3567])|(?<=[a-zA-Z])([1-3567]))?\s*")
_SITUATION: Final = re.compile(r"\s*([ESWN])([ESWN])([01]{4})\s*")


class ParsedWin(NamedTuple):
    prevalent: Wind
    seat: Wind
    by: WinBy
    last_copy: bool = False
    last_tile: bool = False
    replacement: bool = False


class ParsedHand(NamedTuple):
    """Parsed hand. ``assumed``: no winning tile is marked, so the last one is taken."""

    hand: Hand
    situation: ParsedWin | None = None
    assumed: bool = False


def read_hand(text: str, sets: int = 4) -> ParsedHand:
    """Parse a line in our notation (``Hand.parse``) or in that of other programs.

    In a hand of 3 x ``sets`` + 2 tiles without a marked winning tile the last tile wins. Raises NotationError: that of
    our notation, or of the unreadable part.

    >>> parsed = read_hand("[123m,1]456p789sWWWEE|SE1000|2")
    >>> str(parsed.hand), parsed.situation.by.value
    ('456p789s3331z chow(123m) +1z | 12f', 'self_draw')
    """
    try:
        hand, situation = Hand.parse(text), None
    except NotationError as error:
        try:
            hand, situation = _parse_foreign(text)
        except NotationError as foreign_error:
            # Brackets or winds of a win indicate the other notation.
            raise (foreign_error if _BRACKET.search(text) or re.search(r"\|\s*[ESWN]{2}", text) else error) from None
    if hand.winning is None and len(hand.concealed) + 3 * len(hand.melds) == 3 * sets + 2:
        hand = hand._replace(concealed=hand.concealed[:-1], winning=hand.concealed[-1])
        return ParsedHand(hand, situation, assumed=situation is None)
    return ParsedHand(hand, situation)


def _parse_foreign(text: str) -> tuple[Hand, ParsedWin | None]:
    tiles, *parts = text[:MAX_LENGTH].split("|")
    melds: list[Meld] = []
    outside, position = [], 0
    for bracket in _BRACKET.finditer(tiles):
        outside.append(tiles[position : bracket.start()])
        melds.append(_parse_meld(bracket[1], concealed=bracket[0][0] == "{", text=text, position=bracket.start(1)))
        position = bracket.end()
    outside.append(tiles[position:])
    standing, winning = _parse_standing("".join(outside))
    if len(parts) > 2:
        raise NotationError(_("too many bars; write tiles | win | flowers"), text, len(text) - 1)
    situation = _parse_situation(parts[0], text, len(tiles) + 1) if parts and parts[0].strip() else None
    flowers = [tile for tile in standing if is_flower(tile)]
    if len(parts) == 2:
        flowers += _parse_flowers(parts[1].strip(), text)
    concealed = tuple(tile for tile in standing if not is_flower(tile))
    return Hand(concealed, tuple(melds), sort_tiles(flowers), winning), situation


def _parse_standing(text: str) -> tuple[tuple[Tile, ...], Tile | None]:
    first, comma, last = re.sub(r"\+", ",", text).rpartition(",")
    if comma and first.strip() and "," not in first:
        try:
            return parse_any_tiles(first.strip()), parse_any_tile(last.strip())
        except NotationError:
            pass
    return parse_any_tiles(text.strip()), None


def _parse_meld(inside: str, *, concealed: bool, text: str, position: int) -> Meld:
    place: str | None = None
    try:
        tiles = sort_tiles(parse_any_tiles(inside))
    except NotationError:
        match = _SET.fullmatch(inside)
        written, place = (match[1], match[2] or match[3]) if match else (inside, None)
        try:
            tiles = sort_tiles(parse_any_tiles(written))
        except NotationError as error:
            raise NotationError(error.reason, text, position) from None
    kind = _meld_kind(tiles, place, concealed=concealed)
    problem = meld_problem(kind, tiles)
    if problem:
        raise NotationError(problem, text, position)
    return Meld(kind, tiles)


def _meld_kind(tiles: tuple[Tile, ...], place: str | None, *, concealed: bool) -> MeldKind:
    if len(tiles) == 4:
        if place is None or concealed:
            return MeldKind.CONCEALED_KONG
        return MeldKind.ADDED_KONG if place in "567" else MeldKind.KONG
    return MeldKind.PUNG if len(set(tiles)) == 1 else MeldKind.CHOW


def _parse_situation(part: str, text: str, position: int) -> ParsedWin:
    match = _SITUATION.fullmatch(part)
    if match is None:
        raise NotationError(
            _("after the bar write prevalent wind, seat wind and four digits 0 or 1, such as EE1000"), text, position
        )
    drawn, copy, last, kong = (digit == "1" for digit in match[3])
    by = WinBy.SELF_DRAW if drawn else WinBy.ROBBED_KONG if kong else WinBy.DISCARD
    return ParsedWin(Wind.parse(match[1]), Wind.parse(match[2]), by, copy, last, kong and drawn)


def _parse_flowers(part: str, text: str) -> list[Tile]:
    if part.isascii() and part.isdigit():
        if int(part) > len(FLOWERS):
            raise NotationError(_("expected at most eight flowers"), text, len(text) - 1)
        return list(FLOWERS[: int(part)])
    flowers = list(parse_any_tiles(part)) if part else []
    if not all(map(is_flower, flowers)):
        raise NotationError(_("only flowers may follow the bar"), text, len(text) - 1)
    return flowers
