"""Drawings on the faces of the tiles, on a canvas of 300 by 400 whose face reaches from 6 to 372."""

from __future__ import annotations

from math import atan2, degrees, hypot

from tools.tile_art.flowers import flower
from tools.tile_art.svg import (
    BACK,
    BACK_EDGE,
    BLUE,
    EDGE,
    FACE,
    GREEN,
    INK,
    RED,
    circle,
    element,
    glyph,
    line,
    path,
    petals,
    rect,
    ring,
    turned,
)

WIDTH, HEIGHT = 300, 400
MIDDLE = 189
NUMERALS = "一二三四伍六七八九"
HONOURS = "東南西北"

RED_MARK_X = {"m": 256, "p": 150, "s": 150}
"""Red fives carry a dot as well, so that their colour is not the only sign; it stands where the face is free."""


def codes() -> list[str]:
    """Every tile's notation, the back as `back`."""
    suits = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    honours = [f"{rank}z" for rank in range(1, 8)]
    return [*suits, *honours, *(f"{rank}f" for rank in range(1, 9)), "0m", "0p", "0s", "back"]


def tile(code: str) -> str:
    """The whole tile: its body with the jade back showing below, and the face."""
    if code == "back":
        return back()
    body = rect(6, 10, 288, 384, BACK, 36) + rect(6, 6, 288, 366, FACE, 36, stroke=EDGE, stroke_width=5)
    rank, suit = int(code[0]), code[1]
    red = rank == 0
    drawings = {"m": characters, "p": dots, "s": bamboos}
    if suit in drawings:
        return body + drawings[suit](5 if red else rank, red) + (circle(RED_MARK_X[suit], 46, 15, RED) if red else "")
    return body + (honour(rank) if suit == "z" else flower(rank))


def back() -> str:
    """A tile lying face down."""
    lattice = "".join(
        path(f"M{x} {y}l22 -22l22 22l-22 22z", stroke="#4c9a82", stroke_width=5)
        for y in range(74, 360, 44)
        for x in range(62, 230, 44)
    )
    ivory = rect(6, 10, 288, 384, FACE, 36, stroke=EDGE, stroke_width=5)
    return ivory + rect(6, 6, 288, 366, BACK, 36, stroke=BACK_EDGE, stroke_width=5) + lattice


def characters(rank: int, red: bool = False) -> str:
    """The number above, ten thousand below."""
    return glyph(NUMERALS[rank - 1], 150, 97, 160, RED if red else INK, 0.95) + glyph("萬", 150, 270, 184, RED)


def honour(rank: int) -> str:
    """Winds in blue, the dragons as frame, green and red character."""
    if rank <= 4:
        return glyph(HONOURS[rank - 1], 150, MIDDLE, 250, BLUE, 1.14)
    if rank == 5:
        frame = rect(52, 48, 196, 282, "none", 16, stroke=BLUE, stroke_width=17)
        return frame + rect(78, 74, 144, 230, "none", 6, stroke=BLUE, stroke_width=7)
    return glyph("發" if rank == 6 else "中", 150, MIDDLE, 250, GREEN if rank == 6 else RED, 1.14)


# Dots

_TWO, _THREE = (100, 200), (70, 150, 230)


def dots(rank: int, red: bool = False) -> str:
    """Coins in the traditional order and colours."""
    if rank == 1:
        return great_dot()
    places = {
        2: [(150, 103, GREEN), (150, 275, BLUE)],
        3: [(76, 82, BLUE), (150, MIDDLE, RED), (224, 296, GREEN)],
        4: [(93, 103, BLUE), (207, 103, GREEN), (93, 275, GREEN), (207, 275, BLUE)],
        5: [(78, 84, BLUE), (222, 84, GREEN), (150, MIDDLE, RED), (78, 294, GREEN), (222, 294, BLUE)],
        6: [(x, y, GREEN if y < 100 else RED) for y in (78, 208, 300) for x in (98, 202)],
        7: [(72, 62, GREEN), (150, 94, GREEN), (228, 126, GREEN)]
        + [(x, y, RED) for y in (222, 312) for x in (104, 196)],
        8: [(x, y, BLUE) for y in (63, 147, 231, 315) for x in (104, 196)],
        9: [(x, y, colour) for y, colour in ((78, GREEN), (MIDDLE, RED), (300, BLUE)) for x in _THREE],
    }[rank]
    radius = {2: 66, 3: 53, 4: 52, 5: 49, 6: 46, 7: 40, 8: 39, 9: 37}[rank]
    return "".join(dot(x, y, radius, RED if red else colour) for x, y, colour in places)


def dot(x: float, y: float, r: float, colour: str) -> str:
    """A coin: rim, light ring, flower-like middle."""
    middle = turned(petals(4, r * 0.46, r * 0.3, FACE), x, y, 45)
    return circle(x, y, r, colour) + ring(x, y, r * 0.74, r * 0.12, FACE) + middle + circle(x, y, r * 0.09, colour)


def great_dot() -> str:
    """The one: a large wheel."""
    beads = "".join(turned(circle(0, -86, 9, RED), 150, MIDDLE, step * 22.5) for step in range(16))
    wheel = turned(petals(8, 46, 26, RED), 150, MIDDLE, 0) + turned(petals(8, 30, 11, FACE, 6), 150, MIDDLE, 0)
    rims = ring(150, MIDDLE, 109, 13, GREEN) + ring(150, MIDDLE, 63, 9, GREEN)
    return rims + beads + wheel + circle(150, MIDDLE, 13, GREEN)


