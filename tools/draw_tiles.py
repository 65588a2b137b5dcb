"""Draw the tile set: `python -m tools.draw_tiles` writes static/tiles/<code>.svg and static/tiles/sprite.svg.

`python -m tools.draw_tiles --glyphs FONT` first takes the outlines of the few characters on the tiles from a font
(Debian: /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc, fonts-noto-cjk-extra or fonts-noto-cjk, OFL 1.1) and
keeps them as paths, so that neither a visitor nor the next run needs that font.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

from tools.tile_art.faces import HEIGHT, HONOURS, NUMERALS, WIDTH, codes, tile
from tools.tile_art.flowers import NAMES
from tools.tile_art.svg import GLYPHS

FOLDER = Path(__file__).resolve().parents[1] / "static" / "tiles"
CHARACTERS = NUMERALS + "萬" + HONOURS + "發中" + NAMES + "1234"
SVG = 'xmlns="http://www.w3.org/2000/svg"'


def take_glyphs(font: Path, face: str) -> None:
    """Write the outlines of the tiles' characters, each in a square of 1000 with y downwards."""
    chosen = _face(font, face)
    cmap, glyphs, unit = chosen.getBestCmap(), chosen.getGlyphSet(), chosen["head"].unitsPerEm
    outlines = {}
    for character in CHARACTERS:
        name = cmap[ord(character)]
        scale = 1000 / unit
        # The square of a CJK glyph reaches from 0.88 above the base line to 0.12 below; figures are centred in it.
        left = (1000 - glyphs[name].width * scale) / 2
        base = 880 if ord(character) > 0x2E80 else 845
        pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.0f}")
        glyphs[name].draw(TransformPen(pen, Transform(scale, 0, 0, -scale, left, base)))
        outlines[character] = pen.getCommands()
    source = f"{chosen['name'].getDebugName(4)}, outlines under the SIL Open Font License 1.1"
    text = json.dumps({"source": source, "outlines": outlines}, ensure_ascii=False, indent=1)
    GLYPHS.write_text(text + "\n", encoding="utf-8")


def _face(font: Path, face: str) -> TTFont:
    if font.suffix != ".ttc":
        return TTFont(font)
    return next(one for one in TTCollection(font).fonts if face in str(one["name"].getDebugName(1)))


def draw(folder: Path = FOLDER) -> None:
    """Write every tile as a file of its own, and all of them as symbols of one sprite."""
    folder.mkdir(parents=True, exist_ok=True)
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    symbols = []
    for code in codes():
        body = tile(code)
        (folder / f"{code}.svg").write_text(f"<svg {SVG} {box}>{body}</svg>\n", encoding="utf-8")
        symbols.append(f'<symbol id="t{code}" {box}>{body}</symbol>')
    sprite = "\n".join([f"<svg {SVG}>", *symbols, "</svg>", ""])
    (folder / "sprite.svg").write_text(sprite, encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--glyphs", type=Path, metavar="FONT", help="take the characters' outlines from this font first"
    )
    parser.add_argument("--face", default="Noto Serif CJK TC", help="family name inside a font collection")
    arguments = parser.parse_args()
    if arguments.glyphs:
        take_glyphs(arguments.glyphs, arguments.face)
    draw()
    print(f"{len(codes())} tiles in {FOLDER}")


if __name__ == "__main__":
    main()
