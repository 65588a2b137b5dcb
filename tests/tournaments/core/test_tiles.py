"""Tiles on pages: every one has a drawing and a name in four languages."""

import base64
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from engine.errors import NotationError
from engine.tiles.hand import Hand
from engine.tiles.tile import UNKNOWN, format_tile, parse_tiles

ALL = range(UNKNOWN)
FOLDER = Path(settings.BASE_DIR) / "static" / "tiles"


def render(text, **values):
    return Template("{% load tiles %}" + text).render(Context(values))


def labels(html):
    return re.findall(r'aria-label="([^"]*)"', html)


def test_every_tile_has_a_drawing_of_its_own_without_fonts_and_styles():
    sprite = (FOLDER / "sprite.svg").read_text(encoding="utf-8")
    assert [word for word in ("<text", "style=", "<style", "font-", "href") if word in sprite] == []
    assert len({path.read_text(encoding="utf-8") for path in FOLDER.glob("??.svg")}) == len(ALL)
    for code in map(format_tile, ALL):
        assert ElementTree.parse(FOLDER / f"{code}.svg").getroot().get("viewBox") == "0 0 300 400"
        assert render("{% tile code %}", code=code).count(f"sprite.svg#t{code}") == 1
        inline = render("{% tile code inline=True %}", code=code)
        (picture,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', inline)
        assert ElementTree.fromstring(base64.b64decode(picture)).get("viewBox") == "0 0 300 400"


@pytest.mark.parametrize(
    ("language", "name"), [("en", "red 5 of dots"), ("ja", "赤五筒"), ("zh-hans", "红五饼"), ("zh-hant", "紅五筒")]
)
def test_a_tile_says_its_name_in_the_language_of_the_page(language, name):
    with translation.override(language):
        assert labels(render('{% tile "0p" %}')) == [name]


def test_a_tile_beside_its_name_is_silent():
    html = render('{% tile "1z" label=False %}')
    assert labels(html) == []
    assert 'aria-hidden="true"' in html


def test_a_row_is_one_picture_that_names_its_tiles():
    html = render('{% tiles "12m pung(777z) +3m | 1f" %}')
    expected = "1 of characters, 2 of characters; Red dragon, Red dragon, Red dragon; 3 of characters; Spring"
    assert labels(html) == [expected]
    assert html.count("tile-group") == 4
    assert render("{% tiles value %}", value=parse_tiles("19m")).count("tile-group") == 1
    line = "23m55s pung(777z) +4m | 1f5f"
    assert render("{% tiles value %}", value=Hand.parse(line)) == render("{% tiles value %}", value=line)
    # The outer tiles of a concealed kong lie face down.
    assert re.findall(r"#t(\w+)", render('{% tiles "ckong(1111p)" %}')) == ["back", "1p", "1p", "back"]
    with pytest.raises(NotationError):
        render('{% tiles "12x" %}')
