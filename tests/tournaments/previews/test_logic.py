"""The card of a link as SVG, and its picture with the packaged font alone."""

import io
import xml.etree.ElementTree as ET
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tournaments.previews.logic import FONT, LEFT, RIGHT, Card, CardRow, draw_card, fit, measure, wrap
from tournaments.previews.pictures import COLOURS, draw_png, read_tile

CARD = Card(language="ja", heading="春の大会", title="漢字")


def pixels(card: Card) -> bytes:
    with Image.open(io.BytesIO(draw_png(card, own_fonts=True))) as picture:
        assert picture.size == (1200, 630)
        return picture.convert("RGB").tobytes()


def test_chinese_characters_of_every_language_are_drawn_with_the_packaged_font_alone():
    """A sign without a glyph is drawn as nothing or as the same box, so no two pictures may be alike."""
    signs = ["", "漢", "汉", "鑼", "锣", "髙", "あ", "ア", "é", "ß", "Ж", "卓", "桌", "囍"]
    drawn = [pixels(replace(CARD, title=sign)) for sign in signs]
    # The last is of none of the three national sets: without a font of the system it is the box or nothing.
    assert len(set(drawn[:-1])) == len(signs) - 1


def test_the_languages_of_china_prefer_fonts_of_their_own_forms_and_end_with_the_packaged_one():
    fonts = {
        language: ET.fromstring(draw_card(replace(CARD, language=language), read_tile)).get("font-family")
        for language in ("en", "ja", "zh-Hans", "zh-Hant")
    }
    assert (fonts["en"], fonts["ja"]) == (FONT, FONT)
    assert fonts["zh-Hans"].startswith("Noto Sans CJK SC, ")
    assert fonts["zh-Hant"].startswith("Noto Sans CJK TC, ")
    assert {text.rpartition(", ")[2] for text in fonts.values()} == {FONT}


def test_a_picture_is_small():
    rows = tuple(CardRow(str(place), f"Player {place}", "Finland", str(90 - place)) for place in range(1, 9))
    content = draw_png(replace(CARD, rows=rows), own_fonts=True)
    with Image.open(io.BytesIO(content)) as picture:
        assert (picture.format, picture.size, len(picture.getcolors()) <= COLOURS) == ("PNG", (1200, 630), True)


def test_tiles_of_the_longest_hand_stay_on_the_card():
    groups = (("1m", "1m", "1m", "1m"),) * 4 + (("1z", "1z"), tuple(f"{number}f" for number in range(1, 9)))
    drawing = ET.fromstring(draw_card(replace(CARD, tiles=groups), read_tile))
    placed = [(float(use.get("x", "")), float(use.get("width", ""))) for use in drawing.findall(".//{*}use")]
    assert len(placed) == sum(map(len, groups))
    assert all(x >= LEFT and x + width <= RIGHT + 1 for x, width in placed)


@given(st.text(max_size=80), st.sampled_from([60, 300, 1000]))
def test_fitted_and_wrapped_text_is_never_wider_than_its_room(text: str, width: int):
    fitted, size = fit(text, width, 40, 20)
    assert measure(fitted, size) <= width + 1e-6
    lines = wrap(text, width, 20, 3)
    assert len(lines) <= 3
    assert all(measure(line, 20) <= width + 1e-6 for line in lines)


@given(st.text(max_size=40), st.lists(st.text(max_size=30), max_size=4), st.lists(st.integers(1, 400), max_size=12))
def test_every_text_makes_a_drawing_that_can_be_read(title: str, texts: list[str], trail: list[int]):
    rows = tuple(CardRow(text, text, text, text) for text in texts)
    card = Card("en", title, title, tuple(texts), rows, title, title, tuple(trail), 400, foot=title)
    assert ET.fromstring(draw_card(card, read_tile)).tag.endswith("svg")
