"""``python -m tools.picture_font`` makes the font of the pictures of links, a subset of Noto Sans CJK JP.

It needs the Debian package fonts-noto-cjk (SIL Open Font License 1.1) and takes about a minute.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTCollection

SOURCE: Final = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
FONT: Final = Path(__file__).parents[1] / "tournaments" / "previews" / "fonts" / "mahjong-director-han.otf"
NAME: Final = "Mahjong Director Han"
SETS: Final = (
    ("euc_jp", range(0xA1, 0xF5), range(0xA1, 0xFF)),
    ("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF)),
    ("big5", range(0xA1, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF))),
)
"""National sets of characters: encoding, first and second bytes."""
RANGES: Final = (
    (0x20, 0x250), (0x370, 0x530), (0x1E00, 0x1F00), (0x2000, 0x2070), (0x20A0, 0x20C0), (0x2190, 0x2200),
    (0x3000, 0x3100), (0xFF00, 0xFFF0),
)  # fmt: skip
UNUSED: Final = ("GSUB", "GPOS", "VORG", "vhea", "vmtx", "BASE")


def list_characters() -> set[int]:
    characters = {number for first, last in RANGES for number in range(first, last)}
    for encoding, first_bytes, second_bytes in SETS:
        characters |= _list_encoded(encoding, first_bytes, second_bytes)
    return characters


def _list_encoded(encoding: str, first_bytes: Iterable[int], second_bytes: Iterable[int]) -> set[int]:
    pairs = (bytes((first, second)) for first in first_bytes for second in tuple(second_bytes))
    return {ord(sign) for pair in pairs for sign in pair.decode(encoding, errors="ignore")}


def main() -> None:
    fonts: list[Any] = TTCollection(SOURCE).fonts
    font = next(font for font in fonts if font["name"].getDebugName(1) == "Noto Sans CJK JP")
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 13, 14])
    options.drop_tables += UNUSED
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list_characters())
    subsetter.subset(font)
    file_name = NAME.replace(" ", "")
    for number, text in ((1, NAME), (3, f"1.0;{file_name}"), (4, NAME), (6, file_name)):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.save(FONT)


if __name__ == "__main__":
    main()
