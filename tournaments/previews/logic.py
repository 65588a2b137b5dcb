"""Card of a link: what its picture says, and the picture as SVG of 1200 by 630."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

WIDTH: Final = 1200
HEIGHT: Final = 630
LEFT: Final = 76
RIGHT: Final = WIDTH - 60
BOTTOM: Final = HEIGHT - 52

PAPER, INK, SOFT, RULE = "#fbf9f4", "#1d1a16", "#5c564b", "#dbd5c6"
JADE: Final = "#14594a"
FONT: Final = "Mahjong Director Han"
FONTS: Final = {
    "zh-Hans": f"Noto Sans CJK SC, Noto Sans SC, PingFang SC, Microsoft YaHei, {FONT}",
    "zh-Hant": f"Noto Sans CJK TC, Noto Sans TC, PingFang TC, Microsoft JhengHei, {FONT}",
}
"""Fonts of this computer with the forms of the language, where the packaged font has the Japanese ones."""
NARROW, BROAD = frozenset("iljtfrI.,;:'|!()[] -·"), frozenset("mwMW@%—…")
VALUE_WIDTH: Final = 300
ROW_HEIGHT: Final = 68


@dataclass(frozen=True)
class CardRow:
    lead: str
    text: str
    detail: str = ""
    figure: str = ""


@dataclass(frozen=True)
class Card:
    """`value`: large figure with its `unit`; `trail`: places after each round, of so many; `tiles`: files by group."""

    language: str
    heading: str
    title: str
    facts: tuple[str, ...] = ()
    rows: tuple[CardRow, ...] = ()
    value: str = ""
    unit: str = ""
    trail: tuple[int, ...] = ()
    of: int = 0
    tiles: tuple[tuple[str, ...], ...] = ()
    colour: str = JADE
    logo: str = ""
    foot: str = ""


def measure(text: str, size: float) -> float:
    """Return about the width of the text; a little more rather than less."""
    return sum(_measure_sign(sign) for sign in text) * size


def _measure_sign(sign: str) -> float:
    if east_asian_width(sign) in "WF":
        return 1.0
    if sign in NARROW:
        return 0.33
    if sign in BROAD:
        return 0.92
    return 0.66 if sign.isupper() else 0.57


def fit(text: str, width: float, size: float, smallest: float) -> tuple[str, float]:
    """Return the text with the size at which it fits, cut where even the smallest is too large."""
    wide = measure(text, 1)
    if wide * smallest <= width:
        return text, min(size, int(width / wide)) if wide else size
    while text and measure(text + "…", smallest) > width:
        text = text[:-1]
    return text.rstrip() + "…", smallest


def wrap(text: str, width: float, size: float, most: int) -> list[str]:
    """Return at most so many lines; the last one is cut."""
    lines = [""]
    for part in re.findall(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+|\s+", text):
        if measure(lines[-1] + part, size) > width and lines[-1].strip() and len(lines) < most:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return [fit(line.strip(), width, size, size)[0] for line in lines]


class _Drawing:
    def __init__(self, card: Card, read_tile: Callable[[str], str]) -> None:
        self.card, self.read_tile = card, read_tile
        self.parts: list[str] = []
        self.y = 0.0

    def add_text(
        self, text: str, x: float, y: float, size: float, colour: str = INK, *, bold: bool = False, end: bool = False
    ) -> None:
        if not text:
            return
        # The packaged font has one weight; a thin line around the letters makes them bold alike on every computer.
        stroke = f' stroke="{colour}" stroke-width="{size / 32:.2f}" stroke-linejoin="round"' if bold else ""
        anchor = ' text-anchor="end"' if end else ""
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"'
        self.parts.append(f'<text {place} fill="{colour}"{stroke}{anchor}>{escape(_drop_control_signs(text))}</text>')

    def draw(self) -> str:
        card = self.card
        self.parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>')
        self.parts.append(f'<rect width="28" height="{HEIGHT}" fill="{card.colour or JADE}"/>')
        self._draw_head()
        if card.tiles:
            self._draw_tiles()
        if card.trail:
            self._draw_trail()
        if card.rows:
            self._draw_rows()
        self.add_text(card.foot, RIGHT, HEIGHT - 24, 24, SOFT, end=True)
        fonts = FONTS.get(card.language, FONT)
        box = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family={quoteattr(fonts)}'
        return f"{head} xml:lang={quoteattr(card.language)}>{''.join(self.parts)}</svg>"

    def _draw_head(self) -> None:
        card = self.card
        beside = VALUE_WIDTH if card.value else 150 if card.logo else 0
        width = RIGHT - LEFT - beside
        self.add_text(*_placed(fit(card.heading, width, 32, 22), LEFT, 84), card.colour or JADE, bold=True)
        plain = not (card.rows or card.trail or card.tiles)
        size = 76 if plain else 56
        lines = wrap(card.title, width, size, 3 if plain else 2 if len(card.rows) < 5 else 1)
        self.y = 84 + size * 1.25
        for line in lines:
            self.add_text(line, LEFT, self.y, size, bold=True)
            self.y += size * 1.15
        self.y += 2
        for fact in card.facts:
            text, fitted = fit(fact, width, 36 if plain else 30, 24)
            self.add_text(text, LEFT, self.y, fitted, SOFT)
            self.y += 54 if plain else 42
        if card.value:
            text, fitted = fit(card.value, VALUE_WIDTH - 20, 130, 50)
            self.add_text(text, RIGHT, 168, fitted, card.colour or JADE, bold=True, end=True)
            text, fitted = fit(card.unit, VALUE_WIDTH - 20, 28, 20)
            self.add_text(text, RIGHT, 214, fitted, SOFT, end=True)
            self.y = max(self.y, 250)
        elif card.logo:
            place = f'x="{RIGHT - 120}" y="46" width="120" height="120" preserveAspectRatio="xMaxYMin meet"'
            self.parts.append(f"<image {place} href={quoteattr(card.logo)}/>")

    def _draw_rows(self) -> None:
        card = self.card
        height = min(ROW_HEIGHT, (BOTTOM - self.y + 12) / len(card.rows))
        size = min(38.0, height * 0.62)
        figures = max((measure(row.figure, size) for row in card.rows), default=0)
        details = min(330.0, max((measure(row.detail, size * 0.8) for row in card.rows), default=0))
        lead = max(50.0, max(measure(row.lead, size) for row in card.rows) + 22)
        for row in card.rows:
            self.parts.append(f'<path d="M{LEFT} {self.y - 12:.1f}H{RIGHT}" stroke="{RULE}"/>')
            base = self.y + height * 0.62 - 12
            end = RIGHT - figures - (28 if figures else 0)
            self.add_text(row.lead, LEFT, base, size, card.colour or JADE, bold=True)
            self.add_text(row.figure, RIGHT, base, size, bold=True, end=True)
            text, fitted = fit(row.detail, details, size * 0.8, size * 0.6)
            self.add_text(text, end, base, fitted, SOFT, end=True)
            room = end - details - (24 if details else 0) - LEFT - lead
            self.add_text(*_placed(fit(row.text, room, size, size * 0.7), LEFT + lead, base))
            self.y += height

    def _draw_tiles(self) -> None:
        groups = [group for group in self.card.tiles if group]
        count = sum(map(len, groups)) + 0.35 * (len(groups) - 1)
        lines = 1 if (RIGHT - LEFT) / count >= 44 else 2
        side = min(76.0, lines * (RIGHT - LEFT) / (count + lines))
        for code in sorted({code for group in groups for code in group}):
            self.parts.append(f'<symbol id="t{code}" viewBox="0 0 300 400">{self.read_tile(code)}</symbol>')
        x, top = float(LEFT), self.y - 20
        for group in groups:
            if x > LEFT and x + len(group) * side > RIGHT + 1:
                x, top = float(LEFT), top + side * 1.42
            for code in group:
                place = f'x="{x:.1f}" y="{top:.1f}" width="{side:.1f}" height="{side * 4 / 3:.1f}"'
                self.parts.append(f'<use href="#t{code}" {place}/>')
                x += side
            x += side * 0.35
        self.y = top + side * 4 / 3 + 44

    def _draw_trail(self) -> None:
        card = self.card
        top, bottom, left, right = self.y + 14, BOTTOM - 20, LEFT + 66, RIGHT - 90
        field = max(card.of, *card.trail, 2)
        for place in (1, field):
            y = top + (bottom - top) * (place - 1) / (field - 1)
            self.parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="{RULE}" stroke-width="2"/>')
            self.add_text(str(place), left - 18, y + 9, 26, SOFT, end=True)
        points = _spread(card.trail, left, right, top, bottom, field)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour = card.colour or JADE
        self.parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="5"/>')
        self.parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        self.add_text(str(card.trail[-1]), x + 20, y + 13, 40, colour, bold=True)


def draw_card(card: Card, read_tile: Callable[[str], str]) -> str:
    """Return the SVG of a card; `read_tile` returns the drawing of a tile without its outer element."""
    return _Drawing(card, read_tile).draw()


def _spread(
    trail: Sequence[int], left: float, right: float, top: float, bottom: float, field: int
) -> list[tuple[float, float]]:
    step = (right - left) / max(1, len(trail) - 1)
    return [
        (left + step * index, top + (bottom - top) * (place - 1) / (field - 1)) for index, place in enumerate(trail)
    ]


def _placed(fitted: tuple[str, float], x: float, y: float) -> tuple[str, float, float, float]:
    text, size = fitted
    return text, x, y, size


def _drop_control_signs(text: str) -> str:
    return "".join(
        sign for sign in text if sign >= " " and sign not in "\ufffe\uffff" and not 0xD800 <= ord(sign) < 0xE000
    )
