"""Tiles as small integers, the MPSZ notation, and tile names.

A Tile is an int. 0-33 are the kinds that make hands, in the order of the notation: 1-9 characters (m), 1-9 dots (p),
1-9 bamboos (s), then East South West North White Green Red (z). 34-41 are the flowers 1f-8f. 42, 43, 44 are the red
fives 0m 0p 0s, which count as kinds 4, 13, 22 (``kind_of``). UNKNOWN is a tile that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final

from engine.errors import NotationError
from engine.sentences import sentence as _

Tile = int

KINDS: Final = 34
"""Number of kinds that make hands (without flowers and red fives)."""

FIRST_FLOWER: Final = 34
FIRST_RED: Final = 42
UNKNOWN: Final[Tile] = 45
"""Tile whose face is unknown; written ``?``."""


class Suit(IntEnum):
    CHARACTERS = 0
    DOTS = 1
    BAMBOOS = 2
    HONOURS = 3
    FLOWERS = 4


SUIT_LETTERS: Final = "mpszf"
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS: Final = (EAST, SOUTH, WEST, NORTH)
DRAGONS: Final = (WHITE, GREEN, RED)
HONOURS: Final = (*WINDS, *DRAGONS)
TERMINALS: Final = (0, 8, 9, 17, 18, 26)
ORPHANS: Final = (*TERMINALS, *HONOURS)
FLOWERS: Final = tuple(range(FIRST_FLOWER, FIRST_RED))
RED_FIVES: Final = (42, 43, 44)
FIVES: Final = (4, 13, 22)

_KIND_OF: Final[tuple[int, ...]] = (*range(FIRST_RED), 4, 13, 22, UNKNOWN)
_TEXT: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{rank}f" for rank in range(1, 9)),
    "0m",
    "0p",
    "0s",
    "?",
)
_TILE: Final = {text: tile for tile, text in enumerate(_TEXT)}
# One entry for each well-formed (digit, letter).
_BY_LETTER: Final = {
    letter: {text[0]: tile for text, tile in _TILE.items() if text[-1] == letter} for letter in SUIT_LETTERS
}
_UNSEEN: Final = ord("?")
_NO_TILE: Final = -1
_NO_SUIT: Final[tuple[Tile, ...]] = (_NO_TILE,) * 128
# By character codes: the parser below needs one look-up per tile. () marks a character that is not a suit.
_OF_SUIT: Final[tuple[tuple[Tile, ...], ...]] = tuple(
    tuple(_BY_LETTER[chr(suit)].get(chr(digit), _NO_TILE) for digit in range(128)) if chr(suit) in SUIT_LETTERS else ()
    for suit in range(128)
)
# Sort order that puts a red five behind the plain fives of its suit and keeps the suits together.
_SORT_KEY: Final = (*(2 * tile for tile in range(FIRST_RED)), 9, 27, 45, 90)


# A look-up table, because creating the enum member takes five times as long.
_SUIT_OF: Final = tuple(
    Suit(kind // 9) if kind < 27 else Suit.HONOURS if kind < FIRST_FLOWER else Suit.FLOWERS for kind in _KIND_OF
)


def kind_of(tile: Tile) -> Tile:
    """Kind of a tile: a red five counts as a five of its suit, other tiles as themselves."""
    return _KIND_OF[tile]


def suit_of(tile: Tile) -> Suit:
    """Suit of a known tile.

    >>> suit_of(parse_tile("0p"))
    <Suit.DOTS: 1>
    """
    return _SUIT_OF[tile]


def rank_of(tile: Tile) -> int:
    """Rank: 1-9 in a suit, 1-7 for honours (East first), 1-8 for flowers."""
    kind = _KIND_OF[tile]
    return (kind if kind < 27 else kind - 27 if kind < 34 else kind - 34) % 9 + 1


def is_flower(tile: Tile) -> bool:
    return FIRST_FLOWER <= tile < FIRST_RED


def holds_flower(tiles: tuple[Tile, ...]) -> bool:
    """Return True when one of the tiles is a flower.

    >>> holds_flower(parse_tiles("19m7z1f")), holds_flower(parse_tiles("0p"))
    (True, False)
    """
    # Most hands have neither flowers nor red fives, whose numbers are the highest.
    return max(tiles, default=0) >= FIRST_FLOWER and any(map(is_flower, tiles))


def is_red(tile: Tile) -> bool:
    return FIRST_RED <= tile < UNKNOWN


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles such as ``123m0p 55z``, in the order written; blanks between groups are allowed.

    ``?`` is an unknown tile. Raises NotationError with the first wrong character.

    >>> parse_tiles("19m7z1f")
    (0, 8, 33, 34)
    """
    # Blanks of other scripts, or characters that are not tiles.
    plain = text if text.isascii() else "".join([" " if char.isspace() else char for char in text])
    if not plain.isascii():
        raise _find_tile_error(text)
    tiles: list[Tile] = []
    suit = _NO_SUIT
    # Number of tiles at the last suit letter; a letter without digits before it is an error.
    lettered = -1
    # Backwards, because the suit letter follows its digits.
    for code in reversed(plain.encode()):
        tile = suit[code]
        if tile >= 0:
            tiles.append(tile)
            continue
        if lettered == len(tiles):
            raise _find_tile_error(text)
        suit = _OF_SUIT[code]
        if suit:
            lettered = len(tiles)
            continue
        suit, lettered = _NO_SUIT, -1
        if code == _UNSEEN:
            tiles.append(UNKNOWN)
        elif not chr(code).isspace():
            raise _find_tile_error(text)
    if lettered == len(tiles):
        raise _find_tile_error(text)
    tiles.reverse()
    return tuple(tiles)


