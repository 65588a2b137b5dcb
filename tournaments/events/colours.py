"""Colour of an event: its tones on light and dark pages, and their contrast after WCAG 2.2, without framework."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

AA: Final = 4.5
"""Contrast of text with its background under WCAG AA."""
COLOUR: Final = r"\A#[0-9a-f]{6}\Z"
WHITE, BLACK = "#ffffff", "#000000"
INK: Final = "#1d1a16"
PAPERS: Final = ("#fbf9f4", "#fffefb", "#f3efe5")
DARK_INK: Final = "#ece7dc"
DARK_PAPERS: Final = ("#171613", "#1f1e1a", "#100f0d")
"""Backgrounds of tokens.css and dark.css: page, raised, sunk."""
STEPS: Final = 256

Rgb = tuple[float, float, float]


class Tones(NamedTuple):
    """Colours in the places of the accent's variables of tokens.css."""

    accent: str
    accent_strong: str
    on_accent: str
    accent_wash: str


def is_colour(text: str) -> bool:
    return re.match(COLOUR, text) is not None


def compute_contrast(first: str, second: str) -> float:
    """Return the ratio of two colours, from 1 for equal ones to 21.

    >>> compute_contrast("#000000", "#ffffff"), compute_contrast("#14594a", "#14594a")
    (21.0, 1.0)
    """
    lighter, darker = sorted((_compute_luminance(first), _compute_luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def find_least_contrast(colour: str) -> float:
    """Return the lowest contrast of the colour as text on light pages and behind white text."""
    return _find_lowest(colour, (*PAPERS, WHITE, _mix(colour, PAPERS[0], 0.1)))


def find_nearest(colour: str) -> str:
    """Return the colour itself, or its lightest darker tone that can be read everywhere.

    >>> find_nearest("#14594a"), find_nearest("#ffd700")
    ('#14594a', '#7d6900')
    """
    return _find_first(lambda share: _mix(BLACK, colour, share), find_least_contrast)


def make_light_tones(colour: str) -> Tones:
    return Tones(colour, _mix(INK, colour, 0.35), WHITE, _mix(colour, PAPERS[0], 0.1))


def make_dark_tones(colour: str) -> Tones:
    """Return the colour for dark pages, lightened until it can be read on them."""
    wash = _mix(colour, DARK_PAPERS[0], 0.25)
    backgrounds = (*DARK_PAPERS, wash, BLACK)
    accent = _find_first(lambda share: _mix(WHITE, colour, share), lambda tone: _find_lowest(tone, backgrounds))
    return Tones(accent, _mix(WHITE, accent, 0.35), _mix(BLACK, colour, 0.85), wash)


def write_style_sheet(tones: Tones) -> str:
    names = (name.replace("_", "-") for name in Tones._fields)
    return ":root{" + "".join(f"--{name}:{tone};" for name, tone in zip(names, tones, strict=True)) + "}\n"


def _find_first(make: Callable[[float], str], judge: Callable[[str], float]) -> str:
    tones = (make(step / STEPS) for step in range(STEPS + 1))
    return next(tone for tone in tones if judge(tone) >= AA)


def _find_lowest(colour: str, backgrounds: Iterable[str]) -> float:
    return min(compute_contrast(colour, background) for background in backgrounds)


def _compute_luminance(colour: str) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _read(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _mix(colour: str, background: str, share: float) -> str:
    parts = zip(_read(colour), _read(background), strict=True)
    return "#" + "".join(f"{round(255 * (over * share + under * (1 - share))):02x}" for over, under in parts)


def _read(colour: str) -> Rgb:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue
