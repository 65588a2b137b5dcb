"""Other notations of tiles, each with its own parser, tried when ours does not fit.

- letters of the MCR programs: ``123mESWNCFP``, flowers ``a``-``h``
- Botzone: ``W1 B2 T3 F1 J1 H1``
- suit first: ``m123 p5 z7``
- Unicode: ``🀇🀈🀉``
- Chinese and Japanese: ``一二三万 5筒 东 中``
- suit letters after the numbers: ``123w 4b 5t`` (Chinese), ``1C 2D 3B`` (English)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from engine.errors import NotationError
from engine.tiles.tile import (
    EAST,
    FLOWERS,
    GREEN,
    NORTH,
    RED,
    RED_FIVES,
    SOUTH,
    UNKNOWN,
    WEST,
    WHITE,
    Tile,
    glyph,
    parse_tile,
    parse_tiles,
)

SEASONS, PLANTS = FLOWERS[:4], FLOWERS[4:]
PLUM, ORCHID, CHRYSANTHEMUM, BAMBOO = PLANTS
IN_PRINT: Final = (PLUM, ORCHID, BAMBOO, CHRYSANTHEMUM)
"""Plants in the order 梅蘭竹菊 of Chinese programs and Unicode."""

LETTERS: Final = {
    **dict(zip("ESWNCFPB", (EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE, WHITE), strict=True)),
    **dict(zip("abcdefgh", (*IN_PRINT, *SEASONS), strict=True)),
}
"""Honours of the MCR programs (C red, F green, P or B white), and their flowers 梅蘭竹菊春夏秋冬."""

BOTZONE: Final = {
    **{f"{suit}{rank}": 9 * suit_index + rank - 1 for suit_index, suit in enumerate("WBT") for rank in range(1, 10)},
    **{f"F{rank}": EAST + rank - 1 for rank in range(1, 5)},
    **dict(zip(("J1", "J2", "J3"), (RED, GREEN, WHITE), strict=True)),
    **{f"H{rank}": tile for rank, tile in enumerate((*SEASONS, *IN_PRINT), 1)},
}
"""W characters, B dots, T bamboos, F winds, J dragons (red first), H flowers (seasons first)."""

_GLYPHS: Final = {glyph(tile): tile for tile in (*range(34), *FLOWERS, UNKNOWN)}
_HAN_NUMBERS: Final = {
    **dict(zip("一二三四五六七八九", range(1, 10), strict=True)),
    **dict(zip("壹贰叁肆伍陆柒捌玖", range(1, 10), strict=True)),
    **dict(zip("壱弐参", range(1, 4), strict=True)),
    **dict(zip("貳叄陸", (2, 3, 6), strict=True)),
}
_HAN_SUITS: Final = {
    **dict.fromkeys("万萬", 0),
    **dict.fromkeys("饼餅筒", 1),
    **dict.fromkeys("条條索", 2),
}
_HAN_HONOURS: Final = {
    **dict.fromkeys(("东", "東"), EAST),
    "南": SOUTH,
    "西": WEST,
    "北": NORTH,
    **dict.fromkeys(("白", "板", "白板"), WHITE),
    **dict.fromkeys(("发", "發", "発", "发财", "發財", "青发", "青發"), GREEN),
    **dict.fromkeys(("中", "红中", "紅中"), RED),
    **dict(zip("春夏秋冬", SEASONS, strict=True)),
    **dict(zip("梅兰菊竹", PLANTS, strict=True)),
    "蘭": ORCHID,
}
_GAP: Final = r"[\s,、，·]*"
_RUN: Final = re.compile(rf"(?P<ranks>(?:[0-9一-龥]{_GAP})+?)(?P<suit>[万萬饼餅筒条條索mps])")
_CHINESE_SUFFIX: Final = {"w": 0, "m": 0, "b": 1, "p": 1, "t": 2, "s": 2}
_ENGLISH_SUFFIX: Final = {"c": 0, "d": 1, "b": 2}


def parse_any_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles in our notation or any of those above, in the order written.

    Raises the NotationError of our own notation if none fits.

    >>> parse_any_tiles("W1 W2 J1") == parse_any_tiles("一二万中") == parse_any_tiles("12mC") == (0, 1, 33)
    True
    """
    try:
        return parse_tiles(text)
    except NotationError:
        plain = _normalize(text)
        for read in NOTATIONS.values():
            tiles = read(plain)
            if tiles is not None:
                return tiles
        raise