def _find_tile_error(text: str) -> NotationError:
    start = 0
    for index, char in enumerate(text):
        if char.isdecimal() and char.isascii():
            continue
        group = text[start:index]
        if char in _BY_LETTER:
            if not group:
                return NotationError(_("the suit letter %(char)s must follow a number", char=repr(char)), text, index)
            for offset, digit in enumerate(group):
                if digit not in _BY_LETTER[char]:
                    return NotationError(
                        _("unknown tile %(digit)s%(char)s", digit=digit, char=char), text, start + offset
                    )
        elif group:
            return NotationError(_("a number must be followed by a suit letter (m, p, s, z or f)"), text, start)
        elif not char.isspace() and char != "?":
            return NotationError(
                _("%(char)s is neither a number nor a suit letter (m, p, s, z, f)", char=repr(char)), text, index
            )
        start = index + 1
    return NotationError(_("a number must be followed by a suit letter (m, p, s, z or f)"), text, start)


def parse_tile(text: str) -> Tile:
    """Parse a single tile. Raises NotationError for none, several or invalid text."""
    tile = _TILE.get(text)
    if tile is not None:
        return tile
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(_("exactly one tile is expected here"), text)
    return tiles[0]


def format_tile(tile: Tile) -> str:
    """Notation of one tile, ``5m``, or ``0m`` for a red five.

    >>> format_tile(42)
    '0m'
    """
    return _TEXT[tile]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Notation of tiles in the given order, with one suit letter for consecutive tiles of a suit.

    >>> format_tiles(parse_tiles("12m3m55z"))
    '123m55z'
    """
    parts: list[str] = []
    letter = ""
    for tile in tiles:
        text = _TEXT[tile]
        if letter and text[-1] != letter:
            parts.append(letter)
        letter = text[-1] if tile != UNKNOWN else ""
        parts.append(text[0])
    parts.append(letter)
    return "".join(parts)


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort in the order of the notation, red fives after the plain fives of their suit, unknown tiles last."""
    return tuple(sorted(tiles, key=_SORT_KEY.__getitem__))


def count_kinds(tiles: Iterable[Tile]) -> list[int]:
    """Count each of the 34 kinds (red fives as fives); flowers and unknown tiles are not counted."""
    counts = [0] * KINDS
    for tile in tiles:
        kind = _KIND_OF[tile]
        if kind < KINDS:
            counts[kind] += 1
    return counts


