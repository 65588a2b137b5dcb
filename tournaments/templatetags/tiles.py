"""Mahjong tiles on pages and prints, with names for screen readers.

{% load tiles %}
{% tile "5m" %}                       one tile
{% tiles "123m 55z pung(777z) +4m" %}  groups, melds, winning tile
{% tiles hand inline=True %}           pictures inside the document: for PDF, where no second file is read
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.tiles.hand import Hand
from engine.tiles.melds import Meld
from engine.tiles.tile import UNKNOWN, Tile, format_tile, parse_tile
from tournaments.core.installation import get_program_folder
from tournaments.core.text import tiles as tile_words
from tournaments.core.text.tiles import group_tiles

register = template.Library()

HIDDEN = SafeString(' aria-hidden="true"')


@register.simple_tag
def tile(value: str | Tile, inline: bool = False, label: bool = True) -> SafeString:
    """Render one tile by its notation or number; `label=False` for a tile beside its name."""
    code = parse_tile(value) if isinstance(value, str) else value
    return _draw_tile(code, inline, name_of(code) if label else "")


@register.simple_tag
def printed_tile(value: Tile) -> SafeString:
    return _draw_tile(value, inline=True)


@register.simple_tag
def tile_code(value: Tile) -> str:
    return format_tile(value)


@register.simple_tag
def tiles(value: str | Hand | Meld | Iterable[Tile], inline: bool = False) -> SafeString:
    """Render a row of tiles: a notation, a hand, a meld or tiles, as one picture whose label names every tile."""
    groups = group_tiles(value)
    label = "; ".join(", ".join(name_of(tile) for tile in tiles) for tiles, _hidden in groups)
    drawn = format_html_join(
        "",
        '<span class="tile-group">{}</span>',
        ((_draw_row(tiles, back, inline),) for tiles, back in groups),
    )
    return format_html('<span class="tiles" role="img" aria-label="{}">{}</span>', label, drawn)


def _draw_row(tiles: tuple[Tile, ...], back: frozenset[int], inline: bool) -> SafeString:
    drawn = (_draw_tile(UNKNOWN if index in back else tile, inline) for index, tile in enumerate(tiles))
    return format_html_join("", "{}", ((drawing,) for drawing in drawn))


def name_of(tile: Tile) -> str:
    return tile_words.name_of(tile)


def _draw_tile(tile: Tile, inline: bool, name: str = "") -> SafeString:
    code = "back" if tile == UNKNOWN else format_tile(tile)
    if inline:
        # A printed sheet reads each picture once; drawings in the text take several times as long.
        return format_html('<img class="tile" alt="{}" src="{}">', name, _make_picture(code))
    spoken = format_html(' role="img" aria-label="{}"', name) if name else HIDDEN
    return format_html(
        '<svg class="tile" viewBox="0 0 300 400"{}><use href="{}#t{}"/></svg>', spoken, _get_sprite_address(), code
    )


def _get_sprite_address() -> str:
    return static("tiles/sprite.svg")


@lru_cache(maxsize=1)
def _load_faces() -> dict[str, SafeString]:
    sprite = (get_program_folder("static") / "tiles" / "sprite.svg").read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="t(\w+)"[^>]*>(.*)</symbol>', sprite)
    return {code: SafeString(drawing) for code, drawing in symbols}


@lru_cache(maxsize=64)
def _make_picture(code: str) -> str:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">{_load_faces()[code]}</svg>'
    return "data:image/svg+xml;base64," + base64.b64encode(drawing.encode()).decode("ascii")
