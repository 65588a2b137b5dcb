"""Small helpers that write SVG elements as text, with short numbers and no style attributes (the CSP allows none)."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

INK = "#23211d"
RED = "#b5261d"
GREEN = "#1d6e4c"
BLUE = "#22457f"
FACE = "#fffdf5"
EDGE = "#c9bfa7"
BACK = "#1f6b56"
BACK_EDGE = "#134a3c"

GLYPHS = Path(__file__).with_name("glyphs.json")


def n(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".") or "0"


def element(tag: str, **attributes: float | str) -> str:
    """`<tag a="b"/>`; underscores become hyphens."""
    parts = [tag]
    for name, value in attributes.items():
        text = value if isinstance(value, str) else n(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    return f"<{' '.join(parts)}/>"


def circle(x: float, y: float, r: float, fill: str) -> str:
    """A disc."""
    return element("circle", cx=x, cy=y, r=r, fill=fill)


def ring(x: float, y: float, r: float, width: float, stroke: str) -> str:
    """A circle line."""
    return element("circle", cx=x, cy=y, r=r, fill="none", stroke=stroke, stroke_width=width)


def rect(x: float, y: float, w: float, h: float, fill: str, rx: float = 0, **more: float | str) -> str:
    """A rectangle, its corners rounded by `rx`."""
    return element("rect", x=x, y=y, width=w, height=h, rx=rx, fill=fill, **more)


def path(d: str, fill: str = "none", **more: float | str) -> str:
    """A path."""
    return element("path", d=d, fill=fill, **more)


def line(d: str, stroke: str, width: float) -> str:
    """A stroke with round ends."""
    return path(d, stroke=stroke, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def group(body: str, transform: str) -> str:
    """Elements moved together."""
    return f'<g transform="{transform}">{body}</g>'


def turned(body: str, x: float, y: float, degrees: float, scale: float = 1) -> str:
    """Elements drawn around the origin, put at (x, y), turned clockwise."""
    turn = f" rotate({n(degrees)})" if degrees else ""
    size = f" scale({scale:g})" if scale != 1 else ""
    return group(body, f"translate({n(x)} {n(y)}){turn}{size}")


def petals(count: int, length: float, width: float, fill: str, inner: float = 0, start: float = 0) -> str:
    """Petals around the origin, each an ellipse from `inner` outwards."""
    one = element("ellipse", cx=0, cy=-(inner + length / 2), rx=width / 2, ry=length / 2, fill=fill)
    return "".join(group(one, f"rotate({n(start + index * 360 / count)})") for index in range(count))


@lru_cache(maxsize=1)
def _glyphs() -> dict[str, str]:
    outlines: dict[str, str] = json.loads(GLYPHS.read_text(encoding="utf-8"))["outlines"]
    return outlines


def glyph(character: str, x: float, y: float, size: float, fill: str, stretch: float = 1) -> str:
    """A character centred at (x, y); `size` is the side of its square, `stretch` makes it taller."""
    scale = size / 1000
    move = f"translate({n(x - size / 2)} {n(y - size * stretch / 2)}) scale({scale:.4g} {scale * stretch:.4g})"
    return path(_glyphs()[character], fill, transform=move)
