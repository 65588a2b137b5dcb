"""Drawn ornaments of papers: a border of tiles and a seal, as pictures inside the document."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import cos, pi, sin
from typing import NamedTuple
from urllib.parse import quote

USUAL_COLOUR = "#14594a"
CELL = 10.0
PETALS = 24


class Ornament(NamedTuple):
    """Addresses of pictures: strips of the border, its corner, and the seal."""

    row: str
    column: str
    corner: str
    seal: str


@cache
def draw_ornament(colour: str) -> Ornament:
    colour = colour or USUAL_COLOUR
    tiles = (_draw_dots(), _draw_bamboos(), _draw_dragon())
    across = "".join(_draw_tile(index * CELL, 0, motif) for index, motif in enumerate(tiles))
    down = "".join(_draw_tile(0, index * CELL, motif) for index, motif in enumerate(tiles))
    length = len(tiles) * CELL
    return Ornament(
        _make_picture(across, length, CELL, colour),
        _make_picture(down, CELL, length, colour),
        _make_picture(_draw_flower(), CELL, CELL, colour),
        _make_picture(_draw_seal(), 40, 40, colour),
    )


def _make_picture(content: str, width: float, height: float, colour: str) -> str:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}mm" height="{height:g}mm"'
        f' preserveAspectRatio="none" fill="none" stroke="{colour}" stroke-width="0.35">{content}</svg>'
    )
    return f"data:image/svg+xml,{quote(svg)}"


def _draw_tile(left: float, top: float, motif: str) -> str:
    outline = '<rect x="1.7" y="0.7" width="6.6" height="8.6" rx="1"/>'
    return f'<g transform="translate({left:g} {top:g})">{outline}{motif}</g>'


def _draw_dots() -> str:
    return _draw_circle(5, 5, 2.3) + _draw_circle(5, 5, 1.3) + _draw_circle(5, 5, 0.5)


def _draw_bamboos() -> str:
    places = product((3.6, 5.0, 6.4), (2.2, 5.3))
    return "".join(f'<rect x="{left - 0.4:g}" y="{top:g}" width="0.8" height="2.5" rx="0.4"/>' for left, top in places)


def _draw_dragon() -> str:
    return '<rect x="3" y="3.4" width="4" height="2.6"/><path d="M5 1.8V8.2"/>'


def _draw_flower() -> str:
    petals = "".join(
        f'<ellipse cx="5" cy="3" rx="1.1" ry="1.9" transform="rotate({angle} 5 5)"/>' for angle in range(0, 360, 90)
    )
    return f'<rect x="0.9" y="0.9" width="8.2" height="8.2" rx="1.2"/>{petals}{_draw_circle(5, 5, 0.7)}'


def _draw_seal() -> str:
    """Return a scalloped disc with two rings; the place is written into its middle."""
    scallops = "".join(
        _draw_circle(20 + 17 * cos(2 * pi * turn / PETALS), 20 + 17 * sin(2 * pi * turn / PETALS), 2.3)
        for turn in range(PETALS)
    )
    pearls = "".join(
        _draw_circle(20 + 13.4 * cos(2 * pi * turn / PETALS), 20 + 13.4 * sin(2 * pi * turn / PETALS), 0.35)
        for turn in range(PETALS)
    )
    disc = '<circle cx="20" cy="20" r="16.2" fill="#ffffff"/>'
    return f"{scallops}{disc}{_draw_circle(20, 20, 15)}{pearls}{_draw_circle(20, 20, 11.8)}"


def _draw_circle(across: float, down: float, radius: float) -> str:
    return f'<circle cx="{across:.2f}" cy="{down:.2f}" r="{radius:g}"/>'
