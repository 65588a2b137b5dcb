"""The seasons 1-4 and the plants 5-8: a drawing, the character and the number."""

from __future__ import annotations

from tools.tile_art.svg import (
    BLUE,
    FACE,
    GREEN,
    INK,
    RED,
    circle,
    element,
    glyph,
    group,
    line,
    path,
    petals,
    ring,
    turned,
)

NAMES = "春夏秋冬梅蘭菊竹"
FIGURES = "一二三四"


def flower(rank: int) -> str:
    """The face of a flower tile: seasons are named in red, plants in green; numbers count within each four."""
    colour = RED if rank <= 4 else GREEN
    number = (rank - 1) % 4 + 1
    drawing = (spring, summer, autumn, winter, plum, orchid, chrysanthemum, bamboo)[rank - 1]()
    return drawing + glyph(NAMES[rank - 1], 86, 92, 122, colour) + figure(number, 236, 76, BLUE if rank <= 4 else RED)


def figure(number: int, x: float, y: float, colour: str) -> str:
    """The tile's number in its corner, large enough to read on a small tile."""
    return glyph(str(number), x, y, 104, colour)


def leaf(length: float, width: float, fill: str = GREEN) -> str:
    """A leaf from the origin upwards."""
    side, low, high = width / 2, -length * 0.35, -length * 0.75
    right = f"M0 0C{-side * 1.3:.1f} {low:.1f} {-side:.1f} {high:.1f} 0 {-length}"
    return path(f"{right}C{side:.1f} {high:.1f} {side * 1.3:.1f} {low:.1f} 0 0z", fill)


def blossom(r: float, fill: str, count: int = 5) -> str:
    """A blossom around the origin."""
    body = petals(count, r * 1.0, r * 0.86, fill, r * 0.06)
    return body + circle(0, 0, r * 0.3, FACE) + circle(0, 0, r * 0.14, fill)


def spring() -> str:
    """A twig with blossoms and young leaves."""
    twig = line("M60 340C110 316 150 284 236 190", INK, 11) + line("M136 290C120 262 118 240 122 222", INK, 8)
    leaves = turned(leaf(62, 34), 180, 262, 110) + turned(leaf(56, 32), 100, 320, 60)
    return (
        twig
        + leaves
        + turned(blossom(42, RED), 122, 204, 0)
        + turned(blossom(44, RED), 228, 200, 20)
        + turned(blossom(34, RED), 190, 320, 40)
    )


def summer() -> str:
    """A lotus over its leaf."""
    stem = line("M152 258C150 296 156 320 150 346", GREEN, 10)
    pad = path("M56 330C92 296 208 296 246 330C208 356 92 356 56 330z", GREEN)
    outer = "".join(turned(leaf(112, 62, RED), 150, 272, angle) for angle in (-62, 62, -33, 33))
    inner = turned(leaf(124, 58, FACE), 150, 272, 0) + turned(leaf(108, 40, RED), 150, 270, 0)
    return stem + pad + outer + inner


def autumn() -> str:
    """A maple leaf, and one falling."""

    def maple() -> str:
        lobes = "".join(
            group(leaf(length, width, RED), f"rotate({angle})")
            for angle, length, width in ((0, 112, 44), (-46, 96, 40), (46, 96, 40), (-94, 70, 34), (94, 70, 34))
        )
        veins = "".join(
            group(path(f"M0 0V{-length}", stroke=FACE, stroke_width=5), f"rotate({angle})")
            for angle, length in ((0, 78), (-46, 62), (46, 62))
        )
        return lobes + veins + line("M0 0C4 26 2 40 -8 60", INK, 9)

    return turned(maple(), 158, 270, 14) + turned(maple(), 88, 210, -40, 0.42)


def winter() -> str:
    """A crystal of snow."""
    arm = line("M0 0V-84M0 -44L-22 -66M0 -44L22 -66M0 -66L-14 -82M0 -66L14 -82", BLUE, 10)
    return (
        turned("".join(group(arm, f"rotate({angle})") for angle in range(0, 360, 60)), 158, 256, 0)
        + circle(158, 256, 13, FACE)
        + ring(158, 256, 13, 7, BLUE)
    )


def plum() -> str:
    """A bare branch in bloom."""
    branch = line("M70 346C96 300 150 290 168 246C180 222 210 214 232 190", INK, 13) + line(
        "M150 282C124 262 112 240 84 228", INK, 9
    )
    return (
        branch
        + turned(blossom(46, RED), 180, 258, 10)
        + turned(blossom(36, RED), 84, 218, 30)
        + turned(blossom(36, RED), 238, 186, 0)
        + turned(blossom(30, RED), 112, 318, 0)
    )


def orchid() -> str:
    """Long leaves and a small flower."""
    blades = (
        "M150 346C120 280 80 240 52 232",
        "M150 346C140 270 150 210 112 176",
        "M150 346C172 270 214 240 252 252",
        "M150 346C166 290 190 250 196 178",
        "M150 346C190 310 220 306 248 312",
    )
    leaves = "".join(line(d, GREEN, 11) for d in blades)
    bloom = "".join(group(leaf(46, 24, BLUE), f"rotate({angle})") for angle in (0, 72, 144, 216, 288)) + circle(
        0, 0, 9, RED
    )
    return leaves + turned(bloom, 190, 176, 20) + turned(bloom, 108, 214, -30, 0.75)


def chrysanthemum() -> str:
    """A full flower."""
    gold = "#b07a10"
    head = (
        petals(16, 58, 21, gold, 30)
        + petals(12, 40, 17, FACE, 14, 15)
        + petals(12, 36, 13, gold, 14, 15)
        + circle(0, 0, 15, RED)
    )
    stem = line("M158 300V350", GREEN, 11) + turned(leaf(66, 36), 156, 340, -70) + turned(leaf(66, 36), 160, 340, 70)
    return stem + turned(head, 158, 236, 0)


def bamboo() -> str:
    """Canes with leaves."""
    canes = "".join(
        line(d, GREEN, w)
        for d, w in (("M150 346V292M150 278V222M150 208V160", 19), ("M206 346V306M206 292V244M206 230V196", 15))
    )
    leaves = "".join(
        turned(leaf(length, 27), x, y, angle)
        for x, y, angle, length in (
            (150, 285, -112, 78),
            (150, 215, -70, 84),
            (206, 238, 62, 62),
            (206, 300, 112, 62),
            (150, 165, 30, 60),
        )
    )
    return canes + leaves + element("ellipse", cx=170, cy=350, rx=72, ry=7, fill=INK)
