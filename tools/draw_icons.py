"""``python -m tools.draw_icons`` draws the site's icons for browsers and phones from static/img/favicon.svg."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

FOLDER = Path(__file__).parents[1] / "static" / "img"
PAPER: Final = "#fbf9f4"
SIZES: Final = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
MARGIN: Final = 6
"""Units of the drawing around it, so that a phone may cut the picture round."""


def draw(size: int, margin: float, background: str) -> bytes:
    drawing = (FOLDER / "favicon.svg").read_text(encoding="utf-8")
    inner = drawing[drawing.index(">") + 1 : drawing.rindex("</svg>")]
    side = 32 + 2 * margin
    frame = f'<rect x="{-margin}" y="{-margin}" width="{side}" height="{side}" fill="{background}"/>'
    box = f'viewBox="{-margin} {-margin} {side} {side}" width="{size}" height="{size}"'
    return bytes(
        resvg_py.svg_to_bytes(svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{frame}{inner}</svg>')
    )


def main() -> None:
    for name, size in SIZES.items():
        with Image.open(io.BytesIO(draw(size, MARGIN, PAPER))) as picture:
            picture.convert("RGB").quantize(64).save(FOLDER / name, "PNG", optimize=True)
    with Image.open(io.BytesIO(draw(64, 0, "none"))) as picture:
        picture.save(FOLDER / "favicon.ico", sizes=[(16, 16), (32, 32), (48, 48)])


if __name__ == "__main__":
    main()