def parse_any_tile(text: str) -> Tile:
    """Parse one tile in any notation. Raises NotationError for none or several."""
    try:
        return parse_tile(text)
    except NotationError:
        tiles = parse_any_tiles(text)
        if len(tiles) != 1:
            raise
        return tiles[0]


def _normalize(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text)
    return folded.replace("\ufe0e", "").replace("\ufe0f", "").strip()


def _parse_letters(text: str) -> tuple[Tile, ...] | None:
    if not re.fullmatch(r"(?:[0-9]+[mpszf]|[ESWNCFPB](?![0-9]+(?![0-9mpszf]))|[a-h]|\?|[\s,])*", text):
        return None
    tiles: list[Tile] = []
    for run, letter in re.findall(r"([0-9]+[mpszf]|\?)|([ESWNCFPBa-h])", text):
        try:
            tiles.extend(parse_tiles(run) if run else (LETTERS[letter],))
        except NotationError:
            return None
    return tuple(tiles)


def _parse_botzone(text: str) -> tuple[Tile, ...] | None:
    if not re.fullmatch(r"(?:[\s,'\"\[\]]*[WBTFJH][1-9])+[\s,'\"\[\]]*", text):
        return None
    tiles = [BOTZONE.get(name) for name in re.findall(r"[WBTFJH][1-9]", text)]
    return None if None in tiles else tuple(tile for tile in tiles if tile is not None)


def _parse_suit_first(text: str) -> tuple[Tile, ...] | None:
    if not re.fullmatch(r"(?:[mpszfMPSZ][0-9]+[\s,]*)+", text):
        return None
    try:
        return parse_tiles("".join(f"{run[1:]}{run[0].lower()}" for run in re.findall(r"[A-Za-z][0-9]+", text)))
    except NotationError:
        return None


def _parse_glyphs_and_han(text: str) -> tuple[Tile, ...] | None:
    tiles: list[Tile] = []
    position = 0
    while position < len(text):
        char = text[position]
        if char.isspace() or char in ",、，·":
            position += 1
        elif char in _GLYPHS:
            tiles.append(_GLYPHS[char])
            position += 1
        elif (named := _find_honour(text, position)) is not None:
            tile, length = named
            tiles.append(tile)
            position += length
        else:
            run = _RUN.match(text, position)
            ranks = None if run is None else _parse_ranks(run["ranks"])
            if run is None or ranks is None:
                return None
            suit = _HAN_SUITS.get(run["suit"], "mps".find(run["suit"]))
            tiles.extend(RED_FIVES[suit] if rank == 0 else 9 * suit + rank - 1 for rank in ranks)
            position = run.end()
    return tuple(tiles)


def _find_honour(text: str, position: int) -> tuple[Tile, int] | None:
    for length in (2, 1):
        tile = _HAN_HONOURS.get(text[position : position + length])
        if tile is not None and position + length <= len(text):
            more = EAST <= tile <= NORTH and text[position + length : position + length + 1] in ("风", "風")
            return tile, length + bool(more)
    return None


def _parse_ranks(text: str) -> list[int] | None:
    ranks: list[int] = []
    for char in re.sub(_GAP, "", text):
        rank = int(char) if char.isascii() and char.isdigit() else _HAN_NUMBERS.get(char)
        if rank is None:
            return None
        ranks.append(rank)
    return ranks


def _parse_suffixed(text: str) -> tuple[Tile, ...] | None:
    if not re.fullmatch(r"(?:[1-9]+[a-zA-Z]|[\s,]|[ESWNFP](?![a-z]))+", text):
        return None
    runs = re.findall(r"([1-9]+)([a-zA-Z])|([ESWNCFP])", text)
    used = {letter.lower() for _ranks_of, letter, _honour in runs if letter}
    for suits in (_CHINESE_SUFFIX, _ENGLISH_SUFFIX):
        if used <= set(suits) and used - {"b"}:
            break
    else:
        return None
    tiles: list[Tile] = []
    for ranks, letter, honour in runs:
        if honour:
            tiles.append(LETTERS[honour])
        else:
            tiles.extend(9 * suits[letter.lower()] + int(rank) - 1 for rank in ranks)
    return tuple(tiles)


NOTATIONS: Final[dict[str, Callable[[str], tuple[Tile, ...] | None]]] = {
    "letters": _parse_letters,
    "botzone": _parse_botzone,
    "suit_first": _parse_suit_first,
    "han": _parse_glyphs_and_han,
    "suffixed": _parse_suffixed,
}