def glyph(tile: Tile) -> str:
    """Unicode character of the tile (a red five as a five; the back for an unknown tile).

    >>> glyph(parse_tile("1m")), glyph(parse_tile("5z"))
    ('🀇', '🀆')
    """
    kind = _KIND_OF[tile]
    if kind == UNKNOWN:
        return "\N{MAHJONG TILE BACK}"
    if kind < 27:
        # Unicode orders the suits characters, bamboos, dots.
        return chr((0x1F007, 0x1F019, 0x1F010)[kind // 9] + kind % 9)
    if kind < FIRST_FLOWER:
        return chr((0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)[kind - 27])
    # 1f-4f are the seasons, 5f-8f the plants; Unicode has plum orchid bamboo chrysanthemum before the seasons.
    return chr((0x1F026, 0x1F027, 0x1F028, 0x1F029, 0x1F022, 0x1F023, 0x1F025, 0x1F024)[kind - FIRST_FLOWER])


LANGUAGES: Final = ("en", "ja", "zh-hans", "zh-hant")

_NUMERALS: Final = "一二三四五六七八九"
_SUIT_NAMES: Final = {
    "en": ("{0} of characters", "{0} of dots", "{0} of bamboos"),
    "ja": ("{1}萬", "{1}筒", "{1}索"),
    "zh-hans": ("{1}万", "{1}饼", "{1}条"),
    "zh-hant": ("{1}萬", "{1}筒", "{1}條"),
}
_OTHER_NAMES: Final = {
    "en": (
        "East wind|South wind|West wind|North wind|White dragon|Green dragon|Red dragon|"
        "Spring|Summer|Autumn|Winter|Plum|Orchid|Chrysanthemum|Bamboo flower"
    ).split("|"),
    "ja": "東|南|西|北|白|發|中|春|夏|秋|冬|梅|蘭|菊|竹".split("|"),
    "zh-hans": "东风|南风|西风|北风|白板|发财|红中|春|夏|秋|冬|梅|兰|菊|竹".split("|"),
    "zh-hant": "東風|南風|西風|北風|白板|青發|紅中|春|夏|秋|冬|梅|蘭|菊|竹".split("|"),
}
_RED_NAMES: Final = {"en": "red {}", "ja": "赤{}", "zh-hans": "红{}", "zh-hant": "紅{}"}
_UNKNOWN_NAMES: Final = {"en": "unknown tile", "ja": "不明な牌", "zh-hans": "未知牌", "zh-hant": "未知牌"}


def tile_name(tile: Tile, language: str = "en") -> str:
    """Name of a tile in one of LANGUAGES, for screen readers. Raises KeyError for other languages.

    >>> tile_name(parse_tile("3s")), tile_name(parse_tile("0p"), "ja")
    ('3 of bamboos', '赤五筒')
    """
    if tile == UNKNOWN:
        return _UNKNOWN_NAMES[language]
    kind = _KIND_OF[tile]
    if kind >= 27:
        return _OTHER_NAMES[language][kind - 27]
    rank = kind % 9
    name = _SUIT_NAMES[language][kind // 9].format(rank + 1, _NUMERALS[rank])
    return _RED_NAMES[language].format(name) if is_red(tile) else name


@dataclass(frozen=True)
class TileSet:
    """Tiles of a game: copies of each kind, flowers and red fives.

    >>> TileSet.standard(flowers=8).size
    144
    """

    tiles: tuple[Tile, ...]
    """Every tile of the set, copies included, in the order of the notation."""

    @cached_property
    def size(self) -> int:
        return len(self.tiles)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Copies of each Tile (index 0-44; red fives are counted separately from fives)."""
        copies = [0] * (UNKNOWN + 1)
        for tile in self.tiles:
            copies[tile] += 1
        return tuple(copies)

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> TileSet:
        return cls(sort_tiles(tiles))

    @classmethod
    def standard(
        cls, *, honours: bool = True, flowers: int = 0, red_fives: tuple[int, int, int] = (0, 0, 0)
    ) -> TileSet:
        """Four of each suited kind, honours or not, the first ``flowers`` flowers, and red fives replacing fives."""
        tiles = [kind for kind in range(34 if honours else 27) for _ in range(4)]
        for suit, reds in enumerate(red_fives):
            for _copy in range(reds):
                tiles.remove(9 * suit + 4)
                tiles.append(RED_FIVES[suit])
        tiles.extend(FLOWERS[:flowers])
        return cls.of(tiles)

    def copies_of_kind(self, kind: Tile) -> int:
        return self.copies[kind] + (self.copies[RED_FIVES[kind // 9]] if kind in FIVES else 0)
