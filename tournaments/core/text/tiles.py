"""Tiles on a page: groups, tiles lying face down, names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext

from engine.tiles.hand import Hand
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.tile import LANGUAGES, Tile, parse_tiles, tile_name
from tournaments.core.text.language import get_language_code

_GROUP = re.compile(r"[ac]?kong\([^)]*\)|chow\([^)]*\)|pung\([^)]*\)|\[[^\]]*\]|[^\s\[\]]+")

TileGroup = tuple[tuple[Tile, ...], frozenset[int]]

_NOTHING_DOWN: frozenset[int] = frozenset()


def group_tiles(value: str | Hand | Meld | Iterable[Tile]) -> list[TileGroup]:
    if isinstance(value, str):
        return [_parse_group(part) for part in _GROUP.findall(value.replace("|", " ").replace("+", " "))]
    if isinstance(value, Hand):
        parts: list[TileGroup] = [(value.concealed, _NOTHING_DOWN)]
        parts += [_group_meld(meld) for meld in value.melds]
        if value.winning is not None:
            parts.append(((value.winning,), _NOTHING_DOWN))
        parts.append((value.flowers, _NOTHING_DOWN))
        return [part for part in parts if part[0]]
    if isinstance(value, Meld):
        return [_group_meld(value)]
    return [(tuple(value), _NOTHING_DOWN)]


def _parse_group(text: str) -> TileGroup:
    if text.startswith("["):
        return parse_tiles(text[1:-1]), _NOTHING_DOWN
    if "(" in text:
        return _group_meld(Meld.parse(text))
    return parse_tiles(text), _NOTHING_DOWN


def _group_meld(meld: Meld) -> TileGroup:
    return meld.tiles, frozenset({0, 3}) if meld.kind is MeldKind.CONCEALED_KONG else _NOTHING_DOWN


def name_of(tile: Tile) -> str:
    if get_language_code() in LANGUAGES:
        return tile_name(tile, get_language_code())
    return gettext(tile_name(tile))