# Bamboos


def bamboos(rank: int, red: bool = False) -> str:
    """Canes in the traditional order and colours; the one is a bird."""
    if rank == 1:
        return bird()
    top, low = 103, 275
    places = {
        2: [(150, top, GREEN), (150, low, BLUE)],
        3: [(150, top, BLUE), (92, low, GREEN), (208, low, GREEN)],
        4: [(92, top, BLUE), (208, top, GREEN), (92, low, GREEN), (208, low, BLUE)],
        5: [(72, top, GREEN), (228, top, BLUE), (150, MIDDLE, RED), (72, low, BLUE), (228, low, GREEN)],
        6: [(x, y, GREEN if y == top else BLUE) for y in (top, low) for x in _THREE],
        7: [(150, 72, RED)] + [(x, y, GREEN if x != 150 else BLUE) for y in (190, 308) for x in _THREE],
        9: [(x, y, RED if x == 150 else GREEN if x < 150 else BLUE) for y in (71, MIDDLE, 307) for x in _THREE],
    }
    if rank == 8:
        return eight_canes()
    length = {2: 150, 3: 150, 4: 150, 5: 140, 6: 150, 7: 104, 9: 104}[rank]
    width = 44 if rank < 6 else 38
    return "".join(cane(x, y, length, RED if red else colour, width) for x, y, colour in places[rank])


def eight_canes() -> str:
    """An M over a W."""
    return "".join(
        [
            cane_between(56, 48, 56, 168, GREEN),
            cane_between(244, 48, 244, 168, GREEN),
            cane_between(92, 64, 136, 162, BLUE),
            cane_between(208, 64, 164, 162, BLUE),
            cane_between(56, 212, 56, 332, GREEN),
            cane_between(244, 212, 244, 332, GREEN),
            cane_between(92, 316, 136, 218, BLUE),
            cane_between(208, 316, 164, 218, BLUE),
        ]
    )


def cane_between(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """A cane from point to point."""
    length, turn = hypot(x2 - x1, y2 - y1), degrees(atan2(x1 - x2, y2 - y1))
    return turned(cane(0, 0, length, colour, 36), (x1 + x2) / 2, (y1 + y2) / 2, turn)


def cane(x: float, y: float, length: float, colour: str, width: float = 34) -> str:
    """A piece of bamboo: two stems between three joints, with a light line."""
    half, w = length / 2, width / 2
    joint = w * 0.62
    stems = "".join(
        path(
            f"M{x - w * 0.78:.1f} {a:.1f}Q{x - w * 0.5:.1f} {(a + b) / 2:.1f} {x - w * 0.78:.1f} {b:.1f}"
            f"H{x + w * 0.78:.1f}Q{x + w * 0.5:.1f} {(a + b) / 2:.1f} {x + w * 0.78:.1f} {a:.1f}z",
            colour,
        )
        for a, b in ((y - half + joint, y), (y, y + half - joint))
    )
    joints = "".join(
        element("ellipse", cx=x, cy=at, rx=w * 0.94, ry=joint, fill=colour)
        for at in (y - half + joint, y, y + half - joint)
    )
    shine = "".join(
        path(f"M{x:.1f} {a:.1f}V{b:.1f}", stroke=FACE, stroke_width=w * 0.26, stroke_linecap="round")
        for a, b in (
            (y - half + joint * 1.9, y - joint * 1.5),
            (y + joint * 1.5, y + half - joint * 1.9),
        )
    )
    return stems + joints + shine


def bird() -> str:
    """A peacock, as the bamboo suit's one is on most sets."""
    feathers = (
        (86, 52, -30, BLUE),
        (138, 34, -8, GREEN),
        (190, 40, 14, RED),
        (232, 72, 34, GREEN),
        (254, 124, 58, BLUE),
    )
    tail = "".join(
        path(
            f"M164 240Q{(164 + x) / 2 + (164 - x) * 0.2:.1f} {(236 + y) / 2:.1f} {x} {y + 34}",
            stroke=colour,
            stroke_width=13,
            stroke_linecap="round",
        )
        + turned(
            element("ellipse", cx=0, cy=0, rx=27, ry=36, fill=colour)
            + element("ellipse", cx=0, cy=3, rx=15, ry=20, fill=FACE)
            + element("ellipse", cx=0, cy=6, rx=8, ry=11, fill=RED if colour != RED else GREEN),
            x,
            y + 22,
            turn,
        )
        for x, y, turn, colour in feathers
    )
    legs = line("M140 312V346M122 348H152M176 308V346M162 348H192", RED, 9)
    body = path("M104 172C98 226 100 316 166 318C214 318 226 258 200 216C184 192 156 200 146 168z", GREEN)
    wing = path("M140 252C158 226 196 232 204 262C196 288 164 296 140 252z", FACE)
    scales = line("M158 254Q170 246 184 254M166 270Q176 264 190 268", RED, 8)
    breast = line("M118 224Q128 232 138 226M117 248Q124 256 132 252", FACE, 7)
    head = circle(124, 156, 30, GREEN) + circle(116, 150, 9, FACE) + circle(115, 150, 4.5, INK)
    beak = path("M98 146L66 164L100 170z", RED)
    crest = line("M126 128L118 106M134 127L136 102M142 132L154 110", RED, 7)
    return tail + legs + crest + body + wing + scales + breast + head + beak
