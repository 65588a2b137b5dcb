"""The colours of the design system: equal dark blocks, and contrast that meets WCAG AA."""

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text(encoding="utf-8")

TEXT_ON_GROUND = [
    *((text, ground) for text in ("ink", "ink-soft", "accent", "danger") for ground in ("paper", "raised", "sunk")),
    *((text, ground) for text in ("warn", "ok", "info") for ground in ("paper", "raised")),
    *((kind, f"{kind}-wash") for kind in ("accent", "danger", "warn", "ok", "info")),
    *(("ink", f"{kind}-wash") for kind in ("accent", "danger", "warn", "ok", "info")),
    ("accent-strong", "accent-wash"),
    ("accent-strong", "paper"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
]
BORDERS = [("rule-strong", "paper"), ("rule-strong", "raised"), ("accent", "paper"), ("danger", "raised")]


def block(start: str) -> dict[str, str]:
    body = TOKENS[TOKENS.index(start) :]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body[: body.index("}")]))


LIGHT = block(':root,\n:root[data-theme="light"]')
DARK = block(':root:not([data-theme="light"])')
CHOSEN_DARK = block(':root[data-theme="dark"]')


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_dark_by_choice_is_dark_by_system():
    assert CHOSEN_DARK == DARK


def test_every_colour_of_the_day_has_one_for_the_night():
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON_GROUND)
def test_text_can_be_read(theme, text, ground):
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), BORDERS)
def test_the_edge_of_a_control_can_be_seen(theme, line, ground):
    assert contrast(theme[line], theme[ground]) >= 3


@pytest.mark.parametrize("sheet", sorted(CSS.glob("*.css")), ids=lambda path: path.name)
def test_only_the_tokens_name_colours(sheet):
    if sheet.name in ("tokens.css", "print.css"):
        return
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
    values = re.sub(r"dialog::backdrop\s*{[^}]*}", "", rules)
    assert re.findall(r":\s[^;{]*(#[0-9a-fA-F]{3,8}|rgb\()", values) == []


@pytest.mark.parametrize("sheet", sorted(CSS.glob("*.css")), ids=lambda path: path.name)
def test_only_known_variables_are_used(sheet):
    used = set(re.findall(r"var\(--([\w-]+)", sheet.read_text(encoding="utf-8")))
    known = set(re.findall(r"--([\w-]+):", TOKENS))
    assert used - known == set()
