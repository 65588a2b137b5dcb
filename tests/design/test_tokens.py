"""The colours of the design system: each stands once for day and once for night, with contrast that meets WCAG AA."""

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


def palette(sheet: str) -> dict[str, str]:
    """The colours that a sheet names, and its shadow."""
    named = re.findall(r"--([\w-]+):\s*([^;]+);", sheet)
    return {name: value for name, value in named if "#" in value or "rgb(" in value}


DARK_SHEET = (CSS / "dark.css").read_text(encoding="utf-8")
LIGHT = palette(TOKENS)
DARK = palette(DARK_SHEET)


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_colour_of_the_day_has_one_for_the_night():
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize(("name", "sheet"), [("tokens.css", TOKENS), ("dark.css", DARK_SHEET)])
def test_a_sheet_names_each_colour_once(name, sheet):
    named = re.findall(r"--([\w-]+):[^;]*(?:#|rgb\()", sheet)
    assert len(named) == len(set(named))


def test_dark_colours_stand_in_one_sheet_that_one_link_governs():
    others = [sheet for sheet in CSS.rglob("*.css") if sheet.name != "dark.css"]
    assert [sheet.name for sheet in others if re.search(r"prefers-color-scheme|data-theme", sheet.read_text())] == []
    templates = Path(settings.BASE_DIR) / "templates"
    links = [path for path in templates.rglob("*.html") if "css/dark.css" in path.read_text(encoding="utf-8")]
    assert [path.relative_to(templates).as_posix() for path in links] == ["components/tokens.html"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON_GROUND)
def test_text_can_be_read(theme, text, ground):
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), BORDERS)
def test_the_edge_of_a_control_can_be_seen(theme, line, ground):
    assert contrast(theme[line], theme[ground]) >= 3


@pytest.mark.parametrize("sheet", sorted(CSS.rglob("*.css")), ids=lambda path: path.name)
def test_only_the_tokens_name_colours(sheet):
    if sheet.name in ("tokens.css", "dark.css", "print.css"):
        return
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
    values = re.sub(r"dialog::backdrop\s*{[^}]*}", "", rules)
    assert re.findall(r":\s[^;{]*(#[0-9a-fA-F]{3,8}|rgb\()", values) == []


@pytest.mark.parametrize("sheet", sorted(CSS.rglob("*.css")), ids=lambda path: path.name)
def test_only_known_variables_are_used(sheet):
    text = sheet.read_text(encoding="utf-8")
    used = set(re.findall(r"var\(--([\w-]+)", text))
    known = set(re.findall(r"--([\w-]+):", TOKENS + text))
    assert used - known == set()
